import { describe, expect, test } from 'vitest';
import { type FileImage, imageText, sameContent, textImage } from '../../../../src/edit/file-image';
import type { LedgerEntry } from '../../../../src/files/ledger/entry';
import { hashOfRef, refer } from '../../../../src/files/ledger/image-ref';
import {
  comparedTexts,
  type FileChange,
  foldChanges,
  withRenames,
} from '../../../../src/files/ledger/net-changes';

const text = (content: string): FileImage => textImage(content);
const bytes = (...values: number[]): FileImage => ({
  content: { kind: 'binary', bytes: Uint8Array.from(values) },
});
const link = (target: string): FileImage => ({ content: { kind: 'link', target } });
const UNKNOWN: FileImage = { content: { kind: 'unknown', why: 'too large' } };

interface Step extends LedgerEntry {
  readonly images: readonly (FileImage | null)[];
}

const step = (
  path: string,
  before: FileImage | null,
  after: FileImage | null,
  toolCallId?: string,
): Step => ({
  id: 1,
  session: 's',
  time: 0,
  path,
  before: refer(before).ref,
  after: refer(after).ref,
  images: [before, after],
  turn: 1,
  source: 'disk',
  ...(toolCallId ? { toolCallId } : {}),
});

function netChanges(steps: readonly Step[]): FileChange[] {
  const changes = foldChanges(steps);
  const wanted = new Set(comparedTexts(changes).map(hashOfRef));
  const images = steps.flatMap((one) => one.images);
  const texts = images.map((image) => [hashOfRef(refer(image).ref), imageText(image)] as const);
  return withRenames(changes, new Map(texts.filter(([hash]) => wanted.has(hash)) as never));
}

const gone = (path: string, image: FileImage, call?: string) => step(path, image, null, call);
const come = (path: string, image: FileImage, call?: string) => step(path, null, image, call);
const net = (...edits: Step[]) =>
  netChanges(edits).map(({ kind, path, from }) => (from ? `${from} → ${path}` : `${kind} ${path}`));

describe('a file that went and one that came', () => {
  test.each<[string, FileImage]>([
    ['text', text('one\ntwo\n')],
    ['bytes', bytes(0, 255)],
    ['target of a link', link('/x')],
  ])('are one that was moved when they hold the same %s', (_, image) => {
    expect(net(gone('/a', image), come('/b', image))).toEqual(['/a → /b']);
  });

  test.each<[string, FileImage, FileImage]>([
    ['other bytes', bytes(0, 255), bytes(0, 254)],
    ['other targets', link('/x'), link('/y')],
    ['bytes that read like the text', text('ab'), bytes(97, 98)],
    ['a target that reads like the text', text('/x'), link('/x')],
    ['nothing, which says nothing', text(''), text('')],
    ['what is not known', UNKNOWN, UNKNOWN],
  ])('are two with %s', (_, before, after) => {
    expect(net(gone('/a', before), come('/b', after))).toEqual(['deleted /a', 'created /b']);
  });

  test('are one as long as half of the text stayed, counted once', () => {
    const half = text('1234\nabcd');
    expect(net(gone('/a', text('1234\n5678')), come('/b', half))).toEqual(['/a → /b']);
    expect(net(gone('/a', half), come('/b', text('1234\n1234\n1234')))).toEqual([
      'deleted /a',
      'created /b',
    ]);
    expect(net(gone('/a', text('12\nabcd')), come('/b', text('12\n5678')))).toHaveLength(2);
  });

  test('belong together by what is most alike, each once', () => {
    const [a, b] = [gone('/a', text('1111\n2222\n3333')), gone('/b', text('1111\n2222\n4444'))];
    expect(net(a, b, come('/c', text('1111\n2222\n4444\n5')))).toEqual(['deleted /a', '/b → /c']);
    const copies = [come('/c', text('1111\n2222')), come('/d', text('1111\n2222'))];
    expect(net(a, ...copies)).toEqual(['/a → /c', 'created /d']);
  });

  test('bring the tool calls of both, each once', () => {
    const one = text('one');
    const calls = (...edits: Step[]) => netChanges(edits).map((change) => change.toolCallIds);
    expect(calls(gone('/a', one, 'rm'), come('/b', one, 'cp'))).toEqual([['rm', 'cp']]);
    expect(calls(gone('/a', one, 'mv'), come('/b', one, 'mv'))).toEqual([['mv']]);
    expect(calls(gone('/a', one), come('/b', one))).toEqual([[]]);
  });
});

describe('a file that is there before and after', () => {
  const mode = (image: FileImage, bits: number): FileImage => ({ ...image, mode: bits });

  test('is another one with another mode, where both are known', () => {
    const [plain, run] = [mode(text('a'), 0o644), mode(text('a'), 0o755)];
    expect(net(step('/a', plain, run))).toEqual(['modified /a']);
    expect(net(step('/a', plain, plain))).toEqual([]);
    expect(net(step('/a', text('a'), run), step('/b', run, text('a')))).toEqual([]);
  });

  test('is not known to be the same when what it held is not known', () => {
    expect(sameContent(UNKNOWN, UNKNOWN)).toBe(false);
    expect(sameContent(bytes(1), UNKNOWN)).toBe(false);
    expect(sameContent(bytes(1), bytes(1))).toBe(true);
  });
});
