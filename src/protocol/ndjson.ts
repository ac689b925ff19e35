/** JSON-RPC messages as lines, for vscode-jsonrpc, whose own reader and writer only know Content-Length. */
import type { Readable, Writable } from 'node:stream';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
} from 'vscode-jsonrpc/node';
import { oneLine } from '../base/text';
import { type ErrorAnswer, type Incoming, sortIncoming } from './incoming';
import { LineSplitter } from './lines';

const DEFAULT_MAX_LINE_BYTES = 32 * 2 ** 20;
const JUNK_SAMPLE = 200;
/** Messages that may wait before the stream is paused. */
const HIGH_WATER = 1000;

export interface ReaderOptions {
  readonly maxLineBytes?: number | undefined;
  /** Sees every parsed value. */
  readonly onValue: (value: unknown) => void;
  /** A line that is no message, cut and without control characters. */
  readonly onJunk: (sample: string) => void;
  /** Something was ignored; the text says what. */
  readonly onIgnored: (reason: string) => void;
  /** A promise while nothing more may be handed out. */
  readonly hold?: () => Promise<void> | undefined;
  /** Something must be answered that vscode-jsonrpc would not answer. */
  readonly onAnswer: (answer: ErrorAnswer) => void;
}

/**
 * Hands out one message per turn of the event loop and the next one only when that was dispatched: vscode-jsonrpc
 * would mix up two queued requests whose ids look alike, and forgets its queue when it is closed. So `onClose` fires
 * only after everything read has been dispatched.
 */
export class NdjsonReader extends AbstractMessageReader implements MessageReader {
  readonly #stream: Readable;
  readonly #options: ReaderOptions;
  readonly #lines: LineSplitter;
  #queue: Incoming[] = [];
  #next = 0;
  #deliver: DataCallback | undefined;
  #turn: NodeJS.Immediate | undefined;
  #ended = false;
  #stopListening: () => void = () => {};

  constructor(stream: Readable, options: ReaderOptions) {
    super();
    this.#stream = stream;
    this.#options = options;
    this.#lines = new LineSplitter(options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES);
  }

  listen(deliver: DataCallback): Disposable {
    this.#deliver = deliver;
    const onData = (chunk: Buffer | string): void => this.#read(chunk);
    const onEnd = (): void => this.#end();
    const onError = (error: Error): void => {
      this.fireError(error);
      this.#finish();
    };
    this.#stream.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError);
    this.#stopListening = () => {
      this.#stream.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError);
      // What still comes is thrown away: an unread pipe would keep its process from ending.
      this.#stream.on('error', () => {}).resume();
    };
    // A stream that has ended already emits no event.
    if (this.#stream.readableEnded || this.#stream.destroyed) this.#end();
    return { dispose: () => this.#stopListening() };
  }

  override dispose(): void {
    this.#ended = true;
    this.#queue = [];
    this.#next = 0;
    clearImmediate(this.#turn);
    this.#stopListening();
    this.#stopListening = () => {};
    super.dispose();
  }

  #read(chunk: Buffer | string): void {
    if (this.#ended) return;
    try {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      for (const line of this.#lines.push(bytes)) this.#take(line);
    } catch (error) {
      this.fireError(error);
      this.#finish();
    }
    if (this.#waiting > HIGH_WATER) this.#stream.pause();
  }

  #take(raw: string): void {
    const line = raw.trim();
    if (line === '') return;
    const incoming = this.#parse(line);
    if (incoming.kind === 'junk') {
      this.#options.onJunk(oneLine(line.slice(0, JUNK_SAMPLE)));
      return;
    }
    this.#queue.push(incoming);
    this.#turn ??= setImmediate(this.#pump);
  }

  #parse(line: string): Incoming {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return { kind: 'junk' };
    }
    const incoming = sortIncoming(value);
    if (incoming.kind !== 'junk') this.#options.onValue(value);
    return incoming;
  }

  get #waiting(): number {
    return this.#queue.length - this.#next;
  }

  readonly #pump = (): void => {
    this.#turn = undefined;
    const held = this.#waiting > 0 ? this.#options.hold?.() : undefined;
    if (held) {
      this.#stream.pause();
      void held.then(() => {
        if (this.#waiting > 0) this.#turn ??= setImmediate(this.#pump);
      });
      return;
    }
    const incoming = this.#shift();
    if (incoming === undefined) {
      if (this.#ended) this.fireClose();
      return;
    }
    if (this.#stream.isPaused() && this.#waiting < HIGH_WATER / 2) this.#stream.resume();
    this.#hand(incoming);
    // vscode-jsonrpc has just scheduled a tick of its own, which comes before this one.
    if (this.#waiting > 0 || this.#ended) this.#turn = setImmediate(this.#pump);
  };

  #shift(): Incoming | undefined {
    const incoming = this.#queue[this.#next];
    this.#next += 1;
    if (this.#waiting <= 0 || this.#next >= HIGH_WATER) {
      this.#queue = this.#queue.slice(this.#next);
      this.#next = 0;
    }
    return incoming;
  }

  #hand(incoming: Incoming): void {
    if (incoming.kind === 'message') this.#deliver?.(incoming.message);
    else if (incoming.kind === 'answer') this.#options.onAnswer(incoming.answer);
    else if (incoming.kind === 'ignore') this.#options.onIgnored(incoming.reason);
  }

  #end(): void {
    if (this.#ended) return;
    // An agent that dies may have forgotten the last newline.
    this.#take(this.#lines.rest());
    this.#finish();
  }

  /** Nothing more will be read; what was, is still dispatched. */
  #finish(): void {
    this.#ended = true;
    this.#turn ??= setImmediate(this.#pump);
  }
}

/** Writes each message as one line. Owns the stream's 'error' event: a broken pipe must not end the host. */
export class NdjsonWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #stream: Writable;
  readonly #onMessage: (message: Message) => void;

  constructor(stream: Writable, onMessage: (message: Message) => void) {
    super();
    this.#stream = stream;
    this.#onMessage = onMessage;
    stream.on('error', (error) => this.fireError(error));
  }

  /** Settles when the stream has taken the line. */
  write(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!this.#stream.writable) throw new Error('the stream is closed');
      const line = `${JSON.stringify(message)}\n`;
      this.#onMessage(message);
      this.#stream.write(line, (error) => (error ? reject(error) : resolve()));
    });
  }

  end(): void {
    this.#stream.end();
  }
}
