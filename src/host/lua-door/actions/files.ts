import type { Actions } from '../action-tools';

/** The user's files and the window that follows the agent in them. */
export const fileActions = {
  file_changed: (app, { path }) => app.files.changed(path),
  file_saved: (app, { path, version }) => app.files.saved(path, version),
  conflict_choice: (app, { id, choice }) => app.files.chose(id, choice),
  follow: (app, { on }) => {
    // Without a word, what is paused goes on.
    app.follower.set(on ?? app.follower.state !== 'on');
    app.notify('info', app.follower.state === 'off' ? 'follow mode is off' : 'follow mode is on');
  },
  follow_paused: (app, { paused }) => app.follower.pause(paused),
  follow_back: async (app, { left }) => {
    if (!(await app.follower.back(left))) app.notify('info', 'there is no earlier place');
  },
} satisfies Partial<Actions>;
