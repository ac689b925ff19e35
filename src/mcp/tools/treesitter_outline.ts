import { wholeText } from '../../model/texts';
import { permittedPath } from '../files';
import { matching, OUTLINE_ENTRY } from '../lsp/symbols';
import { DECLARING, type NamedNode, outlineOf } from '../outline';
import { COUNT, described, listOf, objectOf, PATH, PATH_INPUT, TEXT, TRUNCATED } from '../schemas';
import { type Fields, type ReadingTool, ToolFailure } from '../tool';

interface Input {
  readonly path: string;
  readonly query?: string;
}

interface Answer {
  readonly filetype: string;
  readonly language?: string;
  readonly nodes?: readonly NamedNode[];
}

const MAX_ENTRIES = 1000;
const MAX_NODES = 10_000;
const MAX_BYTES = 2 * 1024 * 1024;

export const treesitterOutline: ReadingTool = {
  name: 'treesitter_outline',
  title: 'Outline',
  description:
    'Functions, classes, types and headings of a file with their lines, nested, by its syntax tree: quick, and without a ' +
    'language server. Use it to find your way in a long file before you read a part of it. `query`: only those whose ' +
    'name contains it.',
  effect: 'reads',
  inputSchema: objectOf(
    { path: PATH_INPUT },
    { query: { type: 'string', maxLength: 500, description: 'Part of a name.' } },
  ),
  outputSchema: objectOf({
    path: PATH,
    language: described(TEXT, 'Of the parser.'),
    entries: listOf(OUTLINE_ENTRY),
    total: COUNT,
    truncated: TRUNCATED,
  }),
  async run(input, context): Promise<Fields> {
    const { path: given, query = '' } = input as unknown as Input;
    const path = await permittedPath(context, given);
    const file = await context.textOf(path);
    if (!file) throw new ToolFailure(`${given} is no text file, or does not exist`);
    const text = wholeText(file);
    if (Buffer.byteLength(text) > MAX_BYTES) {
      throw new ToolFailure(`${given} is too long for an outline: search it instead`);
    }
    const source = { path, text, types: DECLARING, max: MAX_NODES };
    const json = await context.ask((ask) =>
      context.lua.call('tools.treesitter.nodes', ask, source),
    );
    const { filetype, language, nodes } = JSON.parse(json ?? '{}') as Answer;
    if (language === undefined || !nodes) {
      const what = filetype ? `the language "${filetype}"` : 'a file of this kind';
      throw new ToolFailure(
        `no syntax parser for ${what} is installed in the editor. Use lsp_symbols or search_text instead`,
      );
    }
    const all = outlineOf(nodes);
    const found = query === '' ? all : matching(all, query);
    const truncated = found.length > MAX_ENTRIES || nodes.length >= MAX_NODES;
    return { path, language, entries: found.slice(0, MAX_ENTRIES), total: found.length, truncated };
  },
};
