import type { Actions } from '../action-tools';

/** Surfaces and pickers: keys, windows, answers. */
export const surfaceActions = {
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
  renderers: (app, { list }) => app.renderers.set(list),
  buffers_changed: (app) => app.openBuffers.changed(),
  registered_tools: (app, { list }) => app.registeredTools.set(list),
  ui_answer: (app, { ask, answer }) => app.asks.answered(ask, answer),
} satisfies Partial<Actions>;

/**
 * Settles when what the editor answered before it sent this event is taken in: rows are those of what it has drawn. Keeps
 * the order of events.
 */
function answersRead(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
