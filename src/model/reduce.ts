import { List } from '../base/list';
import { assertNever } from '../base/never';
import { SharedMap } from '../base/shared-map';
import { append, appendNotice, closed, findTool, push } from './entries';
import type { PermissionOutcome, SessionEvent } from './event';
import { permissionRequest } from './request';
import type { Entry, PermissionRequest, SessionState } from './state';
import { callChanged, cancelOpenTools, setToolState, upsertTool } from './tool-call';
import { turnChanged, withoutChanges } from './turn-changes';
import { ended, turnEnded } from './turn-end';
import { applyUpdate } from './updates';

/** The only way a session's state changes. Pure; an event without effect gives the same object back. */
export function reduce(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'opened':
      return {
        // A replayed call that never ended does not go on.
        ...(state.turn.phase === 'idle' ? cancelOpenTools(state) : state),
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
      return { ...state, permissions: reasked(state.permissions, event) };
    case 'answered':
      return answered(state, event);
    case 'elicited':
      return { ...state, elicitations: [...state.elicitations, event.request] };
    case 'filled':
      return {
        ...state,
        elicitations: state.elicitations.map((one) =>
          one.id === event.id ? { ...one, values: event.values } : one,
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
      return { ...cancelOpenTools(state), turn: { phase: 'cancelling' } };
    case 'turnEnded':
      return turnEnded(state, event.stopReason);
    case 'turnFailed':
      return appendNotice(ended(state, 'error'), 'error', event.text, event.detail);
    case 'noticed':
      return appendNotice(state, event.level, event.text, event.detail);
    default:
      return assertNever(event);
  }
}

function granted(state: SessionState, directories: readonly string[]): SessionState {
  const same = JSON.stringify(directories) === JSON.stringify(state.directories);
  return same ? state : { ...state, directories };
}

function historyLost(state: SessionState): SessionState {
  const none = { ...state, entries: List.of<Entry>([]), places: SharedMap.empty<number>() };
  const notices = state.entries.filter(({ kind }) => kind === 'notice');
  return { ...notices.reduce(push, none), turns: 0, plan: [] };
}

/** What was said, not what is going on. */
function adopted(state: SessionState, source: SessionState): SessionState {
  const { entries, places, made, turns, plan, commands, terminals, title } =
    cancelOpenTools(source);
  const shown = closed(entries).replace(withoutChanges);
  const said = { entries: shown, places, made, turns, plan, commands, terminals };
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
  const upserted = upsertTool(state, event.toolCall, { announces: true });
  const waiting = setToolState(upserted, event.toolCall.toolCallId, 'approval-requested');
  if (event.pending) return waiting;
  const request = permissionRequest(waiting, event.id, event.toolCall, event.options);
  return { ...waiting, permissions: [...waiting.permissions, request] };
}

/** In the place of the question before, where that was shown. */
function reasked(
  permissions: SessionState['permissions'],
  { id, request, pending }: Extract<SessionEvent, { type: 'reasked' }>,
): SessionState['permissions'] {
  if (pending) return permissions.filter((open) => open.id !== id);
  return permissions.some((open) => open.id === id)
    ? permissions.map((open) => (open.id === id ? request : open))
    : [...permissions, request];
}

function answered(
  state: SessionState,
  { id, outcome, request }: Extract<SessionEvent, { type: 'answered' }>,
): SessionState {
  const permissions = state.permissions.filter((pending) => pending.id !== id);
  const next = { ...state, permissions };
  const stillAsked = permissions.some((other) => other.toolCallId === request.toolCallId);
  const call = findTool(next, request.toolCallId)?.entry.call;
  // An answer says nothing about a call that went on, or ended, without it.
  if (stillAsked || call?.state !== 'approval-requested') return next;
  return setToolState(next, request.toolCallId, stateAfter(request, call.status, outcome));
}

function stateAfter(
  request: PermissionRequest,
  status: string,
  outcome: PermissionOutcome,
): 'approval-responded' | 'running' | 'output-denied' | 'cancelled' {
  if (outcome.outcome === 'cancelled') return 'cancelled';
  const kind = request.options.find((option) => option.optionId === outcome.optionId)?.kind;
  if (kind === 'reject_once' || kind === 'reject_always') return 'output-denied';
  return status === 'in_progress' ? 'running' : 'approval-responded';
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
