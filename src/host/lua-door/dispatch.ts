/** From what Lua sends, checked, to the action or the answer. */

import { isMistake } from '../../base/mistake';
import { describeError } from '../../protocol/errors';
import type { ActionTools } from './action-tools';
import { ACTIONS } from './actions';
import { ANSWERS } from './answers';
import type { HostEvents, HostRequests } from './events';
import { EVENT_SHAPES, mismatch, REQUEST_SHAPES } from './payload';

/** Runs the action of an event; whatever goes wrong is reported to the user with the event's name. */
export async function act(app: ActionTools, name: string, payload: unknown): Promise<void> {
  try {
    if (!Object.hasOwn(ACTIONS, name)) throw unknown('event', name);
    const wrong = mismatch(EVENT_SHAPES[name as keyof HostEvents], payload);
    if (wrong) throw new Error(`${name}: ${wrong}`);
    const action = ACTIONS[name as keyof typeof ACTIONS] as (
      app: ActionTools,
      payload: unknown,
    ) => unknown;
    await action(app, payload);
  } catch (error) {
    // Errors that we throw are for the user to read; those that JavaScript raises are faults of ours.
    const report = isMistake(error) ? app.log.error : app.log.info;
    report(`event ${name}`, error);
    const { cb, sent } = (payload ?? {}) as { cb?: unknown; sent?: unknown };
    const text = describeError(error);
    // Who waits to hear that it was sent says why it was not.
    if (typeof sent === 'number') app.reply(sent, text, { refused: true });
    if (typeof cb === 'number' || typeof sent !== 'number') {
      app.reply(typeof cb === 'number' ? cb : undefined, text);
    }
  }
}

/** Answers a request at once; throws with a text that names what was wrong. */
export function answer(app: ActionTools, name: string, payload: unknown): unknown {
  if (!Object.hasOwn(ANSWERS, name)) throw unknown('request', name);
  const wrong = mismatch(REQUEST_SHAPES[name as keyof HostRequests], payload);
  if (wrong) throw new Error(`${name}: ${wrong}`);
  return (ANSWERS[name as keyof typeof ANSWERS] as (app: ActionTools, payload: unknown) => unknown)(
    app,
    payload,
  );
}

/** Lua is what is installed, this what was built of it. */
function unknown(what: string, name: string): Error {
  return new Error(
    `unknown ${what} "${name}": the host was built from another version of the plugin; run \`npm ci --omit=dev && npm run build\` in its folder and restart Neovim`,
  );
}
