/** A session's own requests to its agent. */
import { isRecord } from '../base/guards';
import type { Logger } from '../base/logger';
import type { AgentConnection } from '../protocol/connection';
import { AcpError, METHOD_NOT_FOUND } from '../protocol/errors';
import type { AgentCapabilities, ContentBlock, InitializeResponse } from '../protocol/schema.gen';
import type { AgentSession } from '../session/agent-port';
import { promptContent } from './prompt-content';

export interface AgentSessionOptions {
  readonly connection: AgentConnection;
  readonly sessionId: string;
  /** Name of the agent. */
  readonly name: string;
  readonly capabilities: AgentCapabilities;
  /** It takes messages into a running turn. */
  readonly steers: boolean;
  readonly log: Logger;
  /** The session is not needed any more. */
  readonly onClose: () => void;
}

/** A message for a running turn is of no use later. */
const STEER_MS = 10_000;

/** The port through which a session speaks to its agent, with what that agent can do. */
export function agentSession(options: AgentSessionOptions): AgentSession {
  const { connection, sessionId, name, capabilities, log } = options;
  return {
    ...(options.steers ? { steer: (content) => steer(options, content) } : {}),
    prompt: async (content) => {
      const prompt = promptContent(content, name, capabilities.promptCapabilities);
      return connection.request('session/prompt', { sessionId, prompt });
    },
    cancel: () => {
      // The answers to open requests go out first, and take some ticks to reach the wire.
      setImmediate(() => connection.notify('session/cancel', { sessionId }));
    },
    setMode: async (modeId) => {
      await connection.request('session/set_mode', { sessionId, modeId });
    },
    setModel: async (modelId) => {
      try {
        await connection.request('session/set_model', { sessionId, modelId });
      } catch (error) {
        if (!(error instanceof AcpError && error.code === METHOD_NOT_FOUND)) throw error;
        throw new Error(`${name} lists models but cannot switch between them`);
      }
    },
    setConfig: async (configId, value) => {
      const params =
        typeof value === 'boolean'
          ? ({ sessionId, configId, type: 'boolean', value } as const)
          : { sessionId, configId, value };
      return (await connection.request('session/set_config_option', params)).configOptions;
    },
    close: () => {
      options.onClose();
      if (!capabilities.sessionCapabilities?.close) return;
      // After the cancellation of its turn.
      setImmediate(() => {
        // Some agents never answer this; nobody waits for it.
        connection.request('session/close', { sessionId }).catch((error: unknown) => {
          log.debug('session/close', error);
        });
      });
    },
  };
}

/** An extension of several adapters, advertised beside the capabilities. */
export function steersTurns({ _meta }: InitializeResponse): boolean {
  const steering = _meta?.steering;
  return isRecord(steering) && steering.supported === true;
}

/** Some adapters answer any extension with an empty success: only an outcome that says so counts. */
const TAKEN: readonly (string | undefined)[] = ['injected', 'startedNewTurn'];

async function steer(
  { connection, sessionId, name, capabilities }: AgentSessionOptions,
  content: readonly ContentBlock[],
): Promise<boolean> {
  const prompt = promptContent(content, name, capabilities.promptCapabilities);
  // A turn that has just ended leaves the message to us.
  const _meta = { steering: { idleBehavior: 'promptRequired' } };
  const { outcome } = await connection.request(
    '_session/steering',
    { sessionId, prompt, _meta },
    { timeoutMs: STEER_MS, timeoutText: `${name} did not take the message in time` },
  );
  return TAKEN.includes(outcome);
}
