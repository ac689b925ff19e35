import type { EditorSelection } from '../../nvim/editor-tools';
import { permittedOnly } from '../files';
import { clipText } from '../limits';
import {
  COUNT,
  described,
  FLAG,
  LINE,
  listOf,
  objectOf,
  orNull,
  PATH,
  POSITION,
  RANGE,
  TEXT,
  TRUNCATED,
} from '../schemas';
import type { Fields, ReadingTool } from '../tool';

const MAX_BUFFERS = 500;

const SELECTION = objectOf({
  kind: { type: 'string', enum: ['characters', 'lines', 'block'] },
  active: described(FLAG, 'True: selected now; false: it was selected last.'),
  range: RANGE,
  text: TEXT,
  truncated: TRUNCATED,
});

const BUFFER = {
  path: PATH,
  modified: described(FLAG, 'It has unsaved changes.'),
  lines: COUNT,
  filetype: TEXT,
};

export const getEditorState: ReadingTool = {
  name: 'get_editor_state',
  title: 'Get editor state',
  description:
    'What the user is looking at in the editor: the current file with cursor, selection and visible lines, all open ' +
    'files with whether they have unsaved changes, and the session\'s folder. Use it when the user says "here", ' +
    '"this file" or "the selection". Files that you may not read are left out.',
  effect: 'reads',
  inputSchema: objectOf({}),
  outputSchema: objectOf({
    folder: described(PATH, 'Folder of the session.'),
    folders: described(listOf(PATH), 'All folders that the session works in.'),
    current: orNull(
      objectOf({
        ...BUFFER,
        cursor: POSITION,
        visible: objectOf({ first_line: LINE, last_line: LINE }),
        selection: orNull(SELECTION),
      }),
    ),
    buffers: listOf(
      objectOf({
        ...BUFFER,
        current: FLAG,
        visible: described(FLAG, 'A window shows it.'),
      }),
    ),
    truncated: TRUNCATED,
  }),
  async run(_, context): Promise<Fields> {
    const { roots } = context.scope;
    const state = await context.lua.call('tools.editor_state.get');
    const buffers = await permittedOnly(state.buffers, ({ name }) => name, context);
    const { window } = state;
    const buffer = window && buffers.find(({ bufnr }) => bufnr === window.bufnr);
    return {
      folder: roots[0] ?? '',
      folders: roots,
      current:
        window && buffer
          ? {
              path: buffer.path,
              modified: buffer.modified,
              lines: buffer.lines,
              filetype: buffer.filetype,
              cursor: window.cursor,
              visible: { first_line: window.first_line, last_line: window.last_line },
              selection: window.selection ? selectionOf(window.selection) : null,
            }
          : null,
      buffers: buffers
        .slice(0, MAX_BUFFERS)
        .map(({ path, modified, lines, filetype, current, visible }) => ({
          path,
          modified,
          lines,
          filetype,
          current,
          visible,
        })),
      truncated: buffers.length > MAX_BUFFERS,
    };
  },
};

function selectionOf({ kind, active, start, end, text }: EditorSelection): Fields {
  const clipped = clipText(text);
  const isWhole = text.split('\n').length === end.line - start.line + 1;
  const truncated = clipped.truncated || !isWhole;
  return { kind, active, range: { start, end }, text: clipped.text, truncated };
}
