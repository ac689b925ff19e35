/** File images by the hash of their content. Pure. */
import { createHash } from 'node:crypto';
import { decodeLike, encodeLike } from '../../edit/encoding';
import type { FileContent, FileImage } from '../../edit/file-image';

interface StoredContent {
  readonly kind: 'text' | 'binary';
  /** Of the bytes that are kept: those of the file, as far as we can make them. */
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
  /** Of a text: see `FileContent`. */
  readonly encoding?: string;
  /** Only the editor could make the file's bytes: those of the text in UTF-8 are kept. */
  readonly isRecoded?: true;
}

export type ContentRef = StoredContent | Extract<FileContent, { kind: 'link' | 'unknown' }>;

/** A `FileImage` without its content. */
export interface ImageRef {
  readonly content: ContentRef;
  readonly mode?: number;
}

/** A state of a file and, as far as there are any, the bytes of its content. */
export interface Referred {
  readonly ref: ImageRef | null;
  readonly bytes?: Buffer;
}

/** An image by the hash of its content, and the bytes to keep under that hash. */
export function refer(image: FileImage | null): Referred {
  if (image === null) return { ref: null };
  const { content, ...rest } = image;
  if (content.kind === 'link' || content.kind === 'unknown') return { ref: { content, ...rest } };
  if (content.kind === 'binary') {
    const bytes = Buffer.from(content.bytes);
    return { ref: { content: stored('binary', bytes), ...rest }, bytes };
  }
  const { text, encoding } = content;
  const exact = encodeLike(text, encoding ?? 'utf-8');
  const bytes = exact ?? Buffer.from(text, 'utf8');
  const how = { ...(encoding ? { encoding } : {}), ...(exact ? {} : { isRecoded: true as const }) };
  return { ref: { content: { ...stored('text', bytes), ...how }, ...rest }, bytes };
}

function stored(kind: StoredContent['kind'], bytes: Buffer): StoredContent {
  return { kind, hash: hashOf(bytes), size: bytes.length };
}

/** The hash of the content that has to be kept; nothing where there is none. */
export function hashOfRef(ref: ImageRef | null): string | undefined {
  return ref && 'hash' in ref.content ? ref.content.hash : undefined;
}

/** @param bytes nothing: they are not kept any more */
export function imageOfRef(ref: ImageRef | null, bytes: Buffer | undefined): FileImage | null {
  if (ref === null) return null;
  const { content, ...rest } = ref;
  return { content: contentOf(content, bytes), ...rest };
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Whether both are known to be the same; a mode that one side does not know counts as the same. */
export function sameRef(a: ImageRef | null, b: ImageRef | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.mode !== undefined && b.mode !== undefined && a.mode !== b.mode) return false;
  const [one, other] = [a.content, b.content];
  if (one.kind === 'link') return other.kind === 'link' && one.target === other.target;
  if (one.kind === 'unknown' || other.kind !== one.kind) return false;
  return one.hash === other.hash;
}

/** Whether both are the same for certain. */
export function isExactly(a: ImageRef | null, b: ImageRef | null): boolean {
  return sameRef(a, b) && !isUncertain(a, b);
}

/** Whether their contents do not say if they are the same. */
export function isUncertain(a: ImageRef | null, b: ImageRef | null): boolean {
  if (a === null || b === null) return false;
  if (a.content.kind === 'unknown' || b.content.kind === 'unknown') return true;
  return isRecoded(a) !== isRecoded(b);
}

function isRecoded({ content }: ImageRef): boolean {
  return content.kind === 'text' && content.isRecoded === true;
}

function contentOf(content: ContentRef, bytes: Buffer | undefined): FileContent {
  if (content.kind === 'link' || content.kind === 'unknown') return content;
  if (!bytes) return { kind: 'unknown', why: 'its content was not kept' };
  if (content.kind === 'binary') return { kind: 'binary', bytes: new Uint8Array(bytes) };
  const { encoding, isRecoded } = content;
  const exact = isRecoded ? undefined : decodeLike(bytes, encoding ?? 'utf-8');
  const text = exact ?? bytes.toString('utf8');
  return { kind: 'text', text, ...(encoding ? { encoding } : {}) };
}
