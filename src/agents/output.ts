/** The newest bytes of a command's output, as text. */
import { StringDecoder } from 'node:string_decoder';

/** Pieces are joined when there are this many, so that neither appending nor cutting is quadratic. */
const MAX_PIECES = 256;

export class OutputBuffer {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #truncated = false;

  /** @param limit bytes of UTF-8 to keep */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get truncated(): boolean {
    return this.#truncated;
  }

  push(text: string): void {
    if (text === '') return;
    const piece = Buffer.from(text, 'utf8');
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes > this.#limit * 2 + 4096 || this.#pieces.length > MAX_PIECES) this.#compact();
  }

  text(): string {
    this.#compact();
    return this.#pieces[0]?.toString('utf8') ?? '';
  }

  /** One piece, cut at the front, on a character boundary. */
  #compact(): void {
    const all = Buffer.concat(this.#pieces);
    let from = Math.max(0, all.length - this.#limit);
    while (from < all.length && from > 0 && isContinuation(all[from])) from++;
    if (from > 0) this.#truncated = true;
    const kept = from > 0 ? Buffer.from(all.subarray(from)) : all;
    this.#pieces = [kept];
    this.#bytes = kept.length;
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Decodes one stream: a character split between two chunks stays whole. */
export function decodeInto(stream: NodeJS.ReadableStream, take: (text: string) => void): void {
  const decoder = new StringDecoder('utf8');
  stream.on('data', (chunk: Buffer) => take(decoder.write(chunk)));
  stream.on('end', () => take(decoder.end()));
  stream.on('error', () => take(decoder.end()));
}
