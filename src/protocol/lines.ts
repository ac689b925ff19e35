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
  #head: Buffer[] = [];
  #headBytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines this chunk ends, without their newline. */
  *push(chunk: Buffer): Generator<string> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      const stop = end < 0 ? chunk.length : end;
      if (this.#headBytes + stop - start > this.#limit) throw new LineTooLongError(this.#limit);
      if (end < 0) break;
      yield this.#take(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#head.push(chunk.subarray(start));
      this.#headBytes += chunk.length - start;
    }
  }

  /** What is left at the end of the stream: a last line without newline. */
  rest(): string {
    return this.#take(Buffer.alloc(0), 0, 0);
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
