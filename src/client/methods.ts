/** What the client does for its agents: the handlers of every request that an agent can send. */

import { unlessAborted, withEither } from '../protocol/abort';
import type { LargeAnswers } from '../protocol/back-pressure';
import type { ClientHandlers } from '../protocol/connection';
import { AcpError, REQUEST_CANCELLED, RESOURCE_NOT_FOUND } from '../protocol/errors';
import type {
  CompleteElicitationNotification,
  CreateElicitationRequest,
  CreateElicitationResponse,
  ReadTextFileRequest,
  SessionNotification,
} from '../protocol/schema.gen';
import type { DocumentScope, Documents } from '../session/ports';
import type { Session } from '../session/session';
import { type ActingSession, approveCommand, type FileWish, scopeFor } from './approval';

/** A session as its agent's requests reach it. */
export type ServedSession = ActingSession & Pick<Session, 'state' | 'terminals' | 'turnCancelled'>;

export interface ClientOptions {
  /** Rejects with -32602 when there is no such session; waits for one that is just being made. */
  readonly session: (id: string) => Promise<ServedSession>;
  /** Synchronous, so that updates keep their order. */
  readonly update: (params: SessionNotification) => void;
  readonly elicit: (
    params: CreateElicitationRequest,
    signal: AbortSignal,
  ) => Promise<CreateElicitationResponse>;
  readonly elicitationComplete: (params: CompleteElicitationNotification) => void;
  readonly documents: Documents;
  readonly largeAnswers: LargeAnswers;
  /** See `AgentQuirks`. */
  readonly missingFileReadsEmpty: () => boolean;
}

/** One handler for each method; what they need is in the options. */
export function clientMethods(options: ClientOptions): ClientHandlers {
  const { session, documents, largeAnswers } = options;
  const scope = async (id: string, wish: FileWish): Promise<DocumentScope> =>
    scopeFor(await session(id), documents, wish);
  return {
    notifications: {
      'session/update': options.update,
      'elicitation/complete': options.elicitationComplete,
    },
    requests: {
      'session/request_permission': async (params, signal) =>
        (await session(params.sessionId)).ask(params, signal),
      'elicitation/create': options.elicit,
      'fs/read_text_file': async (params, signal) => {
        const { sessionId, path } = params;
        const wish = { kind: 'read', path } as const;
        return {
          content: await largeAnswers.make(async () =>
            read(options, await scope(sessionId, wish), params, signal),
          ),
        };
      },
      'fs/write_text_file': async (params, signal) => {
        const { sessionId, path, content } = params;
        const one = await session(sessionId);
        await unlessTurnCancelled(one.turnCancelled, signal, async (either) => {
          const files = scopeFor(one, documents, { kind: 'edit', path, content });
          await documents.write(files, path, content, either);
        });
        return {};
      },
      'terminal/create': async (params, signal) => {
        const one = await session(params.sessionId);
        await approveCommand(one, params, signal);
        return { terminalId: await one.terminals.create(params, one.state.cwd) };
      },
      'terminal/output': async ({ sessionId, terminalId }) => {
        const { terminals } = await session(sessionId);
        const { exit, ...output } = await largeAnswers.make(() => terminals.read(terminalId));
        return { ...output, ...(exit ? { exitStatus: exit } : {}) };
      },
      'terminal/wait_for_exit': async ({ sessionId, terminalId }, signal) =>
        unlessAborted((await session(sessionId)).terminals.wait(terminalId), signal),
      'terminal/kill': async ({ sessionId, terminalId }) => {
        await (await session(sessionId)).terminals.kill(terminalId);
        return {};
      },
      'terminal/release': async ({ sessionId, terminalId }) => {
        await (await session(sessionId)).terminals.release(terminalId);
        return {};
      },
    },
  };
}

/** What has not begun when the turn is cancelled is not begun. */
async function unlessTurnCancelled(
  turnCancelled: AbortSignal,
  signal: AbortSignal,
  work: (either: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    await withEither([turnCancelled, signal], work);
  } catch (error) {
    const isWithdrawn = error instanceof AcpError && error.code === REQUEST_CANCELLED;
    if (!isWithdrawn || !turnCancelled.aborted) throw error;
    throw AcpError.cancelled('the turn was cancelled: nothing was written');
  }
}

async function read(
  { documents, missingFileReadsEmpty }: ClientOptions,
  scope: DocumentScope,
  params: ReadTextFileRequest,
  signal: AbortSignal,
): Promise<string> {
  const range = {
    ...(typeof params.line === 'number' ? { line: params.line } : {}),
    ...(typeof params.limit === 'number' ? { limit: params.limit } : {}),
  };
  try {
    return await documents.read(scope, params.path, range, signal);
  } catch (error) {
    const missing = error instanceof AcpError && error.code === RESOURCE_NOT_FOUND;
    if (missing && missingFileReadsEmpty()) return '';
    throw error;
  }
}
