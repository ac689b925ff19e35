import type { Duplex } from 'node:stream';
import { untilRead } from '../protocol/back-pressure';
import { LineSplitter } from '../protocol/lines';
import {
  deserializeMessage,
  type JSONRPCMessage,
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
  async function send(message: JSONRPCMessage): Promise<void> {
    if (!stream.writable) throw new Error('the connection is closed');
    stream.write(serializeMessage(message));
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
  }

  function take(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch (error) {
      transport.onerror?.(error as Error);
      return;
    }
    transport.onmessage?.(message);
  }

  return transport;
}
