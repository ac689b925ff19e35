/** A whole `Agent` in one process with the agent it talks to: a process that is only two pipes. */
import { PassThrough } from 'node:stream';
import { Deferred } from '../../src/base/deferred';
import { silentLogger } from '../../src/base/logger';
import { Agent, type AgentQuirks } from '../../src/client/agent';
import { type AgentHandlers, connectClient } from '../../src/protocol/connection';
import { AcpError } from '../../src/protocol/errors';
import type {
  AgentProcess,
  Documents,
  ProcessExit,
  ReadRange,
  TerminalCommand,
  Terminals,
} from '../../src/session/ports';
import type { Session } from '../../src/session/session';
import { newFile } from './preview';
import { testSession } from './session';

/** What was run in terminals, by whichever agent. */
export const commands: TerminalCommand[] = [];

const terminals: Terminals = {
  create: (command) => {
    commands.push(command);
    const exited = new Deferred<{ exitCode: number | null; signal: string | null }>();
    return Promise.resolve({
      read: () => ({ output: 'so far', truncated: false }),
      exited: exited.promise,
      onText: () => ({ dispose: () => {} }),
      end: async () => exited.resolve({ exitCode: null, signal: 'SIGTERM' }),
    });
  },
};

/** An agent at the other end of two in-memory pipes, and the process that it would be. */
export function connect(
  handlers: AgentHandlers['requests'] = {},
  quirks: AgentQuirks = {},
  startTimeoutMs = 10_000,
) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const exit = new Deferred<ProcessExit>();
  const end = (code: number | null, signal: string | null = null): void => {
    exit.resolve({ code, signal });
    stdout.end();
  };
  const process: { -readonly [K in keyof AgentProcess]: AgentProcess[K] } = {
    pid: 1,
    stdin,
    stdout,
    exited: exit.promise,
    spawnError: () => undefined,
    stderrTail: () => 'last words',
    stop: async () => end(0),
  };
  const files = new Map([['/project/a', 'text of a']]);
  const ranges: ReadRange[] = [];
  const documents: Documents = {
    read: async (_scope, path, range) => {
      ranges.push(range);
      const text = files.get(path);
      if (text === undefined) throw AcpError.notFound(path);
      return text;
    },
    preview: async (_scope, _path, content) => newFile(content),
    write: async (_scope, path, content) => {
      files.set(path, content);
    },
  };
  const requests: AgentHandlers['requests'] = {
    initialize: async () => ({ protocolVersion: 1, agentInfo: { name: 'fake', version: '1' } }),
    'session/new': async () => ({ sessionId: 's' }),
    'session/prompt': async () => ({ stopReason: 'end_turn' }),
    ...handlers,
  };
  const client = connectClient(
    stdin,
    stdout,
    { requests, notifications: {} },
    { log: silentLogger },
  );
  const agent = new Agent({
    name: 'fake',
    process,
    documents,
    clientVersion: '0',
    log: silentLogger,
    startTimeoutMs,
    quirksOf: (name) => (name === 'fake' ? quirks : {}),
  });
  const newSession = (key: string): Session => testSession({ key, agent: 'fake', terminals });
  const session = newSession('v1');
  return { agent, client, session, newSession, files, ranges, end, process };
}
