import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/rules/decide';
import { type PlainCommand, readPlainLine } from '../../../src/rules/shell/plain-line';
import { linesOf, randomAttacks } from '../../support/attack-lines';
import { type RealShell, Sandbox, shellsHere } from '../../support/real-shells';
import { around, command, rule } from '../../support/rules';

const ALLOWS = ['npm test', 'git log', 'ls', 'cat'].flatMap((name) => [
  rule(`allow command=${name}`),
  rule(`allow command=${name} *`),
]);
const RULES = [...ALLOWS, rule('deny path=**/.env*')];

/** The same attacks every time, unless another seed is given. */
const SEED = Number(process.env.ACP_ATTACK_SEED ?? 20_261);
const RANDOM = Number(process.env.ACP_ATTACK_LINES ?? 5000);
/** As many are run in every shell. */
const MAX_RUN = Math.ceil(RANDOM / 32);

const PROGRAMS = ['npm', 'git', 'ls', 'cat', 'pwn', 'evil', 'sh', 'out', 'a', 'b', 'x'];

const isAllowed = (line: string, rules = ALLOWS): boolean =>
  decide(command(line), rules, around).effect === 'allow';

/** Plain lines of every kind, so that not only fragments are run. */
const PLAIN = [
  'ls',
  '  ls  ',
  'ls\n',
  'npm test && git log --oneline -n5 | cat',
  'ls \'a b\' "c d" e\'f\'g"h" "it\'s" \'say "x"\'',
  "ls '$x' \"#;&|<>(){}[]*?~^%\" '`a`'",
  'ls;ls;ls||cat|cat',
  'npm test 2>&1 | cat',
  'npm test >/dev/null 2>/dev/null </dev/null',
  'npm test 1> /dev/null 2>&1;ls',
  'ls src/*.ts src/*',
  'ls no/such/*',
  "'ls' -la",
  'l"s" -"la"',
  'git log --format=%h,%s -- src/a.ts',
  'ls a:b x,y 50% a@b a+b -1',
];

function programsOf(line: string): string[] {
  const reading = readPlainLine(line);
  return 'uncertainty' in reading ? [] : reading.commands.map(({ words }) => words[0].text);
}

/** Whether a shell started what was judged, and nothing else: all commands succeed, so what is behind || is not run. */
function isAsJudged(runs: readonly (readonly string[])[], line: string): boolean {
  const reading = readPlainLine(line);
  if ('uncertainty' in reading) return false;
  const open = [...reading.commands];
  const known = runs.every((argv) => {
    const at = open.findIndex((one) => isCallOf(one, argv));
    if (at >= 0) open.splice(at, 1);
    return at >= 0;
  });
  // Where no file fits a pattern, zsh runs nothing.
  const mayBeLeft = line.includes('||') || line.includes('*');
  return known && (open.length === 0 || mayBeLeft);
}

function isCallOf({ words }: PlainCommand, argv: readonly string[]): boolean {
  const [word, ...rest] = words;
  const exact = (index: number): boolean => words[index]?.text === argv[index];
  if (!words.some(({ pattern }) => pattern)) {
    return words.length === argv.length && argv.every((_, index) => exact(index));
  }
  const fits = (text: string, pattern: string): boolean =>
    text === pattern || text.startsWith(pattern.slice(0, pattern.indexOf('*')));
  return (
    word.text === argv[0] &&
    argv.length >= words.length &&
    argv
      .slice(1)
      .every((text) => rest.some((one) => (one.pattern ? fits(text, one.text) : one.text === text)))
  );
}

/** The lines that a shell read differently, found by halves when all together have left something. */
function differing(sandbox: Sandbox, shell: RealShell, lines: readonly string[]): string[] {
  const runs = sandbox.run(shell, lines);
  if (typeof runs !== 'string') {
    return lines.flatMap((line, index) =>
      isAsJudged(runs[index] ?? [], line)
        ? []
        : [`${shell.name}: ${JSON.stringify(line)} ran ${JSON.stringify(runs[index])}`],
    );
  }
  if (lines.length < 2) return [`${runs}: ${JSON.stringify(lines[0])}`];
  const half = Math.ceil(lines.length / 2);
  return [lines.slice(0, half), lines.slice(half)].flatMap((some) =>
    differing(sandbox, shell, some),
  );
}

const HOSTILE = linesOf('hostile-lines');
const SECRET = linesOf('secret-lines');

describe('no rule allows', () => {
  it('what is more than three hundred lines', () => {
    expect(HOSTILE.length).toBeGreaterThan(300);
  });

  it.each(HOSTILE.map((line) => [line]))('%j', (line) => {
    expect(decide(command(line), RULES, around).effect).not.toBe('allow');
  });
});

describe('a denied file is asked about at least, though all else is allowed', () => {
  const programs = [...new Set(SECRET.map((line) => line.split(' ')[0] ?? ''))];
  const generous = [
    rule('allow'),
    rule('allow kind=execute'),
    ...programs
      .filter((name) => /^\w+$/.test(name))
      .flatMap((name) => [rule(`allow command=${name}`), rule(`allow command=${name} *`)]),
    ...['git log *', 'git show *', 'git diff *'].map((text) => rule(`allow command=${text}`)),
    rule('deny path=**/.env*'),
  ];
  const realPath = (path: string): string => (path === '/project/link' ? '/project/.env' : path);

  it.each(SECRET.map((line) => [line]))('%j', (line) => {
    const { effect } = decide(command(line), generous, { ...around, realPath });
    expect(effect).not.toBe('allow');
    // For what an agent runs without asking, only that counts which a rule says.
    const unasked = decide(command(line), [rule('deny path=**/.env*')], { ...around, realPath });
    expect(unasked).toMatchObject({ rule: { effect: 'deny' } });
  });
});

const posix = process.platform === 'win32' ? describe.skip : describe;

posix('in real shells', () => {
  it.each(shellsHere().filter(({ typed }) => !typed))(
    '$name: what a line does is noticed',
    (shell) => {
      using sandbox = new Sandbox(PROGRAMS);
      expect(sandbox.run(shell, ['ls "$(pwn)"', 'ls'])).toEqual([[['pwn'], ['ls', '']], [['ls']]]);
      expect(sandbox.run(shell, ['ls > out'])).toContain('left');
      expect(differing(sandbox, shell, ['ls', 'ls > out', 'ls'])).toHaveLength(1);
      expect(differing(sandbox, shell, ['ls "$(pwn)"', 'ls a'])).toHaveLength(1);
    },
  );

  // With all plain lines allowed, more of them are run; they are held against what was judged all the same.
  const generous = [...ALLOWS, ...PROGRAMS.map((name) => rule(`allow command=${name} **`))];
  const random = randomAttacks(SEED, RANDOM).filter(
    (line) =>
      isAllowed(line, generous) && programsOf(line).every((name) => PROGRAMS.includes(name)),
  );
  const lines = [...PLAIN, ...random.slice(0, MAX_RUN)];

  it(`random lines are plain often enough, and never name what is denied (seed ${SEED})`, () => {
    expect(PLAIN.filter((line) => !isAllowed(line))).toEqual([]);
    expect(random.length).toBeGreaterThan(100);
    // `..env` is another file.
    const secret = random.filter((line) => /(?<!\.)\.env/.test(line));
    expect(secret.length).toBeGreaterThan(5);
    expect(secret.filter((line) => isAllowed(line, [...RULES, ...generous]))).toEqual([]);
  });

  it.each(shellsHere())(
    `$name: what rules allow runs just as judged, and does no harm (seed ${SEED})`,
    { timeout: 120_000 },
    (shell) => {
      using sandbox = new Sandbox(PROGRAMS);
      const typed = lines.map((line) => line.replace(/\n$/, ''));
      expect(differing(sandbox, shell, typed)).toEqual([]);
    },
  );
});
