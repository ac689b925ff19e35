/** Checks what Lua sends before anything acts on it: an error there must be reported, not crash the host. */
import type { HostEvents, HostRequests } from './events';

type FieldType = 'number' | 'string' | 'boolean' | 'table' | 'list' | 'any';
type Shape<T> = { readonly [K in keyof T]-?: FieldType | `${FieldType}?` };
type Shapes<T> = { readonly [K in keyof T]: Shape<T[K]> };

export const EVENT_SHAPES: Shapes<HostEvents> = {
  attach: {
    config: 'table',
    root: 'string',
    log_dir: 'string',
    state_dir: 'string',
    run_dir: 'string',
    editor_tools: 'table?',
    follow: 'string?',
  },
  configure: { config: 'table' },
  open: {
    view: 'number',
    before: 'number?',
    agent: 'string?',
    cwd: 'string',
    session: 'string?',
    how: 'string?',
    title: 'string?',
    recovered: 'string?',
    cb: 'number?',
  },
  close: { view: 'number' },
  prompt: {
    view: 'number',
    content: 'any',
    anchors: 'list?',
    anchored: 'number?',
    context: 'list?',
    steer: 'boolean?',
    cb: 'number?',
    sent: 'number?',
  },
  prompt_changed: {
    view: 'number',
    bufnr: 'number',
    changedtick: 'number',
    text: 'string',
    anchors: 'list',
    cursor: 'number?',
  },
  suggest_context: { view: 'number', query: 'string', whole: 'boolean?', cb: 'number?' },
  ask: {
    view: 'number',
    ask: 'number',
    path: 'string?',
    row: 'number',
    end_row: 'number',
    lines: 'list',
    text: 'string?',
  },
  ask_cancel: { ask: 'number' },
  cancel: { view: 'number' },
  renderers: { list: 'list' },
  buffers_changed: {},
  registered_tools: { list: 'list' },
  queue: { view: 'number' },
  queue_resume: { view: 'number' },
  plan: { view: 'number' },
  respond: { id: 'string', optionId: 'string?', reason: 'string?', cb: 'number?' },
  project_rules: { cwd: 'string', text: 'string?' },
  rules: { view: 'number?' },
  tools: { view: 'number?' },
  keys_help: { where: 'list' },
  surface_action: {
    id: 'string',
    action: 'string',
    row: 'number',
    end_row: 'number',
    count: 'number',
    subject: 'string?',
    choice: 'number?',
    text: 'string?',
    column: 'number?',
  },
  surface_cursor: { id: 'string', row: 'number' },
  surface_resized: { id: 'string', width: 'number', height: 'number' },
  surface_closed: { id: 'string' },
  ui_answer: { ask: 'number', answer: 'string?' },
  follow: { on: 'boolean?' },
  follow_paused: { paused: 'boolean' },
  follow_back: { left: 'boolean' },
  set_mode: { view: 'number', id: 'string?', cb: 'number?' },
  set_model: { view: 'number', id: 'string?', cb: 'number?' },
  set_config: { view: 'number', id: 'string?', value: 'any?', cb: 'number?' },
  restart: { view: 'number' },
  stop: { view: 'number' },
  login: { view: 'number', method: 'string?' },
  logout: { view: 'number' },
  install: { agent: 'string' },
  terminal_ended: { id: 'number', code: 'number' },
  list_sessions: { cwd: 'string', agent: 'string?', view: 'number?' },
  load_session: { cwd: 'string', agent: 'string?', view: 'number?', how: 'string' },
  fork_session: { view: 'number' },
  delete_session: { cwd: 'string', agent: 'string?', view: 'number?', session: 'string?' },
  file_changed: { path: 'string' },
  file_saved: { path: 'string', version: 'string?' },
  conflict_choice: { id: 'number', choice: 'string' },
  review_edited: {
    path: 'string',
    changedtick: 'number',
    start: 'number',
    removed: 'number',
    lines: 'list',
  },
  review_loaded: { path: 'string' },
  proposal_left: { id: 'string' },
  proposal_accepted: { id: 'string', lines: 'list' },
  proposal_text: { path: 'string' },
  review_act: { path: 'string', row: 'number', end_row: 'number?', action: 'string' },
  review: { cwd: 'string', view: 'number?', path: 'string?' },
  review_decide: {
    action: 'string',
    scope: 'string',
    cwd: 'string',
    path: 'string?',
    row: 'number?',
    view: 'number?',
    cb: 'number?',
  },
  review_quickfix: { cwd: 'string', path: 'string?' },
  review_compare: { cwd: 'string', path: 'string' },
  review_compare_closed: { id: 'number' },
  review_comment: {
    path: 'string',
    row: 'number',
    end_row: 'number',
    lines: 'list',
    cwd: 'string',
    text: 'string?',
  },
  review_comments: { action: 'string', cwd: 'string', view: 'number?' },
  review_comments_left: { places: 'list' },
  review_go: {
    direction: 'string',
    cwd: 'string',
    path: 'string?',
    row: 'number?',
    count: 'number',
  },
  checkpoints: { cwd: 'string', agent: 'string?', view: 'number?' },
  restore: { cwd: 'string', agent: 'string?', view: 'number?', number: 'string?' },
  resize: { view: 'number', width: 'number' },
  transcript_shown: { view: 'number' },
};

export const REQUEST_SHAPES: Shapes<HostRequests> = {
  state: { view: 'number?', session: 'string?' },
  sessions: {},
  permissions: {},
  hunks: { cwd: 'string', path: 'string?' },
  checkpoints: { cwd: 'string' },
  health: {},
  editor_tools: {},
};

/** The first thing wrong with `payload`, or nothing. */
export function mismatch(
  shape: Readonly<Record<string, string>>,
  payload: unknown,
): string | undefined {
  if (!isTable(payload)) return 'expected a table';
  for (const [field, wanted] of Object.entries(shape)) {
    const value = payload[field];
    const optional = wanted.endsWith('?');
    if (value === undefined || value === null) {
      if (!optional) return `${field} is missing`;
    } else if (!isOf(wanted.replace('?', ''), value)) {
      return `${field} must be a ${wanted.replace('?', '')}`;
    }
  }
  return undefined;
}

function isTable(value: unknown): value is Record<string, unknown> {
  // An empty Lua table arrives as an empty list.
  return (
    typeof value === 'object' && value !== null && (!Array.isArray(value) || value.length === 0)
  );
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'any') return true;
  if (type === 'list') return Array.isArray(value);
  if (type === 'table') return isTable(value);
  return typeof value === type;
}
