import { PassThrough } from 'node:stream';
import { Deferred } from '../../src/base/deferred';
import type { AgentProcess, ProcessExit } from '../../src/session/ports';

/** Messages that come over a stream, one a line; the list grows. */
export function messagesOn<M>(stream: PassThrough): M[] {
  const messages: M[] = [];
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) messages.push(JSON.parse(line));
  });
  return messages;
}

/** An agent's process that is nothing but its streams; the test says what it says. */
export class PipedProcess<M> implements AgentProcess {
  readonly pid = undefined;
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly #exited = new Deferred<ProcessExit>();
  readonly exited = this.#exited.promise;
  /** What our side has written so far. */
  readonly sent: readonly M[] = messagesOn(this.stdin);
  readonly spawnError = (): undefined => undefined;
  readonly stderrTail = (): string => '';

  async stop(): Promise<void> {}

  say(line: string): void {
    this.stdout.write(`${line}\n`);
  }

  end(): void {
    this.stdout.end();
    this.#exited.resolve({ code: 0, signal: null });
  }
}
