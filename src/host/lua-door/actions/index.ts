import type { Actions } from '../action-tools';
import { agentActions } from './agents';
import { chatActions } from './chats';
import { checkpointActions } from './checkpoints';
import { fileActions } from './files';
import { permissionActions } from './permissions';
import { reviewActions } from './review';
import { sessionActions } from './sessions';
import { surfaceActions } from './surfaces';

/** What each event from Lua does; complete by its type. */
export const ACTIONS: Actions = {
  configure: (app, { config }) => {
    app.configure(config);
    app.surfaces.refresh();
    for (const chat of app.chats.all) chat.refresh();
  },
  ...chatActions,
  ...agentActions,
  ...permissionActions,
  ...sessionActions,
  ...surfaceActions,
  ...fileActions,
  ...reviewActions,
  ...checkpointActions,
};
