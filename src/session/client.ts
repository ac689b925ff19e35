/** What the client does for its agents: the handlers of every request that an agent can send. */
import type { LargeAnswers } from '../protocol/back-pressure';
import type { ClientHandlers } from '../protocol/connection';
import { AcpError, RESOURCE_NOT_FOUND } from '../protocol/errors';
import type {
  CompleteElicitationNotification,
  CreateElicitationRequest,
  CreateElicitationResponse,
  ReadTextFileRequest,
  SessionNotification,
} from '../protocol/schema.gen';
import { commandDeed, fileDeed, refuseForbidden } from './forbidden';
import { askOutside } from './outside';
import type { DocumentScope, Documents } from './ports';
import type { Session } from './session';
import type { PermissionRequest } from './state';
import { unlessAborted } from './unless-aborted';

export interface ClientOptions {
  /** Rejects with -32602 when there is no such session; waits for one that is just being made. */
  readonly session: (id: string) => Promise<Session>;
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

export function clientHandlers(options: ClientOptions): ClientHandlers {
  const { session, documents, largeAnswers } = options;
  const scope = async (id: string): Promise<DocumentScope> => {
    const one = await session(id);
    return {
      session: one.key,
      roots: [one.state.cwd, ...one.directories],
      askOutside: (question, signal) => askOutside(one, question, signal),
    };
  };
  const refuse = async (id: string, deed: PermissionRequest): Promise<void> => {
    refuseForbidden((await session(id)).forbids, deed);
  };
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
        await refuse(params.sessionId, fileDeed('read', params.path));
        return {
          content: await largeAnswers.make(async () =>
            read(options, await scope(params.sessionId), params, signal),
          ),
        };
      },
      'fs/write_text_file': async (params, signal) => {
        await refuse(params.sessionId, fileDeed('edit', params.path));
        await documents.write(await scope(params.sessionId), params.path, params.content, signal);
        return {};
      },
      'terminal/create': async (params) => {
        await refuse(params.sessionId, commandDeed(params));
        const { terminals, state } = await session(params.sessionId);
        return { terminalId: await terminals.create(params, state.cwd) };
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
