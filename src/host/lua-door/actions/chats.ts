import { oneLine } from '../../../base/text';
import { describeError, isAuthRequired } from '../../../protocol/errors';
import type { Chat } from '../../chat/chat';
import type { OpenRequest } from '../../chat/opening';
import { type PickedSetting, pickSetting } from '../../chat/setting-picker';
import { isUnused } from '../../stored-sessions/last-session';
import type { Actions, ActionTools } from '../action-tools';

/** Chats: opening and closing, prompts, what is chosen in a session. */
export const chatActions = {
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
  prompt: async (app, { view, steer = false, cb, sent, ...written }) => {
    const onSent = sent === undefined ? undefined : () => app.reply(sent, null, true);
    const chat = app.chats.need(view);
    const ready = app.context.ready(chat, written);
    // What mentions nothing is sent at once: what comes after it finds it sent.
    const { content, renew, remarks = [] } = ready instanceof Promise ? await ready : ready;
    if (app.chats.get(view) !== chat) throw new Error('the chat was closed');
    for (const remark of remarks) app.notify('warn', remark);
    const result = await (steer && chat.session.state.turn.phase !== 'idle'
      ? app.review.steer(chat, content, { onSent, renew })
      : app.review.prompt(chat, content, { onSent, renew }));
    if (result.ok) app.reply(cb, null, { stopReason: result.stopReason });
    // Without a callback the transcript shows it.
    else if (cb !== undefined) app.reply(cb, result.error);
    if (!result.ok && result.unsent && sent !== undefined) {
      const { removed, refused = false, error } = result;
      app.reply(sent, removed ? null : error, { refused });
    }
  },
  prompt_changed: (app, { view, ...prompt }) => app.context.show(app.chats.need(view), prompt),
  suggest_context: async (app, { view, query, whole = false, cb }) =>
    app.reply(cb, null, await app.context.suggest(app.chats.need(view), query, whole)),
  ask: async (app, { view, ask, path, row, end_row, lines, text }) => {
    const chat = app.chats.get(view);
    if (!chat) return app.inlineAsks.refuse(ask, 'acp', app.chats.whyNot(view));
    const instruction = text ?? (await app.asks.input('Ask about these lines: '));
    if (!instruction?.trim()) return app.inlineAsks.cancel(ask);
    const about = { row, endRow: end_row, lines: lines.map(String), ...(path ? { path } : {}) };
    await app.inlineAsks.ask(chat, ask, about, instruction);
  },
  ask_cancel: (app, { ask }) => app.inlineAsks.cancel(ask),
  cancel: async (app, { view }) => {
    const chat = app.chats.need(view);
    if (app.logins.cancel(chat) || (await chat.cancel())) return;
    const waits = chat.phase === 'cancelling';
    app.notify(
      'info',
      waits ? 'the agent was asked to cancel; :Acp restart ends it' : 'nothing is running',
    );
  },
  queue: async (app, { view }) => {
    const found = await app.chats.need(view).activity.focusQueue();
    if (!found) app.notify('info', 'no prompt waits to be sent');
  },
  queue_resume: (app, { view }) => app.chats.get(view)?.session.prompts.resume(),
  plan: (app, { view }) => {
    if (!app.chats.need(view).activity.openPlan()) app.notify('info', 'there is no plan');
  },
  set_mode: (app, { view, id, cb }) =>
    id === undefined
      ? pick(app, view, 'mode')
      : change(app, view, cb, ({ session }) => session.set('mode', id)),
  set_model: (app, { view, id, cb }) =>
    id === undefined
      ? pick(app, view, 'model')
      : change(app, view, cb, ({ session }) => session.set('model', id)),
  set_config: (app, { view, id, value, cb }) => {
    if (id === undefined || value === undefined) return pick(app, view, 'config', id);
    if (typeof value !== 'string' && typeof value !== 'boolean') {
      throw new Error(`${id}: expected a text or a boolean`);
    }
    return change(app, view, cb, ({ session }) => session.set({ id }, value));
  },
  resize: (app, { view, width }) => app.chats.get(view)?.redraw(width),
  transcript_shown: (app, { view }) => app.chats.get(view)?.appear(),
} satisfies Partial<Actions>;

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

function pick(app: ActionTools, view: number, what: PickedSetting, id?: string): Promise<void> {
  return pickSetting(app.asks, app.chats.need(view).session, what, id);
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
