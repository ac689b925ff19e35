import { joinText, type SplitText, splitText } from '../../edit/text';
import { AcpError, RESOURCE_NOT_FOUND } from '../../protocol/errors';
import { pathIn } from '../files';
import { type Replaced, type Replacement, ReplacementError, replaceTexts } from '../replacements';
import { COUNT, described, FLAG, LINE, listOf, objectOf, PATH, PATH_INPUT, TEXT } from '../schemas';
import { type ChangingTool, type Fields, type Plan, type ToolContext, ToolFailure } from '../tool';

interface Input {
  readonly path: string;
  readonly edits: readonly Replacement[];
}

const MAX_EDITS = 100;
/** One edit may change as many places as there are. */
const MAX_LISTED = 500;

const EDIT = objectOf(
  {
    old_text: described(TEXT, 'The text that is replaced, exactly as it is in the file now.'),
    new_text: described(TEXT, 'The text in its place; empty: nothing.'),
  },
  {
    replace_all: described(
      FLAG,
      'Replace all places where old_text is. Default: it must be there exactly once.',
    ),
    start_line: described(
      LINE,
      'Replace whole lines from this one on, which must be exactly old_text.',
    ),
    end_line: described(
      COUNT,
      'With start_line: the last line that is replaced. `start_line` - 1 with an empty old_text inserts lines before ' +
        'start_line.',
    ),
  },
);

export const editBuffer: ChangingTool = {
  name: 'edit_buffer',
  title: 'Edit buffer',
  description:
    'Changes a text file as the user has it in the editor, unsaved changes included. Each edit replaces an exact text, ' +
    'or whole lines by their numbers with the text that you expect there. All edits of a call are about the text before ' +
    'the call, must not overlap, and are made together or not at all; a failure says which edit and why. Write "\\n" ' +
    'for line ends whatever the file uses. The user may be asked first, and can review the change.',
  effect: 'changes',
  inputSchema: objectOf({
    path: PATH_INPUT,
    edits: listOf(EDIT, { minItems: 1, maxItems: MAX_EDITS }),
  }),
  outputSchema: objectOf(
    {
      path: PATH,
      changed: described(
        listOf(objectOf({ start_line: LINE, end_line: LINE })),
        'Where the new texts are, in the order of the file. A place where text was only removed is one line.',
      ),
      total_lines: COUNT,
    },
    { more: described(COUNT, 'How many more places were changed, which are not listed.') },
  ),
  async plan(input, context): Promise<Plan> {
    const { path: given, edits } = input as unknown as Input;
    const path = pathIn(context, given);
    const from = await textOf(path, context);
    const before = splitText(from);
    const { text, changed } = replaced(before, edits);
    const after = withText(before, text);
    return {
      writes: [{ path, text: joinText(after), from }],
      result: (): Fields => ({ path, ...listed(changed), total_lines: after.lines.length }),
    };
  },
};

async function textOf(path: string, { documents, scope, signal }: ToolContext): Promise<string> {
  try {
    return await documents.read(scope, path, {}, signal);
  } catch (error) {
    if (!(error instanceof AcpError) || error.code !== RESOURCE_NOT_FOUND) throw error;
    throw new ToolFailure(
      `${path} was not found. edit_buffer changes files that exist; make a new one with a tool of your own.`,
    );
  }
}

function listed(changed: Replaced['changed']): Fields {
  const more = changed.length - MAX_LISTED;
  return { changed: changed.slice(0, MAX_LISTED), ...(more > 0 ? { more } : {}) };
}

function replaced(before: SplitText, edits: readonly Replacement[]): Replaced {
  const text = before.lines.map((line) => `${line}\n`).join('');
  try {
    return replaceTexts(text, before.fileformat === 'dos' ? edits.map(withPlainEnds) : edits);
  } catch (error) {
    if (!(error instanceof ReplacementError)) throw error;
    throw new ToolFailure(`${error.message}\nNothing was changed.`);
  }
}

/** Lines of such a file hold no "\r\n". */
function withPlainEnds(edit: Replacement): Replacement {
  const plain = (text: string): string => text.replaceAll('\r\n', '\n');
  return { ...edit, old_text: plain(edit.old_text), new_text: plain(edit.new_text) };
}

/** The end of the last line stays as it was, unless an edit took it away. */
function withText(before: SplitText, text: string): SplitText {
  if (text === '') return { ...before, lines: [] };
  const endsLine = text.endsWith('\n');
  const lines = (endsLine ? text.slice(0, -1) : text).split('\n');
  return {
    ...before,
    lines,
    endofline: endsLine && (before.endofline || before.lines.length === 0),
  };
}
