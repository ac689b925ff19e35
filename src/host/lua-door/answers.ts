import { plain } from '../../base/plain';
import { quantity } from '../../base/quantity';
import { snapshot } from '../../model/state-snapshot';
import { permissionList, sessionList } from '../chat/facts';
import { toolLines } from '../mcp/tool-lines';
import type { ActionTools } from './action-tools';
import type { HostRequests } from './events';

type Answers = {
  readonly [R in keyof HostRequests]: (app: ActionTools, payload: HostRequests[R]) => unknown;
};

/** What each request from Lua is answered; complete by its type. */
export const ANSWERS: Answers = {
  state: (app, { view, session }) => {
    const named = session === undefined ? undefined : app.chats.withSession(session);
    const chat = (view === undefined ? undefined : app.chats.get(view)) ?? named;
    return chat ? plain(snapshot(chat.session.state, app.knownTools())) : {};
  },
  sessions: (app) => sessionList(app.chats.all),
  permissions: (app) => permissionList(app.chats.all),
  hunks: (app, { cwd, path }) => {
    const found = app.review.hunks(cwd, path);
    return found instanceof Promise ? found.then(plain) : plain(found);
  },
  checkpoints: (app, { cwd }) => app.checkpoints.numbers(cwd),
  editor_tools: (app) => toolLines(app.editorTools.sessions, app.registeredTools.list.length),
  health: (app) => {
    const { length } = app.chats.all;
    const megabytes = Math.round(process.memoryUsage().rss / 1e6);
    return `process ${process.pid}, ${quantity(length, 'chat')}, ${megabytes} MB`;
  },
};
