import { isRecord } from '../../base/guards';
import { clipText } from '../limits';
import { type AskedPlace, askAt, placeIn } from '../lsp/at-place';
import { foundIn } from '../lsp/found';
import { filePathOf, SYMBOL_INPUT, SYMBOL_OPTIONS, type SymbolInput } from '../lsp/places';
import { type Answer, CALL_MS, PATIENCE } from '../lsp/servers';
import { markdownIn } from '../lsp/values';
import { described, objectOf, TEXT, TRUNCATED } from '../schemas';
import { type Fields, type ReadingTool, type ToolContext, ToolFailure } from '../tool';

const MAX_BYTES = 32 * 1024;
/** A server that does not say where a symbol is defined holds up nothing. */
const DEFINITION_MS = 5000;

export const lspHover: ReadingTool = {
  name: 'lsp_hover',
  title: 'Hover',
  description:
    "Type, signature and documentation of the symbol at a place, by the user's language servers, as Markdown. Name the " +
    'place by `line` and `symbol`. An empty text: the server knows nothing of what is there.',
  effect: 'reads',
  timeoutMs: CALL_MS,
  inputSchema: objectOf(SYMBOL_INPUT, SYMBOL_OPTIONS),
  outputSchema: objectOf({ text: described(TEXT, 'Markdown.'), truncated: TRUNCATED }),
  async run(input, context): Promise<Fields> {
    const asked = await placeIn(context, input as unknown as SymbolInput, 'textDocument/hover');
    const [answers] = await Promise.all([askAt(context, asked), refuseWithheld(context, asked)]);
    const texts = answers.map(hoverIn).filter(Boolean);
    return { ...clipText([...new Set(texts)].join('\n\n---\n\n'), MAX_BYTES) };
  },
};

function hoverIn({ result }: Answer): string {
  return isRecord(result) ? markdownIn(result.contents) : '';
}

/** What is said of a symbol is taken from where it is defined: the file may be one that the agent must not see. */
async function refuseWithheld(context: ToolContext, asked: AskedPlace): Promise<void> {
  const served = { ...asked.served, method: 'textDocument/definition' };
  const patience = { ...PATIENCE, answer: DEFINITION_MS };
  const found = await askAt(context, { ...asked, served }, {}, patience).then(foundIn, () => []);
  const paths = found.flatMap(({ location }) => filePathOf(location.uri) ?? []);
  const permitted = await Promise.all([...new Set(paths)].map((path) => context.permits(path)));
  if (permitted.every(Boolean)) return;
  throw new ToolFailure(
    'this symbol is defined in a file that you may not use here, so nothing is said of it',
  );
}
