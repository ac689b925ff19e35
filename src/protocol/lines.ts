const NEWLINE = 0x0a;

/** Thrown when a line is longer than the cap. */
class LineTooLongError extends Error {
  constructor(limit: number) {
    super(`a line is longer than ${sizeText(limit)}`);
    this.name = 'LineTooLongError';
  }
}

/**
 * Cuts a byte stream into lines. Bytes are decoded per whole line, so a chunk may end anywhere. Only the new chunk is
 * searched and nothing is copied before a line is whole: the work is linear however small the chunks are.
 */
export class LineSplitter {
  readonly #limit: number;
  readonly #onTooLong: (() => void) | undefined;
  #head: Buffer[] = [];
  #headBytes = 0;
  /** The end of a line that is left out. */
  #isSkipping = false;

  /** @param onTooLong lines above the limit are left out, each with a call; absent: they are an error */
  constructor(limit: number, onTooLong?: () => void) {
    this.#limit = limit;
    this.#onTooLong = onTooLong;
  }

  /** The lines this chunk ends, without their newline. */
  *push(chunk: Buffer): Generator<string> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      const stop = end < 0 ? chunk.length : end;
      if (this.#headBytes + stop - start > this.#limit) this.#skip();
      if (end < 0) break;
      if (!this.#isSkipping) yield this.#take(chunk, start, end);
      this.#isSkipping = false;
      start = end + 1;
    }
    if (start < chunk.length && !this.#isSkipping) {
      this.#head.push(chunk.subarray(start));
      this.#headBytes += chunk.length - start;
    }
  }

  /** What is left at the end of the stream: a last line without newline. */
  rest(): string {
    return this.#take(Buffer.alloc(0), 0, 0);
  }

  #skip(): void {
    if (!this.#onTooLong) throw new LineTooLongError(this.#limit);
    if (!this.#isSkipping) this.#onTooLong();
    this.#isSkipping = true;
    this.#head = [];
    this.#headBytes = 0;
  }

  #take(chunk: Buffer, start: number, end: number): string {
    if (this.#headBytes === 0) return chunk.toString('utf8', start, end);
    const line = Buffer.concat([...this.#head, chunk.subarray(start, end)]).toString('utf8');
    this.#head = [];
    this.#headBytes = 0;
    return line;
  }
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / 2 ** 20;
  return mebibytes >= 1 ? `${Math.round(mebibytes)} MiB` : `${bytes} bytes`;
}
