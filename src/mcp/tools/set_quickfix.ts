import type { QuickfixItem } from '../../nvim/editor-tools';
import { pathIn } from '../files';
import { byteOfColumn } from '../positions';
import { COLUMN, COUNT, described, LINE, listOf, objectOf, PATH_INPUT } from '../schemas';
import { type ChangingTool, type Fields, type Plan, type ToolContext, ToolFailure } from '../tool';
import { ITEM_TYPES, lineOf } from './get_quickfix';

interface InputItem {
  readonly path: string;
  readonly line: number;
  readonly column?: number;
  readonly text?: string;
  readonly type?: string;
}

interface Input {
  readonly title?: string;
  readonly items: readonly InputItem[];
}

const MAX_ITEMS = 1000;
const DEFAULT_TITLE = 'From the agent';

export const setQuickfix: ChangingTool = {
  name: 'set_quickfix',
  title: 'Set quickfix list',
  description:
    'Gives the user a new quickfix list of places to go through, such as what you have found or what is left to do. ' +
    "The lists before it stay in the user's history (`:colder`). Files must be ones that you may read.",
  effect: 'changes',
  inputSchema: objectOf(
    {
      items: listOf(
        objectOf(
          { path: PATH_INPUT, line: LINE },
          {
            column: COLUMN,
            text: {
              type: 'string',
              maxLength: 2000,
              description: 'What is to be said of the place.',
            },
            type: { type: 'string', enum: Object.values(ITEM_TYPES) },
          },
        ),
        { maxItems: MAX_ITEMS },
      ),
    },
    { title: { type: 'string', maxLength: 200, description: 'What the list is called.' } },
  ),
  outputSchema: objectOf({ count: described(COUNT, 'Entries in the list now.') }),
  async plan(input, context): Promise<Plan> {
    const { title = DEFAULT_TITLE, items } = input as unknown as Input;
    const entries = await entriesOf(items, context);
    return {
      writes: [],
      apply: () => context.lua.call('tools.quickfix.set', title, entries),
      result: (): Fields => ({ count: entries.length }),
    };
  },
};

async function entriesOf(
  items: readonly InputItem[],
  context: ToolContext,
): Promise<QuickfixItem[]> {
  const texts = new Map<string, readonly string[]>();
  const entries: QuickfixItem[] = [];
  for (const [index, { path, line, column, text = '', type }] of items.entries()) {
    const name = pathIn(context, path);
    if (!(await context.permits(name))) {
      throw new ToolFailure(
        `item ${index + 1}: ${path} is a file that you may not use here. The list was not changed`,
      );
    }
    const lineText = (column ?? 1) > 1 ? await lineOf(name, line, texts, context) : '';
    entries.push({
      name,
      line,
      byte: column === undefined ? 0 : byteOfColumn(lineText, column),
      text,
      type: Object.entries(ITEM_TYPES).find(([, kind]) => kind === type)?.[0] ?? '',
    });
  }
  return entries;
}
