/** What each kind of `session/update` does to the state: the table that says so, complete by its type. */
import type { SessionUpdate } from '../../protocol/schema.gen';
import { withMode } from '../settings';
import type { SessionState } from '../state';
import { upsertTool } from '../tool-call';
import { agentTerminal } from './agent_terminal';
import { compactionSummaryChunk, compactionUpdate } from './compaction';
import { appendChunk } from './message';
import { plan } from './plan';
import { sessionInfoUpdate } from './session_info_update';
import { userMessageChunk } from './user_message_chunk';

type Kind = SessionUpdate['sessionUpdate'];
type UpdateOf<K extends Kind> = Extract<SessionUpdate, { sessionUpdate: K }>;
type UpdateTable = {
  readonly [K in Kind]: (state: SessionState, update: UpdateOf<K>) => SessionState;
};

const UPDATES: UpdateTable = {
  user_message_chunk: userMessageChunk,
  agent_message_chunk: (state, update) => appendChunk(state, 'agent', update),
  agent_thought_chunk: (state, update) => appendChunk(state, 'thought', update),
  tool_call: (state, update) =>
    agentTerminal(state, upsertTool(state, update, { announces: true }), update),
  tool_call_update: (state, update) =>
    agentTerminal(state, upsertTool(state, update, { announces: false }), update),
  plan,
  available_commands_update: (state, update) => ({ ...state, commands: update.availableCommands }),
  current_mode_update: (state, update) => ({
    ...state,
    configOptions: withMode(state.configOptions, update.currentModeId),
    modes: {
      availableModes: state.modes?.availableModes ?? [],
      currentModeId: update.currentModeId,
    },
  }),
  config_option_update: (state, update) => ({ ...state, configOptions: update.configOptions }),
  session_info_update: sessionInfoUpdate,
  usage_update: (state, update) => ({
    ...state,
    usage: { used: update.used, size: update.size, ...(update.cost ? { cost: update.cost } : {}) },
  }),
  // A notice is an event, not history: the session hands it to the user and keeps nothing.
  notice: (state) => state,
  compaction_update: compactionUpdate,
  compaction_summary_chunk: compactionSummaryChunk,
};

/** The state after an update; the same object when the update is of a kind that is not known. */
export function applyUpdate(state: SessionState, update: SessionUpdate): SessionState {
  const apply = UPDATES[update.sessionUpdate] as
    | ((state: SessionState, update: SessionUpdate) => SessionState)
    | undefined;
  return apply ? apply(state, update) : state;
}
