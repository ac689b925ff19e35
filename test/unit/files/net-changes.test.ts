import { describe, expect, test } from 'vitest';
import { type FileImage, sameContent, textImage } from '../../../src/edit/file-image';
import type { FileEdit } from '../../../src/files/edits';
import { netChanges } from '../../../src/files/net-changes';

const text = (content: string): FileImage => textImage(content);
const bytes = (...values: number[]): FileImage => ({
  content: { kind: 'binary', bytes: Uint8Array.from(values) },
});
const link = (target: string): FileImage => ({ content: { kind: 'link', target } });
const UNKNOWN: FileImage = { content: { kind: 'unknown', why: 'too large' } };

const step = (
  path: string,
  before: FileImage | null,
  after: FileImage | null,
  toolCallId?: string,
): FileEdit => ({
  path,
  before,
  after,
  turn: 1,
  source: 'disk',
  ...(toolCallId ? { toolCallId } : {}),
});
const gone = (path: string, image: FileImage, call?: string) => step(path, image, null, call);
const come = (path: string, image: FileImage, call?: string) => step(path, null, image, call);
const told = (...edits: FileEdit[]) =>
  netChanges(edits).map(({ kind, path, from }) => (from ? `${from} → ${path}` : `${kind} ${path}`));

describe('a file that went and one that came', () => {
  test.each<[string, FileImage]>([
    ['text', text('one\ntwo\n')],
    ['bytes', bytes(0, 255)],
    ['target of a link', link('/x')],
  ])('are one that was moved when they hold the same %s', (_, image) => {
    expect(told(gone('/a', image), come('/b', image))).toEqual(['/a → /b']);
  });

  test.each<[string, FileImage, FileImage]>([
    ['other bytes', bytes(0, 255), bytes(0, 254)],
    ['other targets', link('/x'), link('/y')],
    ['bytes that read like the text', text('ab'), bytes(97, 98)],
    ['a target that reads like the text', text('/x'), link('/x')],
    ['nothing, which says nothing', text(''), text('')],
    ['what is not known', UNKNOWN, UNKNOWN],
  ])('are two with %s', (_, before, after) => {
    expect(told(gone('/a', before), come('/b', after))).toEqual(['deleted /a', 'created /b']);
  });

  test('are one as long as half of the text stayed, counted once', () => {
    const half = text('1234\nabcd');
    expect(told(gone('/a', text('1234\n5678')), come('/b', half))).toEqual(['/a → /b']);
    expect(told(gone('/a', half), come('/b', text('1234\n1234\n1234')))).toEqual([
      'deleted /a',
      'created /b',
    ]);
    expect(told(gone('/a', text('12\nabcd')), come('/b', text('12\n5678')))).toHaveLength(2);
  });

  test('belong together by what is most alike, each once', () => {
    const [a, b] = [gone('/a', text('1111\n2222\n3333')), gone('/b', text('1111\n2222\n4444'))];
    expect(told(a, b, come('/c', text('1111\n2222\n4444\n5')))).toEqual(['deleted /a', '/b → /c']);
    const copies = [come('/c', text('1111\n2222')), come('/d', text('1111\n2222'))];
    expect(told(a, ...copies)).toEqual(['/a → /c', 'created /d']);
  });

  test('bring the tool calls of both, each once', () => {
    const one = text('one');
    const calls = (...edits: FileEdit[]) => netChanges(edits).map((change) => change.toolCallIds);
    expect(calls(gone('/a', one, 'rm'), come('/b', one, 'cp'))).toEqual([['rm', 'cp']]);
    expect(calls(gone('/a', one, 'mv'), come('/b', one, 'mv'))).toEqual([['mv']]);
    expect(calls(gone('/a', one), come('/b', one))).toEqual([[]]);
  });
});

describe('a file that is there before and after', () => {
  const mode = (image: FileImage, bits: number): FileImage => ({ ...image, mode: bits });

  test('is another one with another mode, where both are known', () => {
    const [plain, run] = [mode(text('a'), 0o644), mode(text('a'), 0o755)];
    expect(told(step('/a', plain, run))).toEqual(['modified /a']);
    expect(told(step('/a', plain, plain))).toEqual([]);
    expect(told(step('/a', text('a'), run), step('/b', run, text('a')))).toEqual([]);
  });

  test('is not known to be the same when what it held is not known', () => {
    expect(sameContent(UNKNOWN, UNKNOWN)).toBe(false);
    expect(sameContent(bytes(1), UNKNOWN)).toBe(false);
    expect(sameContent(bytes(1), bytes(1))).toBe(true);
  });
});
