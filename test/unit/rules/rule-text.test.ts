import { describe, expect, it } from 'vitest';
import { isPathKey, pathsIn } from '../../../src/model/raw-input';
import { askedCommands, askedPaths } from '../../../src/rules/asked';
import { configuredRules, parseRule, ruleJson, ruleOf, ruleText } from '../../../src/rules/rule';
import { suggestRules } from '../../../src/rules/suggest';
import { around, command, request, rule } from '../../support/rules';

const OBJECT = 'expected { allow|ask|deny = true, tool|kind|path|command|agent = "…" }';
const SHAPE = 'expected allow, ask or deny and tool=… kind=… path=… command=… agent=…';

describe('a rule as text', () => {
  it('may be written with blanks around its parts', () => {
    expect(parseRule('  deny   path=a b   kind=edit ', 'session')).toEqual({
      effect: 'deny',
      source: 'session',
      path: 'a b',
      kind: 'edit',
    });
    expect(parseRule('allow command= make ', 'session')).toMatchObject({ command: 'make' });
    expect(parseRule('allow command=a\nb', 'session')).toMatchObject({ command: 'a\nb' });
  });

  it.each([
    ['perhaps path=a', `${SHAPE}, got "perhaps"`],
    ['', `${SHAPE}, got ""`],
    ['allow colour=red', `${SHAPE}, got "colour=red"`],
    ['allow path=', `${SHAPE}, got "path="`],
    ['allow kind=nonsense', /^expected one of read, edit, delete, .*, other, got "kind=nonsense"$/],
    ['allow path=a command=b', /^a path says nothing about the other words of a command/],
  ])('says what is wrong with it: %s', (text, wrong) => {
    const said = parseRule(text, 'session');
    if (typeof wrong === 'string') expect(said).toBe(wrong);
    else expect(said).toMatch(wrong);
  });

  it('may deny or ask about a path together with a command', () => {
    expect(ruleText(rule('deny path=a command=b'))).toBe('deny path=a command=b');
    expect(ruleText(rule('ask path=a command=b'))).toBe('ask path=a command=b');
  });

  it.each('read edit delete move search execute think fetch switch_mode other'.split(' '))(
    'knows the kind %s',
    (kind) => {
      expect(parseRule(`allow kind=${kind}`, 'session')).toMatchObject({ kind });
    },
  );

  it('has the words of a command to itself, but for the names of conditions', () => {
    expect(rule('allow command=A=1 make B=2 agent=x')).toMatchObject({
      command: 'A=1 make B=2',
      agent: 'x',
    });
  });
});

describe('a rule of a file', () => {
  it('is what its text is', () => {
    const item = { allow: true, tool: 'T', kind: 'read' };
    const made = ruleOf(item, 'project');
    expect(made).toEqual({ effect: 'allow', source: 'project', tool: 'T', kind: 'read' });
    if (typeof made !== 'string') {
      expect(ruleJson(made)).toBe('{ "allow": true, "tool": "T", "kind": "read" }');
      expect(JSON.parse(ruleJson(made))).toEqual(item);
    }
    expect(ruleOf({ deny: true }, 'project')).toEqual({ effect: 'deny', source: 'project' });
  });

  it.each([
    [null],
    ['allow'],
    [[]],
    [{}],
    [{ allow: false }],
    [{ allow: 'yes' }],
    [{ allow: true, deny: true }],
    [{ allow: true, ask: false }],
    [{ allow: true, colour: 'red' }],
    [{ allow: true, path: 7 }],
    [{ allow: true, path: ' ' }],
    [{ kind: 'read' }],
  ])('is none in another form: %j', (item) => {
    expect(ruleOf(item, 'project')).toBe(OBJECT);
  });

  it('is checked as its text is', () => {
    expect(ruleOf({ allow: true, kind: 'x' }, 'project')).toMatch(/^expected one of read/);
    expect(ruleOf({ allow: true, path: 'a', command: 'b' }, 'project')).toMatch(/^a path says/);
  });

  it('of the options is reported by its number when it is wrong, and then none of them allows anything', () => {
    const list = [
      { allow: true },
      { ask: true, tool: 7 },
      { deny: true, path: 'a' },
      'x',
      { ask: true },
    ];
    expect(configuredRules(list)).toEqual({
      rules: [
        { effect: 'deny', source: 'options', path: 'a' },
        { effect: 'ask', source: 'options' },
      ],
      problems: [
        `permissions.rules[2]: ${OBJECT}, got {"ask":true,"tool":7}`,
        `permissions.rules[4]: ${OBJECT}, got "x"`,
      ],
    });
  });

  it('of the options is reported in short', () => {
    const [problem = ''] = configuredRules([{ allow: true, colour: 'x'.repeat(9999) }]).problems;
    expect(problem.length).toBeLessThan(300);
  });
});

describe('what a request names', () => {
  it('is each of its commands, on a line of its own', () => {
    const said = (rawInput: unknown) => askedCommands(request({ rawInput }));
    expect(said({ command: 'a', args: ['b', 'c'], script: 'd' })).toBe('a b c\nd');
    expect(said({ commands: ['a', 'b'] })).toBe('a b');
    expect(said({ command: 'a', args: 'b' })).toBe('a');
    expect(said({ command: 7, cmd: 'b' })).toBe('b');
    expect(said({ args: ['b'] })).toBeUndefined();
  });

  it('is each of its paths, once', () => {
    const asked = request({
      content: [
        { type: 'diff', path: 'a', newText: '' },
        { type: 'content', content: { type: 'text', text: 'x' } },
      ],
      locations: [{ path: 'a' }, { path: '' }],
      rawInput: { path: 'a', file_path: '' },
    });
    expect(askedPaths(asked)).toEqual(['a']);
  });

  it('is no deeper in its input than people look', () => {
    const nest = (depth: number): unknown => (depth === 0 ? { path: 'a' } : { x: nest(depth - 1) });
    expect(pathsIn(nest(4), isPathKey)).toEqual(['a']);
    expect(pathsIn(nest(5), isPathKey)).toEqual([]);
    expect([
      pathsIn(null, isPathKey),
      pathsIn('path', isPathKey),
      pathsIn({ path: null }, isPathKey),
    ]).toEqual([[], [], []]);
  });

  it('may be a path as an address', () => {
    const of = (path: string) => pathsIn({ path }, isPathKey);
    expect(of('file:///a%20b')).toEqual(['/a b']);
    expect(of('file:///a%')).toEqual(['file:///a%']);
    expect(of('http://a/b')).toEqual(['http://a/b']);
    expect(pathsIn({ paths: ['file:///a', '', 7], other: ['b'] }, isPathKey)).toEqual(['/a']);
  });
});

describe('suggested rules', () => {
  const suggested = (asked = request()) => suggestRules(asked, [], around);

  it('are no more than people read', () => {
    const line = (count: number) => Array.from({ length: count }, (_, i) => `make ${i}`).join('; ');
    expect(suggested(command(line(8))).rules).toHaveLength(8);
    expect(suggested(command(line(9)))).toEqual({ rules: [], why: 'it would take 9 rules' });
    expect(suggested(command('make; make')).rules).toEqual(['allow command=make']);
  });

  it('name the tool where not all of the input is known', () => {
    const asked = { name: 'T', rawInput: { path: 'a', unheard: 1 } };
    expect(suggested(request(asked)).rules).toEqual(['allow tool=T kind=edit path=a']);
    expect(suggested(request({ ...asked, rawInput: { path: 'a' } })).rules).toEqual([
      'allow kind=edit path=a',
    ]);
    expect(suggested(request({ rawInput: { unheard: 1 } })).rules).toEqual([]);
  });

  it('name paths as seen from the folder of the session', () => {
    const at = (path: string, cwd: string) =>
      suggestRules(request({ locations: [{ path }] }), [], { ...around, cwd }).rules;
    expect(at('/project/a', '/project')).toEqual(['allow kind=edit path=a']);
    expect(at('/projects/a', '/project')).toEqual(['allow kind=edit path=/projects/a']);
    expect(at('/a', '/')).toEqual(['allow kind=edit path=a']);
  });
});
