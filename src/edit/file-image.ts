/** What a file holds on one side of a change. Plain data: it goes from thread to thread. */
export type FileContent =
  | {
      readonly kind: 'text';
      /** The whole text, with its line endings and its byte order mark. */
      readonly text: string;
      /** A 'fileencoding' in which the text gives the file's bytes exactly; absent: that of the file before, else UTF-8. */
      readonly encoding?: string;
    }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array }
  /** A symbolic link, which is never followed. */
  | { readonly kind: 'link'; readonly target: string }
  /** It is known that the file has changed, but not what it held. */
  | { readonly kind: 'unknown'; readonly why: string };

export interface FileImage {
  readonly content: FileContent;
  /** Permission bits, where they are known. */
  readonly mode?: number;
}

/** Of a text that is known to be one; null: there is no file. */
export function textImage(text: string): FileImage;
export function textImage(text: string | null): FileImage | null;
export function textImage(text: string | null): FileImage | null {
  return text === null ? null : { content: { kind: 'text', text } };
}

/** Null: no file; nothing: no text. */
export function imageText(image: FileImage | null): string | null | undefined {
  if (image === null) return null;
  return image.content.kind === 'text' ? image.content.text : undefined;
}

/** Whether both sides are known to hold the same. */
export function sameContent(a: FileImage | null, b: FileImage | null): boolean {
  if (a === null || b === null) return a === b;
  const [one, other] = [a.content, b.content];
  if (one.kind === 'text') return other.kind === 'text' && one.text === other.text;
  if (one.kind === 'link') return other.kind === 'link' && one.target === other.target;
  if (one.kind === 'unknown' || other.kind !== 'binary') return false;
  return Buffer.compare(one.bytes, other.bytes) === 0;
}

/** With permission bits that are known now, unless they were known before. */
export function withMode(image: FileImage, mode: number | undefined): FileImage;
export function withMode(image: FileImage | null, mode: number | undefined): FileImage | null;
export function withMode(image: FileImage | null, mode: number | undefined): FileImage | null {
  return image && mode !== undefined ? { mode, ...image } : image;
}
