import { List } from '../base/list';
import { assertNever } from '../base/never';
import { SharedMap } from '../base/shared-map';
import { approvalAnswered, approvalReplaced, approvalRequested } from './approval';
import { append, appendNotice, closed, push } from './entries';
import type { SessionEvent } from './event';
import { permissionRequest } from './request';
import type { Elicitation, Entry, SessionState } from './state';
import {
  abandonTools,
  callCancelled,
  callChanged,
  inputSettled,
  REPLAYED,
  upsertTool,
} from './tool-call';
import { turnChanged, withoutChanges } from './turn-changes';
import { ended, turnEnded } from './turn-end';
import { applyUpdate } from './updates';

/** Why calls have no result. */
const CANCELLED = 'cancelled';

/** The only way a session's state changes. Pure; an event without effect gives the same object back. */
export function reduce(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'opened':
      return {
        ...withoutReplayed(state),
        id: event.id,
        continued: event.continued ?? false,
        ...(event.modes ? { modes: event.modes } : {}),
        ...(event.models ? { models: event.models } : {}),
        ...(event.configOptions ? { configOptions: event.configOptions } : {}),
      };
    case 'foldersGranted':
      return granted(state, event.directories);
    case 'adopted':
      return adopted(state, event.source);
    case 'turnsKnown':
      return { ...state, turns: event.turns };
    case 'historyLost':
      return historyLost(state);
    case 'modelSet':
      return state.models
        ? { ...state, models: { ...state.models, currentModelId: event.modelId } }
        : state;
    case 'update':
      return applyUpdate(state, event.update);
    case 'queued':
      return { ...state, queue: queued(state.queue, event) };
    case 'unqueued':
      return { ...state, queue: state.queue.filter((prompt) => prompt.id !== event.id) };
    case 'queueOrdered':
      return { ...state, queue: event.ids.flatMap((id) => queuedAs(state, id)) };
    case 'queuePaused':
      return { ...state, queuePaused: event.paused };
    case 'prompted':
      return prompted(state, event);
    case 'steered':
      return append(state, { kind: 'user', content: event.content, done: true });
    case 'asked':
      return asked(state, event);
    case 'reasked':
      return reasked(state, event);
    case 'answered':
      return answered(state, event);
    case 'callCancelled':
      return callCancelled(state, event);
    case 'inputSettled':
      return inputSettled(state, event);
    case 'replayed':
      return withoutReplayed(state);
    case 'agentLost':
      return abandonTools(state, event.text);
    case 'elicited':
      return { ...state, elicitations: [...state.elicitations, event.request] };
    case 'filled':
      return {
        ...state,
        elicitations: state.elicitations.map((one) =>
          one.id === event.id ? filled(one, event) : one,
        ),
      };
    case 'elicitationClosed':
      return { ...state, elicitations: state.elicitations.filter(({ id }) => id !== event.id) };
    case 'terminal':
      return { ...state, terminals: state.terminals.set(event.id, event.now) };
    case 'turnChanged':
      return turnChanged(state, event);
    case 'callChanged':
      return callChanged(state, event);
    case 'cancelling':
      return { ...abandonTools(state, CANCELLED), turn: { phase: 'cancelling' } };
    case 'turnEnded':
      return turnEnded(state, event.stopReason);
    case 'turnFailed':
      return appendNotice(ended(state, 'error', event.text), 'error', event.text, event.detail);
    case 'noticed':
      return appendNotice(state, event.level, event.text, event.detail);
    default:
      return assertNever(event);
  }
}

/** A replayed call that never ended does not go on. */
function withoutReplayed(state: SessionState): SessionState {
  return state.turn.phase === 'idle' ? abandonTools(state, REPLAYED) : state;
}

function granted(state: SessionState, directories: readonly string[]): SessionState {
  const same = JSON.stringify(directories) === JSON.stringify(state.directories);
  return same ? state : { ...state, directories };
}

function historyLost(state: SessionState): SessionState {
  const none = {
    ...state,
    entries: List.of<Entry>([]),
    places: SharedMap.empty<number>(),
    awaited: SharedMap.empty<List<number>>(),
  };
  const notices = state.entries.filter(({ kind }) => kind === 'notice');
  return { ...notices.reduce(push, none), turns: 0, plan: [] };
}

/** What was said, not what is going on. */
function adopted(state: SessionState, source: SessionState): SessionState {
  const { entries, places, awaited, made, turns, plan, commands, terminals, title } = abandonTools(
    source,
    'it belongs to the session that was copied',
  );
  const shown = closed(entries).replace(withoutChanges);
  const said = { entries: shown, places, awaited, made, turns, plan, commands, terminals };
  return { ...state, ...said, ...(title ? { title } : {}) };
}

function prompted(
  state: SessionState,
  event: Extract<SessionEvent, { type: 'prompted' }>,
): SessionState {
  const next = append(state, { kind: 'user', content: event.content, done: true });
  return { ...next, turns: state.turns + 1, turn: { phase: 'running' } };
}

/** The request may be the first we hear of the tool call (docs/agents.md, 1): it is upserted first. */
function asked(state: SessionState, event: Extract<SessionEvent, { type: 'asked' }>): SessionState {
  const upserted = upsertTool(state, event.toolCall, { announces: true, asks: true });
  const waiting = approvalRequested(upserted, event.toolCall.toolCallId, event);
  if (event.pending) return waiting;
  const request = permissionRequest(waiting, event.id, event.toolCall, event.options);
  return { ...waiting, permissions: [...waiting.permissions, request] };
}

/** In the place of the question before, where that was shown. */
function reasked(
  state: SessionState,
  { id, request, pending }: Extract<SessionEvent, { type: 'reasked' }>,
): SessionState {
  const { permissions } = state;
  const next = approvalReplaced(state, id, request);
  if (pending) return { ...next, permissions: permissions.filter((open) => open.id !== id) };
  const isShown = permissions.some((open) => open.id === id);
  return {
    ...next,
    permissions: isShown
      ? permissions.map((open) => (open.id === id ? request : open))
      : [...permissions, request],
  };
}

function answered(
  state: SessionState,
  event: Extract<SessionEvent, { type: 'answered' }>,
): SessionState {
  const permissions = state.permissions.filter((pending) => pending.id !== event.id);
  return approvalAnswered({ ...state, permissions }, event);
}

function queued(
  queue: SessionState['queue'],
  { id, content, at = queue.length }: Extract<SessionEvent, { type: 'queued' }>,
): SessionState['queue'] {
  return queue.toSpliced(at, 0, { id, content });
}

function queuedAs({ queue }: SessionState, id: string): SessionState['queue'] {
  return queue.filter((prompt) => prompt.id === id);
}

function filled(
  { errors: _, ...request }: Elicitation,
  { values, errors }: Extract<SessionEvent, { type: 'filled' }>,
): Elicitation {
  return { ...request, values, ...(errors ? { errors } : {}) };
}
