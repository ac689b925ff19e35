import type { QuickfixItem } from '../../nvim/editor-tools';
import { permittedOnly } from '../files';
import { clipLine } from '../limits';
import { columnOfByte } from '../positions';
import { COLUMN, described, LINE, listOf, objectOf, PATH, TEXT, TRUNCATED } from '../schemas';
import type { Fields, ReadingTool, ToolContext } from '../tool';

const MAX_ITEMS = 500;

export const ITEM_TYPES = { E: 'error', W: 'warning', I: 'info', N: 'note' } as const;

export const getQuickfix: ReadingTool = {
  name: 'get_quickfix',
  title: 'Get quickfix list',
  description:
    "The user's quickfix list: places with a text, such as errors of a build or matches of a search. Entries that " +
    'belong to no file, or to one that you may not read, are left out.',
  effect: 'reads',
  inputSchema: objectOf({}),
  outputSchema: objectOf(
    {
      items: listOf(
        objectOf(
          { path: PATH, text: TEXT },
          { line: LINE, column: COLUMN, type: { type: 'string', enum: Object.values(ITEM_TYPES) } },
        ),
      ),
      truncated: TRUNCATED,
    },
    { title: described(TEXT, 'Of a list that was made with set_quickfix.') },
  ),
  async run(_, context): Promise<Fields> {
    const { title, items } = await context.lua.call('tools.quickfix.get');
    const permitted = await permittedOnly(items, ({ name }) => name, context);
    const texts = new Map<string, readonly string[]>();
    const shown: Fields[] = [];
    for (const item of permitted.slice(0, MAX_ITEMS)) {
      shown.push(await entryOf(item, texts, context));
    }
    const truncated = permitted.length > MAX_ITEMS;
    return { ...(title === undefined ? {} : { title }), items: shown, truncated };
  },
};

async function entryOf(
  { name, line, byte, text, type }: QuickfixItem,
  texts: Map<string, readonly string[]>,
  context: ToolContext,
): Promise<Fields> {
  const kind = ITEM_TYPES[type.toUpperCase() as keyof typeof ITEM_TYPES];
  const lineText = line > 0 && byte > 1 ? await lineOf(name, line, texts, context) : '';
  return {
    path: name,
    ...(line > 0 ? { line } : {}),
    ...(line > 0 && byte > 0 ? { column: columnOfByte(lineText, byte) } : {}),
    text: clipLine(text),
    ...(kind ? { type: kind } : {}),
  };
}

/** Files are read once. */
export async function lineOf(
  path: string,
  line: number,
  texts: Map<string, readonly string[]>,
  context: Pick<ToolContext, 'textOf'>,
): Promise<string> {
  const known = texts.get(path) ?? (await context.textOf(path))?.lines ?? [];
  texts.set(path, known);
  return known[line - 1] ?? '';
}
