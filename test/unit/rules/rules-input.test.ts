// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are paths
import { describe, expect, it } from 'vitest';
import type { PermissionRequest } from '../../../src/model/state';
import type { ToolKind } from '../../../src/protocol/schema.gen';
import { decide } from '../../../src/rules/decide';
import { around, request, rule } from '../../support/rules';

const RULES = ['allow command=npm test', 'allow command=ls *', 'deny command=rm'].map(rule);
const verdict = (rawInput: unknown, fields: Partial<PermissionRequest> = {}) =>
  decide(request({ kind: 'execute', rawInput, ...fields }), RULES, around);

describe('the input of a command', () => {
  it.each<[unknown]>([
    [{ command: 'npm test' }],
    [{ cmd: 'npm test' }],
    [{ command: 'npm test', description: 'Run the tests', timeout: 1000 }],
    [{ command: 'npm test', description: null, timeout: null, cwd: null, args: null }],
    [{ command: 'npm test', run_in_background: false, is_background: true }],
    [{ command: 'npm test', cwd: '/project' }],
    [{ command: 'npm test', workdir: 'sub' }],
    [{ command: 'npm test', dir_path: '' }],
    [{ command: 'npm test', cwd: 'sub', directory: './sub/', dir_path: '/project/sub' }],
    [{ command: 'npm test', cwd: 'mein Übungs-Ordner (2)' }],
    [{ command: ['npm', 'test'] }],
    [{ argv: ['npm', 'test'] }],
    [{ command: 'npm', args: ['test'] }],
    [{ command: 'npm test', args: [] }],
    [{ command: ['bash', '-lc', 'npm test'], cwd: '/project', call_id: 'c', turn_id: 't' }],
    [{ command: ['/bin/sh', '-c', 'npm test 2>&1'], parsed_cmd: [{ type: 'unknown' }] }],
  ])('is known: %j', (input) => {
    expect(verdict(input)).toMatchObject({ effect: 'allow' });
  });

  it.each<[unknown]>([
    // what is not known may change what runs
    [{ command: 'npm test', env: {} }],
    [{ command: 'npm test', env: { PATH: '.' } }],
    [{ command: 'npm test', env: null }],
    [{ command: 'npm test', environment: ['PATH=.'] }],
    [{ command: 'npm test', shell: '/tmp/sh' }],
    [{ command: 'npm test', stdin: 'x' }],
    [{ command: 'npm test', input: 'x' }],
    [{ command: 'npm test', sandbox_permissions: 'require_escalated' }],
    [{ command: 'npm test', with_escalated_permissions: true }],
    [{ command: 'npm test', dangerouslyDisableSandbox: true }],
    [{ command: 'npm test', Command: 'rm x' }],
    [{ command: 'npm test', path: 'x' }],
    [{ command: 'npm test', host: 'far' }],
    [{ command: 'npm test', '': 'x' }],
    [JSON.parse('{ "command": "npm test", "__proto__": "x" }')],
    [{ command: 'npm test', constructor: 'x' }],
    [{ command: 'npm test', options: { cwd: '/tmp' } }],
    // values of another type
    [{ command: 'npm test', timeout: '5' }],
    [{ command: 'npm test', timeout: { a: 1 } }],
    [{ command: 'npm test', description: ['x'] }],
    [{ command: 'npm test', description: { text: 'x' } }],
    [{ command: 'npm test', is_background: 'yes' }],
    [{ command: 'npm test', cwd: ['/project'] }],
    [{ command: 'npm test', cwd: 1 }],
    [{ command: 1 }],
    [{ command: true }],
    [{ command: { line: 'npm test' } }],
    [{ command: [] }],
    [{ command: ['npm', 1] }],
    [{ command: [['npm', 'test']] }],
    [{ command: 'npm', args: 'test' }],
    [{ command: 'npm', args: { 0: 'test' } }],
    [{ command: 'npm', args: [1] }],
    ['npm test'],
    [['npm', 'test']],
    [[{ command: 'npm test' }]],
    [1],
    // folders
    [{ command: 'npm test', cwd: '/' }],
    [{ command: 'npm test', cwd: '/projects' }],
    [{ command: 'npm test', cwd: '..' }],
    [{ command: 'npm test', workdir: '../x' }],
    [{ command: 'npm test', work_dir: '/tmp' }],
    [{ command: 'npm test', workDir: '/tmp' }],
    [{ command: 'npm test', working_dir: '/tmp' }],
    [{ command: 'npm test', workingDir: '/tmp' }],
    [{ command: 'npm test', working_directory: '/tmp' }],
    [{ command: 'npm test', workingDirectory: '/tmp' }],
    [{ command: 'npm test', directory: '/tmp' }],
    [{ command: 'npm test', dir: '/tmp' }],
    [{ command: 'npm test', dir_path: '/tmp' }],
    [{ command: 'npm test', dirPath: '/tmp' }],
    [{ command: 'npm test', folder: '/tmp' }],
    [{ command: 'npm test', cwd: 'a', workdir: 'b' }],
    [{ command: 'npm test', cwd: '/project', directory: '/tmp' }],
    [{ command: 'npm test', cwd: '~' }],
    [{ command: 'npm test', cwd: '$HOME' }],
    [{ command: 'npm test', cwd: 'link/..' }],
    [{ command: 'npm test', cwd: ' /tmp' }],
    [{ command: 'npm test', cwd: '-' }],
    [{ command: 'npm test', cwd: 'sub/$(pwn)' }],
    [{ command: 'npm test', cwd: 'sub;pwn' }],
    [{ command: 'npm test', cwd: "a' b" }],
    [{ command: 'npm test', cwd: 'sub\npwn' }],
    [{ command: 'npm test', cwd: '..\\up' }],
    // more than one command, or none for sure
    [{ command: 'npm test', cmd: 'npm test' }],
    [{ command: 'npm test', script: 'npm test' }],
    [{ command: 'npm test', code: 'x' }],
    [{ commands: ['npm test'] }],
    [{ commands: ['npm', 'test'] }],
    [{ command: ['npm test'] }],
    [{ command: ['npm test', 'npm test'] }],
    [{ command: 'npm test', args: ['x'] }],
    [{ command: ['npm', 'test'], args: ['x'] }],
    [{ command: ['npm'], args: ['test'] }],
    [{ script: 'npm', args: ['test'] }],
    [{ command: 'npm', args: ['test', '; pwn'] }],
    [{ command: 'npm', args: ['test;pwn'] }],
    [{ command: ['npm', 'test', '$(pwn)'] }],
    [{ command: ['ls', '*'] }],
    [{ command: ['ls', 'a b'] }],
    [{ command: ['ls', ''] }],
    [{ command: ['ls', "'a'"] }],
    [{ command: ['A=1', 'npm', 'test'] }],
    [{ command: ['bash', '-lc', 'npm test', 'x'] }],
    [{ command: ['bash', '-ic', 'npm test'] }],
    [{ command: ['bash', '-k', 'npm test'] }],
    [{ command: ['./bash', '-lc', 'npm test'] }],
    [{ command: ['/tmp/bash', '-lc', 'npm test'] }],
    [{ command: ['bash', '-lc', 'npm test; pwn'] }],
    [{ command: ['env', 'npm', 'test'] }],
    [{ command: '' }],
    [{}],
    [null],
    [undefined],
  ])('asks: %j', (input) => {
    expect(verdict(input)).toMatchObject({ effect: 'ask' });
  });

  it('says what is not known', () => {
    expect(verdict({ command: 'npm test', 'e\u001b[mnv': 1 }).why).toBe(
      'only you can tell: the input has "env", and rules do not know what it does',
    );
  });

  it('may be denied in whatever form', () => {
    const forms = [
      { command: ['rm', 'x'], env: {} },
      { commands: ['ls', 'rm x'] },
      { command: 'ls', cmd: 'rm x' },
      { command: 'rm', args: ['x'], foo: 1 },
    ];
    for (const form of forms) expect(verdict(form)).toMatchObject({ effect: 'deny' });
  });

  it('counts with where links lead', () => {
    const realPath = (path: string): string => path.replace('/project/link', '/etc');
    const asked = request({ kind: 'execute', rawInput: { command: 'npm test', cwd: 'link' } });
    expect(decide(asked, RULES, { ...around, realPath }).effect).toBe('ask');
    const real = (path: string): string => path.replace('/project', '/real');
    expect(decide(asked, RULES, { ...around, realPath: real }).effect).toBe('allow');
  });

  it('runs in the folder of the session, whatever that is called', () => {
    const cwd = "/it's $(here)";
    const asked = request({ kind: 'execute', rawInput: { command: 'npm test', cwd } });
    expect(decide(asked, RULES, { ...around, cwd }).effect).toBe('allow');
  });

  it('that comes with a change of a file needs a rule for that, too', () => {
    const diff = { type: 'diff', path: '/project/src/a', newText: 'x' } as const;
    const asked = request({
      kind: 'execute',
      rawInput: { command: 'npm test' },
      content: [diff],
    });
    const edits = [...RULES, rule('allow kind=edit path=src/**')];
    expect(decide(asked, RULES, around).effect).toBe('ask');
    expect(decide(asked, edits, around).effect).toBe('allow');
  });
});

describe('the input of other tools', () => {
  const about = (kind: ToolKind, rawInput: unknown, ...rules: string[]) =>
    decide(request({ kind, rawInput, name: 'mcp__a__b' }), rules.map(rule), around).effect;

  it.each<[ToolKind, unknown]>([
    ['read', { path: 'src/a', limit: 1, offset: 2 }],
    ['read', { file_path: '/project/src/a', line: 3, line_offset: 1, n_lines: 2 }],
    ['edit', { path: 'src/a', old_string: 'a', new_string: 'b', replace_all: false }],
    ['edit', { file_path: 'src/a', edits: [{ old_string: 'a', new_string: 'b' }] }],
    ['edit', { command: 'str_replace', path: 'src/a', old_str: 'a', new_str: 'b' }],
    ['edit', { filePath: 'src/a', content: 'x', encoding: null }],
    ['read', { paths: ['src/a'], include: ['*.ts'], exclude: ['*.js'] }],
    ['search', { path: 'src', pattern: 'a.*b', '-n': true, '-C': 3, output_mode: 'content' }],
    ['edit', { path: 'src/a', diff: '@@ -1 +1 @@\n-a\n+b\n' }],
    ['edit', { path: 'src/a', diff: '------- SEARCH\na\n=======\nb\n+++++++ REPLACE' }],
    ['read', { paths: 'src/a' }],
    ['read', { path: 'src/a, b' }],
  ])('is known: %s %j', (kind, input) => {
    expect(about(kind, input, 'allow path=src/**')).toBe('allow');
    expect(about(kind, input, `allow kind=${kind}`)).toBe('allow');
  });

  it.each<[ToolKind, unknown]>([
    ['read', { path: 'src/a', follow: '/etc/passwd' }],
    ['edit', { path: 'src/a', content: { text: 'x' } }],
    ['edit', { path: 'src/a', edits: [{ old_string: 'a', after: 'x' }] }],
    ['edit', { path: 'src/a', edits: [[]] }],
    ['edit', { path: 'src/a', options: {} }],
    ['read', { path: 'src/a', limit: 'all' }],
    ['read', { path: { file: 'src/a' } }],
    ['search', { path: 'src', pattern: '/etc/*' }],
    ['search', { path: 'src', pattern: '../../**' }],
    ['search', { path: 'src', glob: '~/.ssh/*' }],
    ['search', { path: 'src', include: '{a,../..}/x' }],
    ['search', { path: 'src', include: ['*.ts', '/etc/*'] }],
    // what may name other files
    ['edit', { path: 'src/a', diff: '--- a/etc/x\n+++ b/etc/x\n@@ -1 +1 @@\n-a\n+b\n' }],
    ['edit', { path: 'src/a', diff: '*** Begin Patch\r*** Update File: /etc/x\r' }],
    ['edit', { path: 'src/a', diff: '  diff --git a/x b/x\nrename to /etc/x' }],
    ['edit', { path: 'src/a', diff: 'Index: /etc/x\n' }],
    ['read', { paths: 'src/a, /etc/passwd' }],
    ['read', { files: 'src/a /etc/passwd' }],
    ['read', { filePaths: 'src/a:/etc/passwd' }],
    ['read', { file_names: 'src/a\n/etc/passwd' }],
    ['read', { path: '~/.ssh/id' }],
    ['read', { path: '$HOME/.ssh/id' }],
    ['read', { path: '${HOME}/.ssh/id' }],
    ['read', { path: ' /etc/passwd' }],
    ['read', { path: '/etc/passwd\n' }],
    ['read', { path: '"/etc/passwd"' }],
    ['read', { path: '@/etc/passwd' }],
    ['read', { path: '-' }],
    ['read', { path: 'src/a\\..\\b' }],
    ['read', { path: 'file:/etc/passwd' }],
    ['read', { path: 'FILE:///etc/passwd' }],
    ['read', { path: 'ssh://host/etc/passwd' }],
    ['read', { path: 'src/a\u0000b' }],
    ['read', ['src/a']],
    ['read', 'src/a'],
  ])('asks: %s %j', (kind, input) => {
    expect(about(kind, input, 'allow path=src/**', 'allow path=**', `allow kind=${kind}`)).toBe(
      'ask',
    );
  });

  it('may be anything where a rule names the tool', () => {
    expect(about('other', { a: 1, b: { c: [] } }, 'allow tool=mcp__a__*')).toBe('allow');
    expect(about('other', { a: 1 }, 'allow tool=*')).toBe('ask');
    expect(about('other', { a: 1 }, 'allow kind=other')).toBe('ask');
    expect(about('other', { a: 1 }, 'allow')).toBe('ask');
    expect(about('edit', { path: 'x', a: 1 }, 'allow tool=mcp__a__b path=x')).toBe('allow');
  });

  it('asks where it may name a denied file', () => {
    const rules = ['allow tool=mcp__a__b', 'allow kind=search', 'deny path=**/.env*'];
    expect(about('search', { path: '.', pattern: 'x', glob: '.e*' }, ...rules)).toBe('ask');
    expect(about('search', { path: '.', pattern: 'x', glob: '*.md' }, ...rules)).toBe('ask');
    expect(about('search', { path: '.', pattern: 'x' }, ...rules)).toBe('allow');
    const one = ['allow kind=search', 'deny path=**/.env'];
    expect(about('search', { path: '.', pattern: 'x', glob: '.en[!]a]' }, ...one)).toBe('ask');
    expect(about('search', { path: '.', pattern: 'x', glob: '[ab].ts' }, ...one)).toBe('allow');
    expect(about('other', { what: { deep: ['HEAD:.env'] } }, ...rules)).toBe('ask');
    expect(about('other', { what: { deep: ['x'] } }, ...rules)).toBe('allow');
  });

  it('asks where it names a denied file in another way, however deep', () => {
    const rules = ['allow tool=mcp__a__b', 'deny path=**/.env*'];
    expect(about('other', { files: { '.env': 'x' } }, ...rules)).toBe('ask');
    expect(about('other', { files: [{ '/project/.env.local': {} }] }, ...rules)).toBe('ask');
    expect(about('other', { a: { b: { c: { d: { e: { f: { g: 'x' } } } } } } }, ...rules)).toBe(
      'ask',
    );
    expect(about('other', { uri: 'file:///project/%2eenv' }, ...rules)).toBe('ask');
    expect(about('other', { uri: 'file:///project/%61' }, ...rules)).toBe('allow');
    expect(about('other', { files: { 'src/a': 'x' } }, ...rules)).toBe('allow');
  });

  it('is denied a command that it has inside, or under a name in another case', () => {
    const rules = ['allow tool=mcp__a__b', 'deny command=rm', 'deny path=**/.env*'];
    expect(about('other', { Command: 'rm x' }, ...rules)).toBe('deny');
    expect(about('other', { steps: [{ command: 'ls' }, { cmd: 'rm x' }] }, ...rules)).toBe('deny');
    expect(about('other', { run: { argv: ['rm', 'x'] } }, ...rules)).toBe('deny');
    expect(about('other', { run: { command: 'rm', args: ['x'] } }, ...rules)).toBe('deny');
    expect(about('other', { run: { command: 'cat $F' } }, ...rules)).toBe('ask');
    expect(about('other', { run: { command: 'ls src', script: 'rm' } }, ...rules)).toBe('allow');
    expect(about('other', { run: { command: '', cmd: {}, argv: [] } }, ...rules)).toBe('allow');
    expect(about('other', { run: { with: null, on: true } }, ...rules)).toBe('allow');
  });
});
