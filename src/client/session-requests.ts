/** A session's own requests to its agent. */
import type { Logger } from '../base/logger';
import type { AgentConnection } from '../protocol/connection';
import { AcpError, METHOD_NOT_FOUND } from '../protocol/errors';
import type { AgentCapabilities } from '../protocol/schema.gen';
import type { AgentSession } from '../session/agent-port';
import { promptContent } from './prompt-content';

export interface AgentSessionOptions {
  readonly connection: AgentConnection;
  readonly sessionId: string;
  /** Name of the agent. */
  readonly name: string;
  readonly capabilities: AgentCapabilities;
  readonly log: Logger;
  /** The session is not needed any more. */
  readonly onClose: () => void;
}

export function agentSession(options: AgentSessionOptions): AgentSession {
  const { connection, sessionId, name, capabilities, log } = options;
  return {
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
