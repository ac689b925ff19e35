import { askAt, placeIn } from '../lsp/at-place';
import { foundIn } from '../lsp/found';
import {
  describePlaces,
  FOUND_PLACE,
  SYMBOL_INPUT,
  SYMBOL_OPTIONS,
  type SymbolInput,
  WITHHELD,
} from '../lsp/places';
import { CALL_MS } from '../lsp/servers';
import { COUNT, described, FLAG, listOf, objectOf } from '../schemas';
import type { Fields, ReadingTool } from '../tool';

interface Input extends SymbolInput {
  readonly include_declaration?: boolean;
  readonly limit?: number;
}

const MAX_PLACES = 500;
const USUAL_PLACES = 100;

export const lspReferences: ReadingTool = {
  name: 'lsp_references',
  title: 'Find references',
  description:
    "All places where the symbol at a place is used, by the user's language servers; more exact than a search for its " +
    'name. Name the place by `line` and `symbol`. `total` says how many there are, also beyond `limit`.',
  effect: 'reads',
  timeoutMs: CALL_MS,
  inputSchema: objectOf(SYMBOL_INPUT, {
    ...SYMBOL_OPTIONS,
    include_declaration: described(FLAG, 'With the declaration itself. Default: true.'),
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_PLACES,
      description: `How many to return at most. Default: ${USUAL_PLACES}.`,
    },
  }),
  outputSchema: objectOf({ references: listOf(FOUND_PLACE), total: COUNT, withheld: WITHHELD }),
  async run(input, context): Promise<Fields> {
    const {
      include_declaration = true,
      limit = USUAL_PLACES,
      ...where
    } = input as unknown as Input;
    const asked = await placeIn(context, where, 'textDocument/references');
    const more = { context: { includeDeclaration: include_declaration } };
    const found = foundIn(await askAt(context, asked, more));
    const { places, total, withheld } = await describePlaces(found, limit, context);
    return { references: places, total, withheld };
  },
};
