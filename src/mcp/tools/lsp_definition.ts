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
import { listOf, objectOf } from '../schemas';
import type { Fields, ReadingTool } from '../tool';

interface Input extends SymbolInput {
  readonly kind?: Kind;
}

const METHODS = {
  definition: 'textDocument/definition',
  declaration: 'textDocument/declaration',
  type: 'textDocument/typeDefinition',
  implementation: 'textDocument/implementation',
} as const;
type Kind = keyof typeof METHODS;

const MAX_PLACES = 100;

export const lspDefinition: ReadingTool = {
  name: 'lsp_definition',
  title: 'Go to definition',
  description:
    "Where the symbol at a place is defined, by the user's language servers. `kind` asks for its declaration, for the " +
    'definition of its type, or for implementations instead. Name the place by `line` and `symbol`. No definitions: the ' +
    'server knows none there.',
  effect: 'reads',
  timeoutMs: CALL_MS,
  inputSchema: objectOf(SYMBOL_INPUT, {
    ...SYMBOL_OPTIONS,
    kind: {
      type: 'string',
      enum: Object.keys(METHODS),
      description: 'What to look for. Default: definition.',
    },
  }),
  outputSchema: objectOf({ definitions: listOf(FOUND_PLACE), withheld: WITHHELD }),
  async run(input, context): Promise<Fields> {
    const { kind = 'definition', ...where } = input as unknown as Input;
    const asked = await placeIn(context, where, METHODS[kind]);
    const found = foundIn(await askAt(context, asked));
    const { places, withheld } = await describePlaces(found, MAX_PLACES, context);
    return { definitions: places, withheld };
  },
};
