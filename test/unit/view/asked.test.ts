import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reveal } from '../../../src/base/text';
import type { PermissionRequest } from '../../../src/model/state';
import { askedLines } from '../../../src/view/asked';
import { SHORT, WHOLE } from '../../../src/view/asked-text';
import { textOf, withMarks } from '../../../src/view/line';
import { permissionSurface } from '../../../src/view/surfaces/permission';
import { permissionRequest } from '../../support/permission-request';

const lines = (fields: Partial<PermissionRequest>, extent = SHORT): string[] =>
  askedLines(permissionRequest(fields), '/project', extent).map(textOf);
const command = (text: string): string[] => lines({ rawInput: { command: text } }).slice(1);
const content = (asked: PermissionRequest) =>
  permissionSurface.content({
    heading: 'Permission',
    at: 1,
    of: 1,
    promptKey: undefined,
    chatKey: undefined,
    cwd: '/project',
    whole: false,
    request: asked,
  });
const diff = { type: 'diff', path: '/a', oldText: 'one', newText: 'two' } as const;
const beside = (rawInput: unknown): string =>
  lines({ rawInput, content: [diff] })
    .slice(1, -3)
    .join('\n');

describe('raw input beside a diff', () => {
  it.each([
    ['a command', { command: 'curl e | sh' }, '  $ curl e | sh'],
    ['another text', { path: '/a', content: 'three' }, '  { "path": "/a", "content": "three" }'],
    ['another path', { path: '/b', content: 'two' }, '  { "path": "/b", "content": "two" }'],
    ['the text under a key that runs', { command: 'two' }, '  $ two'],
    ['the text under an unknown key', { eval: 'two' }, '  { "eval": "two" }'],
    [
      'a nested text',
      { path: '/a', more: { content: 'two' } },
      '  { "more": { "content": "two" } }',
    ],
    ['a part of a text', { old_string: 'on' }, '  { "old_string": "on" }'],
    ['a text in a list', { content: ['two'] }, '  { "content": [ "two" ] }'],
    ['an own key', { path: '/a', _meta: { run: 1 } }, '  { "_meta": { "run": 1 } }'],
    ['a text', 'curl e | sh', '  curl e | sh'],
    ['a list', ['curl', 'e'], '  [ "curl", "e" ]'],
    ['a number', 0, '  0'],
  ])('shows %s', (_, rawInput, shown) => {
    expect(beside(rawInput)).toBe(shown);
  });

  it.each([
    [{}],
    [[]],
    [null],
    [''],
    [{ path: '/a', content: 'two' }],
    [{ file_path: '/a', old_string: 'one', new_string: 'two' }],
  ])('shows nothing for %j', (rawInput) => {
    expect(beside(rawInput)).toBe('');
  });

  it('shows all where two diffs say together what the input says otherwise', () => {
    const content = [diff, { ...diff, path: '/b', newText: 'three' }];
    expect(lines({ content, rawInput: { path: '/a', content: 'three' } })[1]).toBe(
      '  { "path": "/a", "content": "three" }',
    );
  });
});

describe('what is asked', () => {
  it('names the tool', () => {
    expect(lines({ kind: 'execute', name: 'Bash' })[0]).toBe('$ Bash  Do it');
    expect(lines({ name: 'Do it' })[0]).toBe('• Do it');
    expect(lines({ kind: 'switch_mode' })[0]).toBe('⇆ Do it');
    const [first] = askedLines(
      permissionRequest({ name: `N${' '.repeat(50)}` }),
      '/project',
      SHORT,
    );
    expect(withMarks(first ?? '').spans?.map(({ group }) => group)).toEqual([
      'AcpToolKind',
      'AcpToolKind',
      'AcpPermissionTitle',
    ]);
    const [reported] = askedLines(
      permissionRequest({ title: `a${' '.repeat(50)}b` }),
      '/project',
      SHORT,
    );
    expect(withMarks(reported ?? '').spans?.map(({ group }) => group)).toEqual([
      'AcpToolKind',
      'AcpPermissionTitle',
      'AcpNoticeWarn',
      'AcpPermissionTitle',
    ]);
  });

  it.each(['a\nb', 'a\r\nb', 'a  \n\n  b', ' a\rb '])('has the title %j on one line', (title) => {
    expect(lines({ title })[0]).toBe('• a b');
  });

  it('begins the input right below a row of a long title, which is in full behind it', () => {
    const title = `Format ${'the file '.repeat(40)}now`;
    const shown = lines({ title, rawInput: { command: 'rm' }, locations: [{ path: '/b' }] });
    expect(shown).toEqual([`• ${title.slice(0, 47)}…`, '  $ rm', `  ${title}`, '  /b']);
    expect(lines({ title, locations: [{ path: '/b' }] })).toEqual([`• ${title}`, '  /b']);
    const fits = 'x'.repeat(48);
    expect(lines({ title: fits, rawInput: { command: 'rm' } })).toEqual([`• ${fits}`, '  $ rm']);
    const [row = ''] = askedLines(
      permissionRequest({ title, rawInput: { command: 'rm' } }),
      '/project',
      SHORT,
    );
    expect(withMarks(row).spans?.map(({ group }) => group)).toEqual([
      'AcpToolKind',
      'AcpPermissionTitle',
    ]);
  });

  it('says how many of many places and lines of a diff are left out', () => {
    const cut = { ...SHORT, lines: 2 };
    const locations = ['/project/a', '/b', '/c', '/b'].map((path) => ({ path }));
    expect(lines({ locations }, cut).slice(1)).toEqual(['  a', '  /b', '  … 1 more line']);
    const long = { ...diff, newText: 'two\nthree\nfour' };
    expect(lines({ content: [long] }, cut).slice(1)).toEqual([
      '  /a  +3 −1',
      '  - one',
      '  + two',
      '  … 2 more lines',
    ]);
  });

  it('has JSON of up to sixty characters on one line', () => {
    const shown = (length: number) => lines({ rawInput: { a: 'x'.repeat(length - 11) } });
    expect(shown(60).slice(1)).toEqual([`  { "a": "${'x'.repeat(49)}" }`]);
    expect(shown(60)[1]).toHaveLength(2 + 60);
    expect(shown(61).slice(1)).toEqual(['  {', `    "a": "${'x'.repeat(50)}"`, '  }']);
  });

  it('describes what is only data', () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
    const audio = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' } as const;
    const content = [image, audio].map((block) => ({ type: 'content' as const, content: block }));
    expect(lines({ content }).slice(1)).toEqual([
      '  [image] image/png · 3 B',
      '  [audio] audio/wav · 3 B',
    ]);
  });

  it('has every content block: terminals, links and embedded texts too', () => {
    const shown = lines({
      content: [
        { type: 'terminal', terminalId: 't1' },
        { type: 'content', content: { type: 'resource_link', uri: 'x:y', name: 'link' } },
        {
          type: 'content',
          content: { type: 'resource', resource: { uri: 'x:z', text: 'curl e | sh' } },
        },
      ],
    }).join('\n');
    for (const part of ['"t1"', '"x:y"', 'curl e | sh']) expect(shown).toContain(part);
  });

  it.each([
    [`a${'\n'.repeat(150)}b`, ['  $ a', '    … 149 blank lines …', '    b']],
    [`a${'\n \t'.repeat(150)}\nb`, ['  $ a', '    … 150 blank lines …', '    b']],
    ['a\n\n\nb', ['  $ a', '    ', '    ', '    b']],
    [`a${'\n\u0301\n\u{1d159}'.repeat(75)}\nb`, ['  $ a', '    … 150 blank lines …', '    b']],
    [`a${' '.repeat(2000)}b`, ['  $ a … 2,000 spaces … b']],
    [`a${' '.repeat(40)}b`, [`  $ a${' '.repeat(40)}b`]],
    [`a${'\t'.repeat(9)}b`, ['  $ a … 9 tabs … b']],
    [`a${' \t'.repeat(9)}b`, ['  $ a … 18 blanks and unseen characters … b']],
    [`a${'\u200b'.repeat(500)}b`, ['  $ a … 500 × <U+200B> … b']],
    [`a${'\r'.repeat(50)}b`, ['  $ a … 50 × <U+000D> … b']],
    ['a\rb', ['  $ a␍b']],
    ['a\r\nb', ['  $ a', '    b']],
    ['a\u00a0b\u3164c\u00add\u2028e', ['  $ a<U+00A0>b<U+3164>c<U+00AD>d<U+2028>e']],
    ['a\u001b]0;b\u0007c', ['  $ a␛]0;b␇c']],
    ['a\u009b31mb\u009dc\u009cd', ['  $ a<U+009B>31mb<U+009D>c<U+009C>d']],
    ['👩‍👩‍👧 ❤️ नमस्ते', ['  $ 👩‍👩‍👧 ❤️ नमस्ते']],
  ])('shows the command %j with nothing hidden', (text, shown) => {
    expect(command(text)).toEqual(shown);
  });

  it('counts what it cuts, says so, and has it in the whole form', () => {
    const long = Array.from({ length: 5000 }, (_, n) => `echo ${n}`).join('\n');
    const wide = 'x'.repeat(9000);
    expect(command(long).at(-1)).toBe('  … 3000 more lines');
    expect(command(wide)[0]).toMatch(/x… 5,000 more characters$/);
    for (const text of [long, wide]) {
      const asked = permissionRequest({ rawInput: { command: text } });
      expect(content(asked).rest).toBe('permission_full');
      expect(lines(asked, WHOLE).join('\n')).toContain(text.slice(-9));
    }
  });

  it('says what has changed below what is asked now', () => {
    const before = permissionRequest({ rawInput: { command: 'make' } });
    const now = permissionRequest({ id: 'p2', rawInput: { command: 'rm' }, before, changes: 1 });
    const shown = content(now).blocks.flatMap(({ lines: own }) => own);
    expect(shown.map(textOf)).toEqual([
      '• Do it',
      '  $ rm',
      '',
      'The agent has changed this since it asked. Before and now:',
      '-   $ make',
      '+   $ rm',
    ]);
  });

  it('loses no character of any text that can be seen, and shows none that cannot', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '\t',
      '\u001b',
      '[',
      ']',
      'm',
      '\u0007',
      '\u009d',
      '\u200b',
      '\u00a0',
      '😀',
      '\ud800',
      '\\',
      '\r',
      '"',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 200 }), (units) => {
        const text = units.join('');
        const shown = reveal(text);
        const seen = (all: string): string => all.replace(/[^a[\]m😀\\"]/gu, '');
        expect(seen(shown.replace(/<U\+[0-9A-F]+>/g, ''))).toBe(seen(text));
        expect(shown).toMatch(/^(?:\t|[^\p{Cc}\p{Cf}\u00a0])*$/u);
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });
});
