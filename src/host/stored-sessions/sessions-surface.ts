/** What the keys of `:Acp sessions` do. */
import type { Disposable } from '../../base/disposable';
import { type ListedSession, sessionsSurface } from '../../view/surfaces/sessions';
import type { ActionContext, SurfaceActions, Surfaces } from '../surfaces';
import {
  checkFork,
  deleteListed,
  endListed,
  forkListed,
  openListed,
  type SessionScope,
  type SessionTools,
} from './session-actions';
import { SessionList } from './session-list';

export interface SessionsSurfaceTools extends SessionTools {
  readonly surfaces: Surfaces;
  /** Something has changed in a chat, or a chat has come or gone. */
  readonly onChats: (listener: () => void) => Disposable;
  readonly help: (kind: string) => void;
}

/** Open sessions are listed at once, the agents' as they answer. */
export function openSessionsSurface(tools: SessionsSurfaceTools, scope: SessionScope): void {
  const list = new SessionList(tools.sources, scope.cwd);
  void list.ask();
  tools.surfaces.open({
    definition: sessionsSurface,
    model: () => list.model(scope.view),
    changes: [list.onChange, tools.onChats],
    actions: actions(tools, scope, list),
  });
}

type Context = ActionContext<ListedSession>;

function actions(
  tools: SessionsSurfaceTools,
  scope: SessionScope,
  list: SessionList,
): SurfaceActions<ListedSession> {
  const { cwd } = scope;
  const onSession =
    (action: (session: ListedSession, context: Context) => Promise<void>) =>
    async (context: Context): Promise<void> => {
      if (context.item) await action(context.item, context);
    };
  return {
    sessions_open: onSession(async (session, { close }) => {
      await close();
      await openListed(tools, cwd, session, 'continue');
    }),
    sessions_resume: onSession(async (session, { close }) => {
      await close();
      await openListed(tools, cwd, session, 'resume');
    }),
    sessions_fork: onSession(async (session, { close }) => {
      checkFork(tools, session);
      await close();
      await forkListed(tools, cwd, session);
    }),
    sessions_end: onSession(async ({ open }) => {
      if (open) await endListed(tools, open.view);
      else tools.notify('info', 'this session is not open; it can be deleted');
    }),
    sessions_delete: onSession(async (session) => {
      if (await deleteListed(tools, scope, session)) list.remove(session);
    }),
    sessions_refresh: () => void list.ask(),
    sessions_help: () => tools.help(sessionsSurface.kind),
  };
}
