import { install } from '../../agents/install';
import { restart, stop } from '../../agents/restart';
import type { Actions } from '../action-tools';

/** Agents: their processes, signing in, what the user sees them run. */
export const agentActions = {
  restart: (app, { view }) => restart(app, app.chats.need(view)),
  stop: (app, { view }) => stop(app, app.chats.need(view)),
  login: (app, { view, method }) => app.logins.start(app.chats.need(view), method),
  logout: (app, { view }) => app.logins.logout(app.chats.need(view)),
  install: (app, { agent }) => install(app.installTools, agent),
  terminal_ended: (app, { id, code }) => app.terminals.ended(id, code),
} satisfies Partial<Actions>;
