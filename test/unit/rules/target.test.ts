import { describe, expect, it } from 'vitest';
import type { PermissionRequest } from '../../../src/model/state';
import type { ToolKind } from '../../../src/protocol/schema.gen';
import { decide } from '../../../src/rules/decide';
import { type RuleContext, ruleTargetsOf } from '../../../src/rules/target';
import { around, command, request, rule } from '../../support/rules';

const run = (rawInput: unknown, kind: ToolKind = 'execute', name?: string) =>
  request({ kind, rawInput, ...(name ? { name } : {}) });
const at = (path: string) => request({ locations: [{ path }] });
const uncertainties = (asked: PermissionRequest) => ruleTargetsOf(asked, around).uncertainties;
const answer = (asked: PermissionRequest, ...rules: string[]) =>
  decide(asked, rules.map(rule), around).effect;

describe('only the user can tell', () => {
  it.each<[uncertainty: string, asked: PermissionRequest]>([
    ['no command is given', run({})],
    ['it opens a link', run({ url: 'https://x.y' }, 'fetch')],
    ['it runs in /else', run({ command: 'ls', cwd: '/else' })],
    ['it goes to another folder first', command('cd a && ls')],
    ['it goes to another folder first', command('ls; popd')],
    ['a path that goes down and up again', at('a/../b')],
    ['a path that goes down and up again', at('../a/../b')],
    ['a path that goes down and up again', at('a\\..\\b')],
    ['a path that may be read as another', at('~/a')],
    ['a path that may be read as another', at('a ')],
    ['a path that may be read as another', at('ab:c')],
    ['a very long path', at('a'.repeat(1025))],
    ['where "a/../b" leads', command('ls a/../b')],
    ['where "/proc" leads', command('ls /proc')],
    ['where "/proc/self" leads', command('ls /proc/self')],
  ])('%s', (uncertainty, asked) => {
    expect(uncertainties(asked)).toContain(uncertainty);
  });

  it('in which of two folders a command runs', () => {
    expect(uncertainties(run({ command: 'ls', cwd: 'a', dir: 'b' }))).toEqual([
      'it names more than one folder to run in',
    ]);
    expect(uncertainties(run({ command: 'ls', cwd: 'a', dir: '/project/a' }))).toEqual([]);
  });

  it.each([
    at('a'),
    at('./a'),
    at('/a//b/.'),
    at('./../a'),
    at('../../a'),
    at('..'),
    at('a..b/..c'),
    at('a'.repeat(1024)),
    command('ls ../a /process /a/proc2'),
    command('cd a'),
    command('abcd && cdx'),
    run({}, 'edit'),
    run({ url: 'https://x.y' }, 'edit'),
    run({ command: 'ls', cwd: '/project' }),
  ])('not about what is plain: %j', (asked) => {
    expect(uncertainties(asked)).toEqual([]);
  });
});

describe('what a request is about', () => {
  const files = (asked: PermissionRequest) =>
    ruleTargetsOf(asked, around).consents.flatMap(({ paths, kinds }) =>
      paths.map((path) => [path, ...kinds]),
    );

  it.each<ToolKind>(['execute', 'read', 'search'])(
    'is the command alone when it only looks at files: %s',
    (kind) => {
      const asked = { ...run({ command: 'cat a' }, kind), locations: [{ path: 'a' }] };
      expect(files(asked)).toEqual([]);
      expect(answer(asked, 'allow command=cat *')).toBe('allow');
      expect(answer(asked, 'allow', 'deny path=a')).toBe('deny');
    },
  );

  it('is the command and the files that it says to change', () => {
    const locations = [{ path: 'a' }];
    const content = [
      { type: 'diff', path: 'b', newText: '' },
      { type: 'content', content: { type: 'text', text: 'path' } },
    ] as const;
    expect(files({ ...run({ command: 'cat a' }), locations, content })).toEqual([
      ['/project/b', 'edit'],
    ]);
    expect(files({ ...run({ command: 'cat a' }, 'edit'), locations, content })).toEqual([
      ['/project/a', 'edit'],
      ['/project/b', 'edit'],
    ]);
  });

  it('are the files that it names in every folder that it may run in', () => {
    expect(answer(run({ command: 'cat a', cwd: 'sub' }), 'allow', 'deny path=sub/a')).toBe('deny');
    expect(answer(run({ command: 'cat a', cwd: 'sub' }), 'allow', 'deny path=a')).toBe('allow');
    const asked = { ...run({ command: 'make', cwd: 'sub' }), locations: [{ path: 'a' }] };
    expect(answer(asked, 'allow', 'deny path=sub/a')).toBe('deny');
    expect(answer(asked, 'allow', 'deny path=a')).toBe('deny');
  });

  it('is a command, whatever kind of tool runs it', () => {
    const asked = run({ command: 'make > out' }, 'other');
    expect(answer(asked, 'deny kind=execute')).toBe('deny');
    expect(answer(asked, 'deny kind=other')).toBe('deny');
    expect(answer(asked, 'deny kind=execute command=make')).toBe('deny');
    expect(answer(asked, 'deny kind=execute path=out')).toBe('deny');
    expect(answer(asked, 'deny kind=edit path=out')).toBe('deny');
    expect(answer(asked, 'deny kind=read path=out')).toBe('ask');
  });

  it('are the files of a command by where they really are, too', () => {
    const realPath = (path: string) => path.replace('/project/link', '/etc');
    const denied = (line: string) =>
      decide(command(line), [rule('deny path=/etc/**')], { ...around, realPath }).effect;
    expect(denied('cat link/x')).toBe('deny');
    expect(denied('cat other/x')).toBe('ask');
    expect(denied('make > link/x')).toBe('deny');
  });

  it('are those that a pattern stands for, too, by where they really are', () => {
    const realPath = (path: string) => path.replace('/project/link', '/etc');
    const filesMatching = (pattern: string) =>
      pattern === '/project/l*/x' ? ['/project/link/x'] : [];
    const rules = ['allow command=cat *', 'deny path=/etc/**'].map(rule);
    const verdict = (line: string, context: RuleContext = { ...around, realPath, filesMatching }) =>
      decide(command(line), rules, context).effect;
    expect(verdict('cat l*/x')).toBe('deny');
    expect(verdict('cat m*/x')).toBe('allow');
    expect(verdict('cat m*', { ...around, realPath, filesMatching: () => undefined })).toBe('ask');
    expect(verdict(`cat ${'m* '.repeat(17)}`)).toBe('ask');
  });
});

describe('the command of a request', () => {
  it.each(['code', 'commands', 'script'])('is under "%s" only where a tool executes', (key) => {
    expect(answer(run({ [key]: 'rm x' }), 'deny command=rm')).toBe('deny');
    expect(answer(run({ [key]: 'rm x' }, 'other', 'T'), 'allow tool=T', 'deny command=rm')).toBe(
      'allow',
    );
  });

  it.each(['command', 'cmd', 'argv'])('is under "%s" in every tool', (key) => {
    expect(answer(run({ [key]: 'rm x' }, 'other'), 'deny command=rm')).toBe('deny');
  });

  it.each(['view', 'create', 'str_replace', 'insert', 'undo_edit'])(
    'is not what a tool that edits files says it does: %s',
    (verb) => {
      const rules = [`deny command=${verb}`, 'allow'];
      expect(answer(run({ command: verb, path: 'a' }, 'edit'), ...rules)).toBe('allow');
      expect(answer(run({ command: verb }, 'edit'), ...rules)).toBe('deny');
      expect(answer(run({ command: verb, path: 'a' }), ...rules)).toBe('deny');
    },
  );

  it('may be what runs, though files are named beside it', () => {
    expect(answer(run({ command: 'rm', path: 'a' }, 'edit'), 'deny command=rm')).toBe('deny');
    expect(answer(run({ command: ['create'], path: 'a' }, 'edit'), 'deny command=create')).toBe(
      'deny',
    );
  });

  it('may be any in a form that is not known, or when it is too long to be read', () => {
    const asked = (rawInput: unknown) => decide(run(rawInput), [rule('deny command=rm')], around);
    const held = { effect: 'ask', rule: rule('deny command=rm'), final: true };
    expect(asked({ command: { run: 'ls' } })).toMatchObject(held);
    expect(asked({ command: ['ls', 1] })).toMatchObject(held);
    expect(asked({ command: ['ls', 'a'.repeat(70_000)] })).toMatchObject(held);
    expect(asked({ command: 'ls', args: ['a'.repeat(70_000)] })).toMatchObject(held);
    expect(asked({ command: ['ls', 'a'.repeat(60_000)] })).not.toHaveProperty('rule');
    expect(asked({ command: 'ls' })).not.toHaveProperty('rule');
  });

  it('is a line, or a list of words, or both when nobody can know', () => {
    const count = (rawInput: unknown) =>
      ruleTargetsOf(run(rawInput), around).all.filter((target) => target.command).length;
    expect(count({ command: 'a; b' })).toBe(2);
    expect(count({ command: ['a; b'] })).toBe(2);
    expect(count({ command: ['a', 'b; c'] })).toBe(1);
    expect(count({ command: 'a; b', args: ['c'] })).toBe(3);
    expect(count({ commands: ['a', 'b; c'] })).toBe(4);
  });
});
