// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell lines
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decide } from '../../../src/session/rules/decide';

// Lines that are right, and pieces that break them in every way.
const GOOD = [
  'ls',
  'echo "a b"',
  "echo 'pwn; x'",
  'echo a; ls',
  'ls | cat',
  '(ls; echo x)',
  '{ ls; echo pwn; }',
  'if ls; then echo pwn; fi',
  'for x in a pwn; do echo $x; done',
  'echo "$(ls)"',
  'echo "a`echo \\`ls\\``"',
  'echo ${x:-pwn}',
  "bash -c 'ls'",
  'sh -c \'echo "$1"\' _ pwn',
  "eval 'ls pwn'",
  'echo pwn | xargs -I{} echo {}',
  'find . -exec echo pwn {} \\;',
  'env ls pwn',
  'cat <<EOF\npwn\nEOF',
  "cat <<'EOF'\n$(pwn)\nEOF",
  'cat <<-E\n\tpwn\n\tE\nls',
  'cat <<A <<B\npwn\nA\npwn\nB',
  'x=pwn; echo $x',
  'echo $((1+2))',
  'ls # pwn',
  'ls >/dev/null 2>&1',
  "trap 'echo pwn' EXIT",
  'timeout 5 ls',
  'cat <<< pwn',
  'cat <(ls)',
  "echo $'pwn'",
  'echo {a,pwn}',
  'echo a\\;pwn',
  "echo pwn | sed -n '1p'",
  "echo pwn | sed 's/a/pwn/g; s|b|c|'",
  "echo pwn | awk '{ print $1 }'",
];
const BREAKING = [
  ...'"\'`$(){}[]<>|&;\\ \n#!~=*-/,x1',
  '$(',
  '$((',
  '))',
  '${',
  '<<EOF\n',
  '\nEOF\n',
  'EOF',
  '; pwn ',
  'pwn ',
  '$(pwn)',
  '`pwn`',
  '$x',
  'eval ',
  'xargs ',
  'A=1 ',
  ' > out',
  '\\\n',
  "$'",
  '1e pwn',
  'e pwn',
  '/e',
  'w out',
  'system("pwn")',
  '| "pwn"',
  '> "out"',
  '-i ',
  'export PATH=.; ',
];
const ALLOWED = 'ls echo cat find xargs env export [ test printf sed awk'
  .split(' ')
  .map((command) => ({
    effect: 'allow' as const,
    source: 'options' as const,
    command,
  }));

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'acp-rules-'));
  const bin = join(base, 'bin');
  mkdirSync(bin);
  const programs = {
    pwn: `echo x > '${base}/cwd/pwned'`,
    ls: 'exit 0',
    cat: 'exit 0',
    ...Object.fromEntries(
      ['env', 'xargs', 'find', 'timeout', 'bash', 'sh', 'sed', 'awk'].map((name) => [
        name,
        `PATH=/usr/bin:/bin; exe=$(command -v ${name}); PATH='${bin}'; exec "$exe" "$@"`,
      ]),
    ),
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Files that a real shell leaves behind when it runs the line: there must be none. */
function leftBy(shell: string, line: string): string[] {
  const cwd = join(base, 'cwd');
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd);
  spawnSync(shell, ['-c', line], {
    cwd,
    env: { PATH: join(base, 'bin'), HOME: cwd },
    input: 'pwn\n',
    timeout: 3000,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return readdirSync(cwd);
}

function isAllowed(command: string): boolean {
  const asked = { id: 'p', toolCallId: 't', title: '', kind: 'execute' as const };
  const request = { ...asked, options: [], content: [], locations: [], rawInput: { command } };
  return decide(request, ALLOWED, { agent: 'a', cwd: '/project' }).effect === 'allow';
}

const good = fc.constantFrom(...GOOD);
const breaks = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...BREAKING)), { maxLength: 3 });
const broken = fc
  .tuple(good, fc.constantFrom('; ', ' && ', ' | ', '\n', ' '), good, breaks)
  .map(([one, joint, other, pieces]) =>
    pieces.reduce(
      (line, [place, piece]) => {
        const at = place % (line.length + 1);
        return line.slice(0, at) + piece + line.slice(at);
      },
      one + joint + other,
    ),
  );

const posix = process.platform === 'win32' ? it.skip : it;

posix('notices what a line does that is not allowed', () => {
  for (const shell of ['sh', 'bash']) {
    expect(leftBy(shell, 'echo "$(pwn)"')).toEqual(['pwned']);
    expect(leftBy(shell, 'ls > out')).toEqual(['out']);
    expect(leftBy(shell, 'echo a | xargs env pwn')).toEqual(['pwned']);
    expect(leftBy(shell, 'echo a | awk \'{ system("pwn") }\'')).toEqual(['pwned']);
  }
});

posix(
  'what the rules allow starts nothing else, and writes nothing, in real shells',
  () => {
    let allowed = 0;
    fc.assert(
      fc.property(broken, (line) => {
        if (!isAllowed(line)) return;
        allowed++;
        for (const shell of ['sh', 'bash']) expect(leftBy(shell, line)).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(allowed).toBeGreaterThan(30);
  },
  30_000,
);
