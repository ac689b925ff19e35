import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globMatches, wordMatches } from '../../../src/base/glob';
import type { PermissionRequest } from '../../../src/model/state';
import type { ToolKind } from '../../../src/protocol/schema.gen';
import { askedCommands, askedPaths } from '../../../src/rules/asked';
import { decide } from '../../../src/rules/decide';
import { configuredRules, EFFECTS, parseRule, type Rule, ruleText } from '../../../src/rules/rule';
import { around, request, rule } from '../../support/rules';

const at = (kind: ToolKind, ...paths: string[]) =>
  request({ kind, locations: paths.map((path) => ({ path })) });

const answer = (asked: PermissionRequest, ...rules: string[]) =>
  decide(asked, rules.map(rule), around).effect;

describe('a rule', () => {
  it('without conditions holds for everything', () => {
    expect(answer(request(), 'allow')).toBe('allow');
    expect(answer(request(), 'deny')).toBe('deny');
    expect(answer(request())).toBe('ask');
  });

  it('holds by kind, tool and agent', () => {
    const asked = request({ kind: 'read', name: 'mcp__files__read' });
    expect(answer(asked, 'allow kind=read')).toBe('allow');
    expect(answer(asked, 'allow kind=edit')).toBe('ask');
    expect(answer(asked, 'allow tool=mcp__files__*')).toBe('allow');
    expect(answer(asked, 'allow tool=mcp__files')).toBe('ask');
    expect(answer(asked, 'allow agent=claude')).toBe('allow');
    expect(answer(asked, 'allow agent=codex')).toBe('ask');
    expect(answer(asked, 'allow kind=read agent=codex')).toBe('ask');
    expect(answer(request({ title: 'Bash' }), 'allow tool=Bash')).toBe('ask');
  });

  it('holds by path, for all the paths of a request', () => {
    expect(answer(at('edit', '/project/src/a.ts'), 'allow path=src/**')).toBe('allow');
    expect(answer(at('edit', 'src/a.ts'), 'allow path=src/**')).toBe('allow');
    expect(answer(at('edit', '/project/src/../.env'), 'allow path=src/**')).toBe('ask');
    expect(answer(at('edit', '/project/srcs/a'), 'allow path=src/**')).toBe('ask');
    expect(answer(at('edit', 'src/a', 'b'), 'allow path=src/**')).toBe('ask');
    expect(answer(at('edit', 'src/a', 'b'), 'deny path=src/**')).toBe('deny');
    expect(answer(at('read', '/home/user/.ssh/id'), 'deny path=~/.ssh/**')).toBe('deny');
    expect(answer(at('edit'), 'allow path=**')).toBe('ask');
    expect(answer(at('edit', `/project/${'a'.repeat(2000)}`), 'allow')).toBe('ask');
  });

  it('finds paths in diffs and in the input, wherever they are, and file addresses', () => {
    const asked = request({
      content: [{ type: 'diff', path: '/project/a', newText: '' }],
      locations: [{ path: '/project/b' }],
      rawInput: {
        file_path: 'c',
        newPath: 'file:///project/d%20e',
        paths: ['f', 7],
        edits: [{ filePath: 'g', file_text: 'not/a/path' }],
        content: { directory: 'h' },
      },
    });
    expect(askedPaths(asked)).toEqual([
      '/project/b',
      '/project/a',
      'c',
      '/project/d e',
      'f',
      'g',
      'h',
    ]);
  });

  it('follows links: what allows must hold for where they lead, what denies for either', () => {
    const realPath = (path: string) =>
      path.replace('/project/link', '/etc').replace('/project', '/real');
    const linked = (path: string, ...rules: string[]) =>
      decide(at('edit', path), rules.map(rule), { ...around, realPath }).effect;
    expect(linked('src/a', 'allow path=src/**')).toBe('allow');
    expect(linked('link/passwd', 'allow path=**', 'deny path=/etc/**')).toBe('deny');
    expect(linked('link/passwd', 'allow path=link/**')).toBe('ask');
    expect(linked('link/passwd', 'allow path=link/**', 'deny path=link/*')).toBe('deny');
  });

  it('may deny a path that a command mentions, and does not allow a command by its paths', () => {
    const run = (command: string) => request({ kind: 'execute', rawInput: { command } });
    expect(answer(run('cat .env'), 'allow command=cat', 'deny path=.env')).toBe('deny');
    expect(answer(run('cat src/a'), 'allow path=src/**')).toBe('ask');
    expect(answer(run('cat src/a'), 'allow kind=execute')).toBe('allow');
  });

  it('for commands reads every form of them, and only the command itself', () => {
    const runs = (rawInput: unknown, kind: ToolKind = 'execute') =>
      answer(
        request({ kind, title: 'git status', rawInput }),
        'allow command=git status',
        'deny command=rm',
      );
    expect(runs({ command: 'git status' })).toBe('allow');
    expect(runs({ cmd: 'git status' })).toBe('allow');
    expect(runs({ script: 'git status' })).toBe('allow');
    expect(runs({ command: 'git status --short' })).toBe('ask');
    expect(runs({ command: ['git', 'status'] })).toBe('allow');
    // One word, or a line: who knows.
    expect(runs({ command: ['git status'] })).toBe('ask');
    expect(runs({ commands: ['git', 'status'] })).toBe('ask');
    expect(runs({ commands: ['git status', 'rm x'] })).toBe('deny');
    expect(runs({ command: ['bash', '-lc', 'git status'] })).toBe('allow');
    expect(runs({ command: ['bash', '-lc', 'git status; rm x'] })).toBe('deny');
    expect(runs({ command: 'git', args: ['status'] })).toBe('allow');
    expect(runs({ command: 'git', args: ['status', '--short'] })).toBe('ask');
    expect(runs({ command: 'git', args: ['status; rm x'] })).toBe('ask');
    expect(runs({ command: 'git status', args: [] })).toBe('allow');
    expect(runs({ command: 'git status', args: ['x'] })).toBe('ask');
    expect(runs({ command: ['git', 'status'], args: ['x'] })).toBe('ask');
    expect(runs({ command: { run: 'git status' } })).toBe('ask');
    expect(runs({ command: ['git', 1] })).toBe('ask');
    expect(runs({ command: 'git status', cmd: 'rm x' })).toBe('deny');
    expect(runs({ command: 'git status', script: 'make' })).toBe('ask');
    expect(runs({ command: 'git status', cwd: '/project/sub' })).toBe('allow');
    expect(runs({ command: 'git status', cwd: '/elsewhere' })).toBe('ask');
    expect(runs({ command: 'git status', workdir: '../x' })).toBe('ask');
    expect(runs({})).toBe('ask');
    expect(runs(undefined)).toBe('ask');
    expect(runs('git status')).toBe('ask');
    // The title says "git status" in all of these.
    expect(runs({ command: 'make' })).toBe('ask');
  });

  it('that allows a kind does not allow a command under that name', () => {
    const asked = request({ kind: 'read', rawInput: { command: 'cat x > /project/y' } });
    expect(answer(asked, 'allow kind=read')).toBe('ask');
    expect(answer(asked, 'allow kind=read', 'allow command=cat')).toBe('ask');
    expect(answer(asked, 'allow command=cat *', 'allow kind=edit')).toBe('ask');
    const plain = request({ kind: 'read', rawInput: { command: 'cat x' } });
    expect(answer(plain, 'allow kind=read')).toBe('ask');
    expect(answer(plain, 'allow command=cat *')).toBe('allow');
    expect(answer(asked, 'allow', 'deny kind=read')).toBe('deny');
  });

  it('knows tools that call what they edit a command', () => {
    const asked = request({ kind: 'edit', rawInput: { command: 'create', path: 'src/a' } });
    expect(answer(asked, 'allow kind=edit path=src/**')).toBe('allow');
    const other = request({ kind: 'edit', rawInput: { command: 'create' } });
    expect(answer(other, 'allow kind=edit path=src/**')).toBe('ask');
  });

  it('never opens a link, and may deny it', () => {
    const link = request({ kind: 'fetch', rawInput: { url: 'https://example.com' } });
    expect(answer(link, 'allow', 'allow kind=fetch')).toBe('ask');
    expect(answer(link, 'deny kind=fetch')).toBe('deny');
    expect(decide(link, [rule('allow')], around)).toMatchObject({ final: true });
    expect(answer(request({ kind: 'fetch', title: 'Open https://x.y' }), 'allow')).toBe('ask');
    expect(answer(request({ kind: 'fetch', rawInput: { query: 'cats' } }), 'allow')).toBe('allow');
  });
});

describe('the answer', () => {
  it('says which rule gave it and why, the most specific first', () => {
    const rules = ['allow', 'allow kind=edit', 'allow path=src/**', 'allow path=src/a.ts'].map(
      rule,
    );
    const verdict = decide(at('edit', 'src/a.ts'), rules, around);
    expect(verdict).toEqual({
      effect: 'allow',
      rule: rule('allow path=src/a.ts'),
      why: '"allow path=src/a.ts" (options) is about /project/src/a.ts',
    });
  });

  it('names every rule that had a part in it', () => {
    const asked = request({ kind: 'execute', rawInput: { command: 'ls && make && ls' } });
    const rules = ['allow command=ls', 'allow command=make'];
    expect(decide(asked, rules.map(rule), around).why.split('; ')).toEqual([
      '"allow command=ls" (options) is about the command "ls"',
      '"allow command=make" (options) is about the command "make"',
    ]);
  });

  it('says why no rule gave it', () => {
    const asked = request({ kind: 'execute', rawInput: { command: 'make "' } });
    expect(decide(asked, [], around).why).toBe(
      'only you can tell: it is no plain command, because of an unclosed "',
    );
    expect(decide(request(), [], around).why).toBe('no rule is about "edit"');
  });

  it('shows agents’ texts on one line and harmless', () => {
    const asked = at('edit', '/project/a\n\x1b[31m\u202eb');
    expect(decide(asked, [rule('deny')], around).why).toMatch(/about \/project\/a <U\+202E>b$/);
  });

  it('has commands as text', () => {
    expect(askedCommands(request({ rawInput: { command: 'git', args: ['x'] } }))).toBe('git x');
    expect(askedCommands(request({ rawInput: { cmd: ['a', 'b'] } }))).toBe('a b');
    expect(askedCommands(request({ rawInput: { x: 1 } }))).toBeUndefined();
  });
});

describe('rules as text', () => {
  it.each([
    'allow',
    'deny path=**/.env',
    'ask tool=Bash kind=execute command=git push --force agent=claude',
    'allow command=GREETING=hi npm start',
    'allow command=env A=1 B=2 make X=3',
  ])('stay what they are: %s', (text) => {
    expect(ruleText(rule(text))).toBe(text);
  });

  it.each(['', 'perhaps', 'allow everything', 'allow colour=red', 'allow kind=', 'deny path'])(
    'that are wrong are refused: "%s"',
    (text) => {
      expect(parseRule(text, 'session')).toMatch(/^expected allow, ask or deny and tool=… /);
    },
  );

  it('come from the options as tables', () => {
    const list = [
      { allow: true, kind: 'read' },
      { deny: true, command: 'rm' },
    ];
    expect(configuredRules(list)).toEqual({
      rules: [
        { effect: 'allow', source: 'options', kind: 'read' },
        { effect: 'deny', source: 'options', command: 'rm' },
      ],
      problems: [],
    });
    expect(configuredRules([...list, {}, null, 3]).problems).toHaveLength(3);
  });
});

describe('globs', () => {
  it.each([
    ['/a/*', '/a/b', true],
    ['/a/*', '/a/b/c', false],
    ['/a/**', '/a/b/c', true],
    ['/a/**', '/a', true],
    ['/a/**', '/ab', false],
    ['**/.env', '/a/b/.env', true],
    ['**/.env', '/.env', true],
    ['**/.env', '/a.env', false],
    ['/a/**/z', '/a/z', true],
    ['/a/**/z', '/a/b/c/z', true],
    ['/a/?.ts', '/a/b.ts', true],
    ['/a/?.ts', '/a/.ts', false],
    ['/a/*.{ts,js}', '/a/b.js', true],
    ['/a/*.{ts,js}', '/a/b.css', false],
    ['/a/[a-c]', '/a/b', true],
    ['/a/[!a-c]', '/a/b', false],
    ['/a/[!a]b', '/a//b', false],
    ['/a/\\*', '/a/*', true],
    ['/a/\\*', '/a/b', false],
    ['/a.b', '/axb', false],
    ['/a+(b)', '/a+(b)', true],
    ['/a/{b', '/a/{b', true],
    ['/[z-a]', '/[z-a]', true],
    ['/ä*', '/äö', true],
  ])('%s fits %s: %s', (pattern, path, fits) => {
    expect(globMatches(pattern, path)).toBe(fits);
  });

  it('for words know only *', () => {
    expect(wordMatches('test:*', 'test:unit/x')).toBe(true);
    expect(wordMatches('test:*', 'test')).toBe(false);
    expect(wordMatches('a?', 'ab')).toBe(false);
    expect(wordMatches('a.b*', 'axb')).toBe(false);
  });
});

// --- for all rules and requests

const words = fc.constantFrom(
  'ls',
  'rm',
  'git',
  'push',
  '-x',
  'src/a',
  '.env',
  "'",
  '$X',
  '$(rm)',
  '"',
);
const joints = fc.constantFrom(
  ' ',
  ' && ',
  ' | ',
  '; ',
  '\n',
  ' > ',
  ' $(',
  ')',
  ' `',
  "bash -c '",
);
const lines = fc
  .array(fc.tuple(words, joints), { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.flat().join(''));
const kinds = fc.constantFrom<ToolKind>('read', 'edit', 'execute', 'fetch', 'other');
const places = fc.constantFrom('src/a', '/etc/passwd', '.env', '../x');
const requests = fc
  .record({
    kind: kinds,
    line: fc.option(lines),
    place: fc.option(places),
    name: fc.option(fc.constant('Bash')),
  })
  .map(({ kind, line, place, name }) =>
    request({
      kind,
      ...(name ? { name } : {}),
      ...(line ? { rawInput: { command: line } } : {}),
      ...(place ? { locations: [{ path: place }] } : {}),
    }),
  );
const condition = (...values: string[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
const rules: fc.Arbitrary<Rule> = fc
  .record({
    effect: fc.constantFrom(...EFFECTS),
    source: fc.constantFrom<Rule['source']>('options', 'project', 'session'),
    tool: condition('Bash', '*'),
    kind: condition('read', 'edit', 'execute'),
    path: condition('src/**', '**/.env', '**'),
    command: condition('ls', 'rm', 'git', 'git push', '*'),
    agent: condition('claude', 'codex'),
  })
  .map(
    (fields) => Object.fromEntries(Object.entries(fields).filter(([, v]) => v)) as unknown as Rule,
  );
const lists = fc.array(rules, { maxLength: 6 });
const effect = (asked: PermissionRequest, list: readonly Rule[]) =>
  decide(asked, list, around).effect;

describe('for all rules', () => {
  it('a deny is never widened by any other rule', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(requests, lists, lists, (asked, list, more) => {
        fc.pre(effect(asked, list) === 'deny');
        expect(effect(asked, [...list, ...more])).toBe('deny');
        expect(effect(asked, [...more, ...list])).toBe('deny');
      }),
      { numRuns: 400 },
    );
  });

  it('adding an allow never changes a deny nor the answer of a rule that asks', () => {
    fc.assert(
      fc.property(requests, lists, rules, (asked, list, more) => {
        const before = decide(asked, list, around);
        const after = effect(asked, [...list, { ...more, effect: 'allow' }]);
        if (before.effect === 'deny') expect(after).toBe('deny');
        else if (before.final) expect(after).toBe('ask');
        else expect(['ask', 'allow']).toContain(after);
      }),
      { numRuns: 400 },
    );
  });

  it('removing or adding a deny or an ask never allows more', () => {
    const rank = { deny: 0, ask: 1, allow: 2 };
    fc.assert(
      fc.property(
        requests,
        lists,
        rules,
        fc.constantFrom('deny', 'ask'),
        (asked, list, more, strict) => {
          const before = rank[effect(asked, list)];
          const after = rank[effect(asked, [...list, { ...more, effect: strict } as Rule])];
          expect(after).toBeLessThanOrEqual(before);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('their order does not matter', () => {
    fc.assert(
      fc.property(requests, lists, (asked, list) => {
        expect(effect(asked, [...list].reverse())).toBe(effect(asked, list));
      }),
      { numRuns: 200 },
    );
  });

  it('a line that cannot be read asks, whatever is allowed', () => {
    const broken = fc.constantFrom(
      '"',
      "'",
      '`',
      '$(',
      '(',
      ')',
      '${',
      '\\',
      '\u202e',
      '; case x in',
      '$[',
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z =&|;]{0,12}$/), broken, lists, (line, end, list) => {
        const asked = request({ kind: 'execute', rawInput: { command: `x; ${line} ${end}` } });
        const allows = list.map((one) => ({ ...one, effect: 'allow' as const }));
        expect(effect(asked, allows)).toBe('ask');
      }),
      { numRuns: 400 },
    );
  });

  it('any text at all is answered, and quickly', () => {
    const bits = fc.constantFrom(
      ...'"\'`$(){}[]<>|&;\\ \n#!~=*?-',
      'EOF',
      '<<EOF',
      '$((',
      '))',
      'ls',
      'sudo ',
      'for ',
      'do ',
    );
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 60 }), (pieces) => {
        const asked = request({ kind: 'execute', rawInput: { command: pieces.join('') } });
        expect(['ask', 'allow']).toContain(effect(asked, [rule('allow command=ls')]));
      }),
      { numRuns: 2000 },
    );
  });
});
