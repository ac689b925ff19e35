/** What each event and request from Lua does: one table each, complete by its type. */

import { isMistake } from '../../base/mistake';
import { plain } from '../../base/plain';
import { oneLine } from '../../base/text';
import { snapshot } from '../../model/state-snapshot';
import { decode } from '../../protocol/decode';
import { describeError, isAuthRequired } from '../../protocol/errors';
import type { ContentBlock } from '../../protocol/schema.gen';
import { install } from '../agents/install';
import { restart, stop } from '../agents/restart';
import type { Chat } from '../chat/chat';
import { permissionList, sessionList } from '../chat/facts';
import type { OpenRequest } from '../chat/opening';
import { pickSetting } from '../chat/setting-picker';
import { projectRules } from '../permissions/project-file';
import { PROJECT_FILE } from '../permissions/project-rules';
import { answerQuestion, questionOf } from '../permissions/questions';
import { openRules } from '../permissions/rules-surface';
import { isUnused } from '../stored-sessions/last-session';
import { deleteSession, forkSession, loadSession } from '../stored-sessions/session-commands';
import { openSessionsSurface } from '../stored-sessions/sessions-surface';
import type { ActionTools } from './action-tools';
import type { HostEvents, HostRequests } from './events';
import { EVENT_SHAPES, mismatch, REQUEST_SHAPES } from './payload';

type Actions = {
  readonly [E in Exclude<keyof HostEvents, 'attach'>]: (
    app: ActionTools,
    payload: HostEvents[E],
  ) => void | Promise<void>;
};

type Answers = {
  readonly [R in keyof HostRequests]: (app: ActionTools, payload: HostRequests[R]) => unknown;
};

const ACTIONS: Actions = {
  configure: (app, { config }) => {
    app.configure(config);
    app.surfaces.refresh();
    for (const chat of app.chats.all) chat.refresh();
  },
  open: async (app, { view, before, agent, cwd, session, how, title, recovered, cb }) => {
    const known = title ?? (session && app.remembered.titleOf(cwd, session));
    const request = openRequest(app, session, how, known, recovered);
    const source = session === undefined ? undefined : app.chats.withSession(session);
    const chat = app.chats.open(view, agent, cwd, request);
    const earlier = before === undefined ? undefined : app.chats.get(before);
    if (request.how === 'fork' && source) chat.session.adopt(source.session.state);
    try {
      await chat.open();
      app.reply(cb, null, {
        id: chat.session.state.id,
        agent: chat.choice.name,
        replaces: request.how !== 'fork' && (!earlier || isUnused(earlier.session.state)),
      });
    } catch (error) {
      // Without a callback the transcript shows it.
      if (cb === undefined) return;
      // The agent runs and has refused: another try would end the same way.
      const refused = chat.phase === 'stopped' && !isAuthRequired(error);
      // Its chat goes: what the agent said is kept where the user is taken back to.
      if (refused) earlier?.session.notice('error', describeError(error));
      app.reply(cb, describeError(error), { refused });
    }
  },
  close: (app, { view }) => app.chats.drop(view),
  prompt: async (app, { view, content, cb, sent }) => {
    const onSent = sent === undefined ? undefined : () => app.reply(sent, null, true);
    const chat = app.chats.need(view);
    const blocks = contentBlocks(content);
    const report = app.review.report(chat, blocks);
    const result = await chat.prompt([...blocks, ...report.blocks], { onSent });
    if (!result.ok && result.unsent) report.unsent();
    if (result.ok) app.reply(cb, null, { stopReason: result.stopReason });
    // Without a callback the transcript shows it.
    else if (cb !== undefined) app.reply(cb, result.error);
    if (!result.ok && result.unsent && sent !== undefined) app.reply(sent, result.error);
  },
  cancel: async (app, { view }) => {
    const chat = app.chats.need(view);
    if (app.logins.cancel(chat) || (await chat.cancel())) return;
    const waits = chat.phase === 'cancelling';
    app.notify(
      'info',
      waits ? 'the agent was asked to cancel; :Acp restart ends it' : 'nothing is running',
    );
  },
  respond: (app, { id, optionId, reason, cb }) => {
    const asked = reason?.trim() ? questionOf(app, id) : undefined;
    const chosen = asked?.request.options.find((option) => option.optionId === optionId);
    if (chosen?.kind.startsWith('allow')) throw new Error('a reason goes with a rejection');
    const known = answerQuestion(app, id, optionId);
    app.reply(
      cb,
      known ? null : `no open permission "${id}" with option "${optionId ?? ''}"`,
      known,
    );
    if (known && asked && reason) asked.chat.sayFirst(reason);
  },
  project_rules: (app, { cwd, text }) => setProjectRules(app, cwd, text),
  rules: async (app, { view }) => {
    if (await app.surfaces.focus('rules')) return;
    openRules(app.ruleTools, () => (view === undefined ? undefined : app.chats.get(view)?.session));
  },
  keys_help: (app, { where }) => app.help(where.map(String)),
  surface_action: async (app, { id, action, end_row, ...done }) => {
    await answersRead();
    await app.surfaces.act(id, action, { ...done, endRow: end_row });
  },
  surface_cursor: async (app, { id, row }) => {
    await answersRead();
    app.surfaces.cursor(id, row);
  },
  surface_resized: async (app, { id, width, height }) => {
    await answersRead();
    app.surfaces.resized(id, { width, height });
  },
  surface_closed: async (app, { id }) => {
    await answersRead();
    app.surfaces.closed(id);
  },
  ui_answer: (app, { ask, answer }) => app.asks.answered(ask, answer),
  follow: (app, { on }) => {
    // Without a word, what is paused goes on.
    app.follower.set(on ?? app.follower.state !== 'on');
    app.notify('info', app.follower.state === 'off' ? 'follow mode is off' : 'follow mode is on');
  },
  follow_paused: (app, { paused }) => app.follower.pause(paused),
  set_mode: async (app, { view, id, cb }) => {
    await change(app, view, cb, ({ session }) => session.setMode(id));
  },
  set_model: async (app, { view, id, cb }) => {
    await change(app, view, cb, ({ session }) => session.setModel(id));
  },
  set_config: async (app, { view, id, value, cb }) => {
    if (typeof value !== 'string' && typeof value !== 'boolean') {
      throw new Error(`${id}: expected a text or a boolean`);
    }
    await change(app, view, cb, ({ session }) => session.setConfig(id, value));
  },
  pick_setting: async (app, { view, what, id }) => {
    if (what !== 'mode' && what !== 'model' && what !== 'config') {
      throw new Error(`expected mode, model or config, got "${what}"`);
    }
    await pickSetting(app.asks, app.chats.need(view).session, what, id);
  },
  restart: (app, { view }) => restart(app, app.chats.need(view)),
  stop: (app, { view }) => stop(app, app.chats.need(view)),
  login: (app, { view, method }) => app.logins.start(app.chats.need(view), method),
  logout: (app, { view }) => app.logins.logout(app.chats.need(view)),
  terminal_ended: (app, { id, code }) => app.terminals.ended(id, code),
  install: (app, { agent }) => install(app.installTools, agent),
  list_sessions: async (app, scope) => {
    if (!(await app.surfaces.focus('sessions'))) openSessionsSurface(app.sessionTools, scope);
  },
  load_session: async (app, { how, ...scope }) => {
    if (how !== 'load' && how !== 'resume')
      throw new Error(`expected load or resume, got "${how}"`);
    await loadSession(app.sessionTools, scope, how);
  },
  fork_session: (app, { view }) => forkSession(app.sessionTools, app.chats.need(view)),
  delete_session: (app, { session, ...scope }) => deleteSession(app.sessionTools, scope, session),
  file_changed: (app, { path }) => app.files.changed(path),
  file_saved: (app, { path, version }) => app.files.saved(path, version),
  conflict_choice: (app, { id, choice }) => app.files.chose(id, choice),
  review_edited: (app, { path, lines, start, removed }) =>
    app.review.userEdited(path, { start, removed, lines: lines.map(String) }),
  review_loaded: (app, { path }) => app.review.loaded(path),
  proposal_left: (app, { id }) => app.proposals.left(id),
  proposal_accepted: (app, { id, lines }) => app.proposals.accepted(id, lines.map(String)),
  proposal_text: (app, { path }) => app.proposals.textChanged(path),
  review_act: (app, { path, row, end_row, action }) =>
    app.review.act(action, { path, row, ...(end_row === undefined ? {} : { endRow: end_row }) }),
  review_go: (app, { direction, ...from }) => app.review.go(direction, from),
  review: (app, about) => app.review.open(about),
  review_decide: async (app, { action, scope, cb, ...wanted }) => {
    await app.review.decide(action, scope, wanted);
    app.reply(cb, null);
  },
  resize: (app, { view, width }) => app.chats.get(view)?.redraw(width),
};

const ANSWERS: Answers = {
  state: (app, { view, session }) => {
    const named = session === undefined ? undefined : app.chats.withSession(session);
    const chat = (view === undefined ? undefined : app.chats.get(view)) ?? named;
    return chat ? plain(snapshot(chat.session.state)) : {};
  },
  sessions: (app) => sessionList(app.chats.all),
  permissions: (app) => permissionList(app.chats.all),
  hunks: (app, { path }) => plain(app.review.hunks(path)),
  health: (app) => ({
    node: process.version,
    pid: process.pid,
    chats: app.chats.all.length,
    memory: process.memoryUsage().rss,
  }),
};

/** Runs the action of an event; whatever goes wrong is reported to the user with the event's name. */
export async function act(app: ActionTools, name: string, payload: unknown): Promise<void> {
  try {
    if (!Object.hasOwn(ACTIONS, name)) throw new Error(`unknown event "${name}"`);
    const wrong = mismatch(EVENT_SHAPES[name as keyof HostEvents], payload);
    if (wrong) throw new Error(`${name}: ${wrong}`);
    const action = ACTIONS[name as keyof Actions] as (
      app: ActionTools,
      payload: unknown,
    ) => unknown;
    await action(app, payload);
  } catch (error) {
    // Errors that we throw are for the user to read; those that JavaScript raises are faults of ours.
    const report = isMistake(error) ? app.log.error : app.log.info;
    report(`event ${name}`, error);
    const { cb, sent } = (payload ?? {}) as { cb?: unknown; sent?: unknown };
    app.reply(typeof cb === 'number' ? cb : undefined, describeError(error));
    if (typeof sent === 'number') app.reply(sent, describeError(error));
  }
}

/** Answers a request at once; throws with a text that names what was wrong. */
export function answer(app: ActionTools, name: string, payload: unknown): unknown {
  if (!Object.hasOwn(ANSWERS, name)) throw new Error(`unknown request "${name}"`);
  const wrong = mismatch(REQUEST_SHAPES[name as keyof HostRequests], payload);
  if (wrong) throw new Error(`${name}: ${wrong}`);
  return (ANSWERS[name as keyof Answers] as (app: ActionTools, payload: unknown) => unknown)(
    app,
    payload,
  );
}

function openRequest(
  app: ActionTools,
  sessionId: string | undefined,
  how = 'continue',
  title: string | undefined,
  recovered: string | undefined,
): OpenRequest {
  if (sessionId === undefined) return { how: 'new' };
  const named = { sessionId, ...(title ? { title } : {}) };
  if (how !== 'load' && how !== 'resume' && how !== 'continue' && how !== 'fork') {
    throw new Error(`expected load, resume, continue or fork, got "${how}"`);
  }
  if (how === 'fork') return { how, sessionId };
  if (app.chats.withSession(sessionId)) {
    throw new Error('this session is open already');
  }
  if (recovered !== undefined) return { how: 'recover', ...named, why: oneLine(recovered) };
  return { how, ...named };
}

/** A file that is wrong has no rules, and the user is notified. */
function setProjectRules(app: ActionTools, cwd: string, text: string | undefined): void {
  try {
    app.rules.setProject(cwd, text === undefined ? [] : projectRules(text));
  } catch (error) {
    app.rules.setProject(cwd, []);
    app.notify('error', `${PROJECT_FILE}: ${describeError(error)}`);
  }
}

/** What an agent will not have set is reported in full where no callback takes it. */
async function change(
  app: ActionTools,
  view: number,
  cb: number | undefined,
  make: (chat: Chat) => Promise<void>,
): Promise<void> {
  const chat = app.chats.need(view);
  try {
    await make(chat);
    app.reply(cb, null);
  } catch (error) {
    if (cb !== undefined) throw error;
    app.report(view, describeError(error));
  }
}

/**
 * Settles when what the editor answered before it sent this event is taken in: rows are those of what it has drawn. Keeps
 * the order of events.
 */
function answersRead(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Text, or ACP content blocks from Lua; an empty prompt is never sent (docs/agents.md, 16). */
function contentBlocks(content: unknown): ContentBlock[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (!Array.isArray(blocks)) throw new Error('a prompt is a text or a list of content blocks');
  const decoded = blocks.map((block) => {
    const result = decode('ContentBlock', block);
    if (!result.ok) throw new Error(`prompt: ${result.error}`);
    return result.value;
  });
  if (!decoded.some((block) => block.type !== 'text' || block.text.trim() !== '')) {
    throw new Error('an empty prompt is not sent');
  }
  return decoded;
}
