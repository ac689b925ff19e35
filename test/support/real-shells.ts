/** Runs shell lines in the shells of this machine, in a throw-away folder with programs that only say how they were called. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RealShell {
  readonly name: string;
  readonly argv: readonly string[];
  /** Lines are typed, one after the other, instead of run as a script. */
  readonly typed?: true;
}

/** One line's way through a shell: what was started, each with its arguments. */
export type Runs = readonly (readonly string[])[];

const CANDIDATES: readonly RealShell[] = [
  { name: 'sh', argv: ['sh'] },
  { name: 'dash', argv: ['dash'] },
  { name: 'bash', argv: ['bash', '--norc', '--noprofile'] },
  {
    name: 'bash with options',
    argv: ['bash', '--norc', '-k', '-O', 'extglob', '-O', 'globstar', '-O', 'dotglob'],
  },
  { name: 'zsh', argv: ['zsh', '-f'] },
  {
    name: 'zsh with options',
    argv: ['zsh', '-f'].concat(
      'extendedglob magicequalsubst globdots kshglob rcquotes braceccl shwordsplit'
        .split(' ')
        .flatMap((option) => ['-o', option]),
    ),
  },
  { name: 'mksh', argv: ['mksh'] },
  { name: 'busybox', argv: ['busybox', 'sh'] },
  { name: 'ksh', argv: ['ksh'] },
  { name: 'yash', argv: ['yash', '--norc'] },
  { name: 'bash, typed', argv: ['bash', '--norc', '--noprofile', '-i'], typed: true },
  { name: 'zsh, typed', argv: ['zsh', '-f', '-i'], typed: true },
  { name: 'mksh, typed', argv: ['mksh', '-i'], typed: true },
  { name: 'dash, typed', argv: ['dash', '-i'], typed: true },
  { name: 'busybox, typed', argv: ['busybox', 'sh', '-i'], typed: true },
  { name: 'ksh, typed', argv: ['ksh', '-i'], typed: true },
  { name: 'yash, typed', argv: ['yash', '--norc', '-i'], typed: true },
];

/** Those that are installed. */
export function shellsHere(): readonly RealShell[] {
  return CANDIDATES.filter(
    ({ argv: [program = ''], typed }) =>
      pathOf(program) !== '' && !(typed && pathOf('setsid') === ''),
  );
}

function pathOf(program: string): string {
  const found = spawnSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return found.stdout.trim();
}

const FILES = ['src/a.ts', 'src/b.ts', '-n', '--output=out', 'evil', '.env'];
/** The number of the line, for the programs that it starts: some shells do not wait for all of a pipeline. */
const LINE = 'ACP_LINE';
const END = '--end--';

/** A folder in which lines may run, and which is to stay as it is. */
export class Sandbox {
  readonly #base = mkdtempSync(join(tmpdir(), 'acp-shells-'));
  readonly #cwd = join(this.#base, 'cwd');
  readonly #log = join(this.#base, 'log');

  /** What every program in it does: one write for each call, as those of a pipeline run at the same time. */
  readonly #script =
    `#!/bin/sh\nprintf '%s\\0' "$${LINE}" "\${0##*/}" "$@" '${END}' >>'${this.#log}'\n`;

  /** @param programs what is found in PATH */
  constructor(programs: readonly string[]) {
    const bin = join(this.#base, 'bin');
    mkdirSync(bin);
    mkdirSync(join(this.#base, 'home'));
    for (const name of programs) {
      writeFileSync(join(bin, name), this.#script, { mode: 0o755 });
    }
    this.#restore();
  }

  [Symbol.dispose](): void {
    rmSync(this.#base, { recursive: true, force: true });
  }

  /** What each of the lines started; a text instead when the folder is not what it was. */
  run(shell: RealShell, lines: readonly string[]): Runs[] | string {
    writeFileSync(this.#log, '');
    const [program = '', ...options] = shell.argv;
    const quoted = (line: string): string => `'${line.replaceAll("'", `'\\''`)}'`;
    const input = lines
      .map((line, index) => {
        const run = shell.typed ? line : `(eval ${quoted(line)})`;
        return `${LINE}=${index}; export ${LINE}\n${run}\n`;
      })
      .join('');
    const script = join(this.#base, 'script');
    writeFileSync(script, input);
    // Typed at a terminal of ours, an interactive shell would stop, or take it.
    const start = shell.typed ? ['setsid', '-w', pathOf(program)] : [pathOf(program)];
    const [first = '', ...rest] = [...start, ...options, ...(shell.typed ? [] : [script])];
    const { error, signal } = spawnSync(pathOf(first), rest, {
      cwd: this.#cwd,
      env: { PATH: join(this.#base, 'bin'), HOME: join(this.#base, 'home'), HISTFILE: '/dev/null' },
      input: shell.typed ? input : '',
      timeout: 60_000,
      // Whoever still runs holds one of the pipes: these end when all is done.
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      maxBuffer: Number.POSITIVE_INFINITY,
    });
    if (error ?? signal) return `${shell.name} ended with ${error?.message ?? signal}`;
    const left = this.#left();
    if (left !== FILES_LEFT) {
      this.#restore();
      return `${shell.name} left ${left}`;
    }
    return this.#runs(lines.length);
  }

  #restore(): void {
    rmSync(this.#cwd, { recursive: true, force: true });
    mkdirSync(join(this.#cwd, 'src'), { recursive: true });
    for (const name of FILES) writeFileSync(join(this.#cwd, name), this.#script, { mode: 0o755 });
  }

  #left(): string {
    return readdirSync(this.#cwd, { recursive: true }).map(String).sort().join(' ');
  }

  /** The calls in the log, by the line that they belong to. */
  #runs(count: number): Runs[] {
    const runs: string[][][] = Array.from({ length: count }, () => []);
    let call: string[] = [];
    for (const word of readFileSync(this.#log, 'utf8').split('\0')) {
      if (word !== END) {
        call.push(word);
        continue;
      }
      const [line, ...argv] = call;
      runs[Number(line)]?.push(argv);
      call = [];
    }
    return runs;
  }
}

const FILES_LEFT = [...FILES, 'src'].sort().join(' ');
