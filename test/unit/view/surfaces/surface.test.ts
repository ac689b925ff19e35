import { describe, expect, it } from 'vitest';
import { helpSection, KEYS } from '../../../../src/view/keys';
import { textOf, withMarks } from '../../../../src/view/line';
import { fileChangeSurface } from '../../../../src/view/surfaces/file-change';
import { keyHelpSurface } from '../../../../src/view/surfaces/key-help';
import {
  footerText,
  itemAt,
  mappedKeys,
  naturalSize,
  rowOf,
} from '../../../../src/view/surfaces/surface';

const keys = [
  { action: 'go', lhs: 'g', label: 'go there' },
  { action: 'leave', lhs: 'q', label: 'leave', closes: true },
] as const;

describe('keys of a surface', () => {
  it('are those of the user where the option has them', () => {
    const mapped = mappedKeys(keys, { go: ['x', 'y'], leave: false });
    expect(mapped.map(({ action, lhs }) => [action, lhs])).toEqual([
      ['go', 'x'],
      ['go', 'y'],
    ]);
  });

  it('are named in the footer as they are mapped, and not without a key', () => {
    const hints = [
      ['go', 'there'],
      ['leave', 'it'],
    ] as const;
    expect(footerText(hints, mappedKeys(keys, { go: 'x' }))).toBe(' x there  q it ');
    expect(footerText(hints, mappedKeys(keys, { leave: false }))).toBe(' g there ');
    expect(footerText(hints, [])).toBe('');
  });

  it('have names of their own in the table of all keys', () => {
    const names = KEYS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('rows and items', () => {
  const blocks = [
    { id: 'head', lines: ['Head'] },
    { id: 'a', lines: ['a', 'more of a'], item: 'A' },
    { id: 'b', lines: ['b'], item: 'B' },
  ];

  it('lead to each other', () => {
    expect([0, 1, 2, 3, 4].map((row) => itemAt(blocks, row))).toEqual([
      undefined,
      'A',
      'A',
      'B',
      undefined,
    ]);
    expect(rowOf(blocks, (item) => item === 'B')).toBe(3);
    expect(rowOf(blocks, (item) => item === 'C')).toBeUndefined();
  });

  it('are as large as their text, counted in screen cells', () => {
    const size = naturalSize({ title: 'T', blocks: [{ id: 'x', lines: ['漢字'] }] }, '', 2);
    expect(size).toEqual({ width: 6, height: 1 });
    expect(naturalSize({ title: 'T', blocks: [] }, 'a long footer', 2)).toEqual({
      width: 15,
      height: 1,
    });
    expect(naturalSize({ title: 'A long title', blocks: [] }, '', 2).width).toBe(16);
    expect(naturalSize({ title: 'Title', blocks }, '', 2)).toEqual({ width: 11, height: 4 });
    expect(naturalSize({ title: 'T', blocks }, '', 20).width).toBe(20);
  });
});

describe('the keys that the help shows', () => {
  it.each([
    ['prompt', 'Prompt'],
    ['chat', 'Transcript'],
    ['permission', 'Permission'],
    ['rules', 'Rules'],
    ['change', 'Change of a file'],
    ['keys', 'Keys'],
  ])('are those of one kind of window: %s', (where, heading) => {
    const section = helpSection(where, {});
    const own = KEYS.filter((key) => key.where === where);
    expect(own.length).toBeGreaterThan(0);
    expect(section.heading).toBe(heading);
    expect(section.keys).toEqual(own.map(({ lhs, desc }) => ({ lhs, label: desc })));
    expect('note' in section).toBe(where === 'permission');
  });

  it('are none of a window that nobody knows', () => {
    expect(helpSection('nowhere', {})).toEqual({ heading: 'nowhere', keys: [] });
  });

  it('name the answers to a permission, which have no fixed keys', () => {
    expect(helpSection('permission', {}).note).toContain('a A r R');
  });
});

it('a change of a file is shown whole, what goes above what comes', () => {
  const change = {
    title: 'Change x',
    yes: 'write it',
    before: ['one', 'two', 'three', 'four'],
    after: ['one', '2', 'three', 'four', 'five'],
  };
  const { blocks } = fileChangeSurface.content(change);
  expect(blocks.flatMap(({ lines }) => lines.map(textOf))).toEqual([
    '  one',
    '- two',
    '+ 2',
    '  three',
    '  four',
    '+ five',
  ]);
  expect(rowOf(blocks, () => true)).toBe(1);
  expect([0, 1, 2, 3, 4, 5].map((row) => itemAt(blocks, row))).toEqual([
    undefined,
    'change',
    'change',
    undefined,
    undefined,
    'change',
  ]);
  expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length);
  expect(blocks.flatMap(({ lines }) => lines.map((line) => withMarks(line).lineGroup))).toEqual([
    undefined,
    'AcpDiffDelete',
    'AcpDiffAdd',
    undefined,
    undefined,
    'AcpDiffAdd',
  ]);
});

it('the help shows the keys as they are mapped', () => {
  const section = helpSection('prompt', { send: ['<C-x>', '<C-y>'], close: false });
  const { blocks } = keyHelpSurface.content({ sections: [section] });
  const lines = blocks.flatMap((block) => block.lines.map(textOf));
  expect(lines.slice(0, 3)).toEqual([
    'Prompt',
    '  <C-x>    send the prompt',
    '  <C-y>    send the prompt',
  ]);
  expect(lines.join('\n')).not.toContain('close the chat');
});

it('the help has a gap between sections, notes below their keys, and one way to leave', () => {
  const section = {
    heading: 'Chat',
    keys: [{ lhs: '<LongestKey>', label: 'go' }],
    note: 'Or not.',
  };
  const model = { sections: [section, { heading: 'Rules', keys: [] }] };
  const { blocks, title } = keyHelpSurface.content(model);
  expect(title).toBe('Keys');
  expect(blocks.flatMap((block) => block.lines.map(textOf))).toEqual([
    'Chat',
    '  <LongestKey> go',
    '  Or not.',
    '',
    'Rules',
  ]);
  const looks = blocks.flatMap((block) => block.lines.map(withMarks));
  expect(looks.map(({ lineGroup, spans }) => lineGroup ?? spans?.[0]?.group)).toEqual([
    'AcpPermissionTitle',
    'AcpPermissionKey',
    undefined,
    undefined,
    'AcpPermissionTitle',
  ]);
  expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length);
  const keys = mappedKeys(keyHelpSurface.keys, {});
  expect(footerText(keyHelpSurface.hints(model, undefined), keys)).toBe(' q close ');
});

it('a change of a file says what a yes does; where nothing changes there is nothing to say yes to', () => {
  const change = { title: 'Change x', yes: 'write it', before: ['a'], after: ['a'] };
  const keys = mappedKeys(fileChangeSurface.keys, {});
  expect(footerText(fileChangeSurface.hints(change, undefined), keys)).toBe(
    ' y write it  q leave it as it is ',
  );
  const { blocks, title } = fileChangeSurface.content(change);
  expect(title).toBe('Change x');
  expect(blocks.map(({ lines }) => lines)).toEqual([['  a']]);
  expect(rowOf(blocks, () => true)).toBeUndefined();
});
