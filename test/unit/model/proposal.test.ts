import { describe, expect, it } from 'vitest';
import { splitText } from '../../../src/edit/text';
import {
  type PresentFile,
  proposedChanges,
  proposedPaths,
  shownChanges,
} from '../../../src/model/proposal';
import type { PermissionRequest } from '../../../src/model/state';
import { permissionRequest } from '../../support/permission-request';

interface Part {
  readonly path?: string;
  readonly oldText?: string | null;
  readonly newText: string;
}

const request = (fields: Partial<PermissionRequest>): PermissionRequest =>
  permissionRequest({ kind: 'edit', ...fields });
const diffs = (...parts: Part[]): PermissionRequest =>
  request({ content: parts.map((part) => ({ type: 'diff', path: '/p/a', ...part })) });
const text = (content: string): PresentFile => ({ kind: 'text', text: splitText(content) });
const shown = (asked: PermissionRequest, file: PresentFile) =>
  shownChanges(asked, '/p', new Map([['/p/a', file]]));

const missing: PresentFile = { kind: 'missing' };
const large: PresentFile = { kind: 'large' };
const FILE = text('one\ntwo\nthree\nfour\n');

describe('changes of a request', () => {
  it('that is found once has its place in the whole file', () => {
    expect(shown(diffs({ oldText: 'two\n', newText: 'TWO\n' }), FILE)).toEqual([
      {
        kind: 'placed',
        path: '/p/a',
        before: ['one', 'two', 'three', 'four'],
        after: ['one', 'TWO', 'three', 'four'],
        isNew: false,
      },
    ]);
  });

  it('of one file are one, in whatever order, also where one is about what another makes', () => {
    const asked = diffs(
      { oldText: 'four', newText: 'FOUR' },
      { oldText: 'one\n', newText: 'zero\none\n' },
      { oldText: 'zero', newText: '0' },
    );
    expect(shown(asked, FILE)).toMatchObject([
      { kind: 'placed', after: ['0', 'one', 'two', 'three', 'FOUR'] },
    ]);
  });

  it.each([
    ['is not there', { oldText: 'five', newText: 'x' }, FILE, { is: 'absent' }],
    ['is there twice', { oldText: 'o', newText: 'x' }, FILE, { is: 'repeated', times: 3 }],
    ['is of a file that is not there', { oldText: 'o', newText: '' }, missing, { is: 'missing' }],
    ['is of too large a file', { oldText: 'o', newText: '' }, large, { is: 'large' }],
    ['says nothing of what is there', { newText: 'x' }, FILE, { is: 'replacing', lines: 4 }],
    ['has an empty old text', { oldText: '', newText: 'x' }, FILE, { is: 'replacing', lines: 4 }],
  ])('that %s stands alone, and says why', (_, part, file, why) => {
    expect(shown(diffs(part), file)).toMatchObject([{ kind: 'alone', change: part, why }]);
  });

  it('that cannot both be made stand apart', () => {
    const asked = diffs(
      { oldText: 'two\nthree', newText: 'x' },
      { oldText: 'three\nfour', newText: 'y' },
    );
    expect(shown(asked, FILE)).toMatchObject([
      { kind: 'placed', after: ['one', 'x', 'four'] },
      { kind: 'alone', why: { is: 'overlapping' } },
    ]);
  });

  it('of files of which nothing is known are as the agent says', () => {
    const [change] = shown(diffs({ oldText: 'two', newText: 'x' }), { kind: 'unknown' });
    expect(change).toEqual({
      kind: 'alone',
      path: '/p/a',
      change: { type: 'diff', path: '/p/a', oldText: 'two', newText: 'x' },
    });
  });

  it('makes a new file, or fills an empty one', () => {
    const asked = diffs({ oldText: null, newText: 'one\ntwo\n' });
    const after = ['one', 'two'];
    expect(shown(asked, { kind: 'missing' })).toMatchObject([{ before: [], after, isNew: true }]);
    expect(shown(asked, text(''))).toMatchObject([{ before: [], after, isNew: false }]);
  });

  it('are of each file, by whatever name', () => {
    const asked = diffs(
      { path: 'a', oldText: 'two', newText: '2' },
      { path: '/q/b', newText: 'x' },
      { path: '/p/x/../a', oldText: 'one', newText: '1' },
    );
    expect(proposedPaths(asked, '/p')).toEqual(['/p/a', '/q/b']);
    expect(shown(asked, FILE)).toMatchObject([
      { kind: 'placed', path: 'a', after: ['1', '2', 'three', 'four'] },
      { kind: 'alone', path: '/q/b' },
    ]);
  });
});

describe('the raw input of an edit without a diff', () => {
  const edits = (rawInput: unknown, kind: PermissionRequest['kind'] = 'edit') =>
    proposedChanges(request({ rawInput, kind }));

  it.each([
    [{ file_path: '/p/a', old_string: 'x', new_string: 'y', replace_all: false }],
    [{ filePath: '/p/a', oldString: 'x', newString: 'y' }],
    [{ path: '/p/a', command: 'str_replace', old_str: 'x', new_str: 'y' }],
    [{ file_path: '/p/a', edits: [{ old_string: 'x', new_string: 'y' }] }],
  ])('is a change: %j', (rawInput) => {
    expect(edits(rawInput)).toEqual([{ path: '/p/a', oldText: 'x', newText: 'y' }]);
  });

  it('may be several, or all of a file', () => {
    const parts = [
      { old_string: 'one', new_string: '1' },
      { old_string: 'two', new_string: '2' },
    ];
    expect(edits({ file_path: '/p/a', edits: parts })).toHaveLength(2);
    const [whole] = shown(request({ rawInput: { path: '/p/a', content: 'one\nnew\n' } }), FILE);
    expect(whole).toMatchObject({ kind: 'placed', before: { length: 4 }, after: ['one', 'new'] });
  });

  it.each([
    [{ file_path: '/p/a', old_string: 'x' }, 'edit'],
    [{ old_string: 'x', new_string: 'y' }, 'edit'],
    [{ file_path: '/p/a', path: '/p/b', old_string: 'x', new_string: 'y' }, 'edit'],
    [{ file_path: '/p/a', old_string: 'x', oldString: 'z', new_string: 'y' }, 'edit'],
    [{ file_path: '/p/a', edits: [{ old_string: 'x' }] }, 'edit'],
    [{ file_path: '/p/a', edits: 'x' }, 'edit'],
    [{ path: '/p/a', content: 'x' }, 'read'],
    [{ path: '/p/a', old_string: 'x', new_string: 'y' }, 'execute'],
    ['text', 'edit'],
    [null, 'edit'],
  ] as const)('is none where that is not certain: %j', (rawInput, kind) => {
    expect(edits(rawInput, kind)).toEqual([]);
  });

  it('says nothing besides the diffs of the request', () => {
    const rawInput = { file_path: '/p/b', old_string: 'x', new_string: 'y' };
    const content = [{ type: 'diff', path: '/p/a', newText: 'n' } as const];
    expect(proposedChanges(request({ rawInput, content }))).toEqual(content);
  });
});
