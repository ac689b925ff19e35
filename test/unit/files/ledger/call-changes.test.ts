import { describe, expect, test } from 'vitest';
import { type FileImage, textImage } from '../../../../src/edit/file-image';
import { callChanges } from '../../../../src/files/ledger/call-changes';
import type { ImageRef } from '../../../../src/files/ledger/image-ref';
import type { FileChange } from '../../../../src/files/ledger/net-changes';

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, row) => `line ${row}\n`).join('');

/** A ledger that has these changes, whatever the steps are. */
function changesOf(
  changes: readonly (Omit<FileChange, 'before' | 'after' | 'toolCallIds'> & {
    readonly before: FileImage | null;
    readonly after: FileImage | null;
  })[],
) {
  const images = new Map<ImageRef, FileImage | null>();
  const ref = (image: FileImage | null): ImageRef | null => {
    if (image === null) return null;
    const made: ImageRef = { content: { kind: 'unknown', why: '' } };
    images.set(made, image);
    return made;
  };
  const net = changes.map((change) => ({
    ...change,
    before: ref(change.before),
    after: ref(change.after),
    toolCallIds: [],
  }));
  return callChanges(
    {
      netOf: async () => net,
      image: async (one) => (one ? (images.get(one) ?? null) : null),
    },
    [],
  );
}

describe('what a tool call has changed', () => {
  test('is its lines with those around them, and not the whole file', async () => {
    const [before, after] = [numbered(100), numbered(100).replace('line 50', 'fifty')];
    const { files } = await changesOf([
      { kind: 'modified', path: '/p/a', before: textImage(before), after: textImage(after) },
    ]);
    expect(files).toMatchObject([{ path: '/p/a', added: 1, removed: 1, total: 8 }]);
    expect(files[0]?.rows.at(0)).toEqual([' ', 'line 47', 47]);
    expect(files[0]?.rows.at(-1)).toEqual([' ', 'line 53', 53]);
  });

  test('is no more than is shown, in all files together', async () => {
    const made = Array.from({ length: 40 }, (_, at) => ({
      kind: 'created' as const,
      path: `/p/${at}`,
      before: null,
      after: textImage(numbered(150)),
    }));
    const { files, omitted } = await changesOf(made);
    expect(files.map(({ rows, total }) => [rows.length, total]).slice(0, 3)).toEqual([
      [150, 150],
      [50, 150],
      [0, 150],
    ]);
    expect([files.length, omitted]).toEqual([10, 30]);
  });

  test('is marked where it is no text', async () => {
    const binary: FileImage = {
      content: { kind: 'binary', bytes: Uint8Array.of(0) },
      mode: 0o644,
    };
    const { files } = await changesOf([
      { kind: 'modified', path: '/p/a', before: binary, after: { ...binary, mode: 0o755 } },
    ]);
    expect(files).toMatchObject([{ marks: ['binary', 'mode'], rows: [], total: 0 }]);
  });
});
