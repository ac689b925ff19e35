const NEWLINE = 0x0a;

/** Thrown when a line is longer than the cap. */
class LineTooLongError extends Error {
  constructor(limit: number) {
    super(`a line is longer than ${sizeText(limit)}`);
    this.name = 'LineTooLongError';
  }
}

/** What is kept of a line that is too long. */
export interface LineEnds {
  readonly start: string;
  readonly end: string;
}

/** Bytes of each end. */
const KEPT_BYTES = 512;

/**
 * Cuts a byte stream into lines. Bytes are decoded per whole line, so a chunk may end anywhere. Only the new chunk is
 * searched and nothing is copied before a line is whole: the work is linear however small the chunks are.
 */
export class LineSplitter {
  readonly #limit: number;
  readonly #onTooLong: ((line: LineEnds) => void) | undefined;
  #head: Buffer[] = [];
  #headBytes = 0;
  /** The ends of a line that is left out. */
  #skipped: { readonly start: Buffer; end: Buffer } | undefined;

  /** @param onTooLong lines above the limit are left out, each with a call when it ends; absent: they are an error */
  constructor(limit: number, onTooLong?: (line: LineEnds) => void) {
    this.#limit = limit;
    this.#onTooLong = onTooLong;
  }

  /** The lines this chunk ends, without their newline. */
  *push(chunk: Buffer): Generator<string> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      const stop = end < 0 ? chunk.length : end;
      if (this.#skipped || this.#headBytes + stop - start > this.#limit) {
        this.#skip(chunk.subarray(start, stop));
      }
      if (end < 0) break;
      if (this.#skipped) this.#skippedAll(this.#skipped);
      else yield this.#take(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length && !this.#skipped) {
      this.#head.push(chunk.subarray(start));
      this.#headBytes += chunk.length - start;
    }
  }

  /** What is left at the end of the stream: a last line without newline. */
  rest(): string {
    return this.#take(Buffer.alloc(0), 0, 0);
  }

  #skip(more: Buffer): void {
    if (!this.#onTooLong) throw new LineTooLongError(this.#limit);
    const known = [...this.#head, more];
    this.#skipped ??= { start: firstOf(known), end: Buffer.alloc(0) };
    this.#skipped.end = lastOf([this.#skipped.end, ...known]);
    this.#head = [];
    this.#headBytes = 0;
  }

  #skippedAll({ start, end }: { readonly start: Buffer; readonly end: Buffer }): void {
    this.#skipped = undefined;
    this.#onTooLong?.({ start: start.toString(), end: end.toString() });
  }

  #take(chunk: Buffer, start: number, end: number): string {
    if (this.#headBytes === 0) return chunk.toString('utf8', start, end);
    const line = Buffer.concat([...this.#head, chunk.subarray(start, end)]).toString('utf8');
    this.#head = [];
    this.#headBytes = 0;
    return line;
  }
}

/** A copy, so that what it was cut from can go. */
function firstOf(chunks: readonly Buffer[]): Buffer {
  const first: Buffer[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    if (bytes >= KEPT_BYTES) break;
    first.push(chunk.subarray(0, KEPT_BYTES));
    bytes += chunk.length;
  }
  return Buffer.concat(first).subarray(0, KEPT_BYTES);
}

function lastOf(chunks: readonly Buffer[]): Buffer {
  const last: Buffer[] = [];
  let bytes = 0;
  for (const chunk of chunks.toReversed()) {
    if (bytes >= KEPT_BYTES) break;
    last.unshift(chunk.subarray(-KEPT_BYTES));
    bytes += chunk.length;
  }
  return Buffer.concat(last).subarray(-KEPT_BYTES);
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / 2 ** 20;
  return mebibytes >= 1 ? `${Math.round(mebibytes)} MiB` : `${bytes} bytes`;
}
