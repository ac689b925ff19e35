import type { UndoEntry } from '../../nvim/editor-tools';
import { permittedPath } from '../files';
import {
  COUNT,
  described,
  FLAG,
  listOf,
  objectOf,
  orNull,
  PATH,
  PATH_INPUT,
  TIME,
  TRUNCATED,
} from '../schemas';
import { type Fields, type ReadingTool, ToolFailure } from '../tool';

interface Input {
  readonly path: string;
}

const MAX_ENTRIES = 500;

export const undoHistory: ReadingTool = {
  name: 'undo_history',
  title: 'Undo history',
  description:
    'The undo tree of an open file: each state of its text by number, the state that it was made from (`parent`; 0 is ' +
    'the text as it was opened), when, and whether it was saved. `current` is the state that the file is in. Texts are ' +
    'not included. The newest states come last.',
  effect: 'reads',
  inputSchema: objectOf({ path: PATH_INPUT }),
  outputSchema: objectOf({
    path: PATH,
    current: COUNT,
    saved: orNull(described(COUNT, 'The state that was saved last.')),
    entries: listOf(objectOf({ state: COUNT, parent: COUNT, time: TIME, saved: FLAG })),
    truncated: TRUNCATED,
  }),
  async run(input, context): Promise<Fields> {
    const { path: given } = input as unknown as Input;
    const path = await permittedPath(context, given);
    const history = await context.lua.call('tools.undo_history.of', path);
    if (!history)
      throw new ToolFailure(`${given} is not open in the editor: it has no undo history`);
    const entries = [...history.entries].sort((a, b) => a.seq - b.seq);
    return {
      path,
      current: history.current,
      saved: entries.findLast((entry) => entry.saved)?.seq ?? null,
      entries: entries.slice(-MAX_ENTRIES).map(entryOf),
      truncated: entries.length > MAX_ENTRIES,
    };
  },
};

function entryOf({ seq, parent, time, saved }: UndoEntry): Fields {
  return { state: seq, parent, time: new Date(time * 1000).toISOString(), saved };
}
