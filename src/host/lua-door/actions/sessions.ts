import { deleteSession, forkSession, loadSession } from '../../stored-sessions/session-commands';
import { openSessionsSurface } from '../../stored-sessions/sessions-surface';
import type { Actions } from '../action-tools';

/** Stored sessions. */
export const sessionActions = {
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
} satisfies Partial<Actions>;
