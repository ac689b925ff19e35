import type { Duplex } from 'node:stream';
import { untilRead } from '../protocol/back-pressure';
import { LineSplitter } from '../protocol/lines';
import { NO_JSON, type Rejection, rejectionOf } from './bad-message';
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  serializeMessage,
  type Transport,
} from './library';

/** MCP as lines over a connection. Unlike the library's own for stdio it takes long lines in linear time. */
export function lineTransport(stream: Duplex, maxLineBytes: number): Transport {
  const lines = new LineSplitter(maxLineBytes);
  const transport: Transport = { start, send, close };

  async function start(): Promise<void> {
    stream.on('close', () => transport.onclose?.());
    stream.on('error', (error) => transport.onerror?.(error));
    stream.on('end', () => stream.destroy());
    stream.on('data', read);
    stream.resume();
    if (stream.destroyed) transport.onclose?.();
  }

  /** Settles when the other side is not far behind. */
  async function send(message: JSONRPCMessage | Rejection): Promise<void> {
    if (!stream.writable) throw new Error('the connection is closed');
    // The library takes no null for an id, which JSON-RPC asks for where there was none.
    stream.write(serializeMessage(message as JSONRPCMessage));
    await untilRead(stream);
  }

  async function close(): Promise<void> {
    stream.destroy();
  }

  function read(chunk: Buffer): void {
    try {
      for (const line of lines.push(chunk)) if (line.trim() !== '') take(line);
    } catch (error) {
      stream.destroy(error as Error);
    }
    readOnLater();
  }

  /** Who does not read the answers may not ask for more of them. */
  function readOnLater(): void {
    const behind = untilRead(stream);
    if (!behind || stream.isPaused()) return;
    stream.pause();
    void behind.then(() => stream.resume());
  }

  function take(line: string): void {
    const value = parsed(line);
    if (value === undefined) {
      reject(NO_JSON);
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch (error) {
      transport.onerror?.(error as Error);
      reject(rejectionOf(value));
      return;
    }
    transport.onmessage?.(message);
  }

  function reject(answer: Rejection | undefined): void {
    if (answer) send(answer).catch((error: Error) => transport.onerror?.(error));
  }

  return transport;
}

/** Nothing: it is no JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
