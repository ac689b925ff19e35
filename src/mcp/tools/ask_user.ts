import { oneLine } from '../../base/text';
import type {
  CreateElicitationResponse,
  ElicitationPropertySchema,
  ElicitationSchema,
  EnumOption,
} from '../../protocol/schema.gen';
import { described, FLAG, listOf, objectOf, TEXT } from '../schemas';
import { type Fields, type ReadingTool, ToolFailure } from '../tool';

interface Option {
  readonly label: string;
  readonly description?: string;
}

interface Input {
  readonly question: string;
  readonly options?: readonly (string | Option)[];
  readonly multiple?: boolean;
  readonly allow_text?: boolean;
}

const MAX_OPTIONS = 20;
const LABEL = { type: 'string', minLength: 1, maxLength: 200 } as const;

export const askUser: ReadingTool = {
  name: 'ask_user',
  title: 'Ask the user',
  description:
    'Asks the user a question in the editor and waits for the answer, however long that takes. With `options` they ' +
    'choose one of them (or several, with `multiple`); without, or with `allow_text`, they write. Use it for decisions ' +
    'that are theirs. `answered` is false when they do not want to answer: go on without, or stop.',
  effect: 'asks',
  timeoutMs: null,
  inputSchema: objectOf(
    { question: { type: 'string', minLength: 1, maxLength: 4000 } },
    {
      options: listOf(
        {
          anyOf: [
            LABEL,
            objectOf(
              { label: LABEL },
              {
                description: {
                  type: 'string',
                  maxLength: 500,
                  description: 'What choosing it means.',
                },
              },
            ),
          ],
        },
        { minItems: 1, maxItems: MAX_OPTIONS },
      ),
      multiple: described(FLAG, 'More than one option may be chosen. Default: false.'),
      allow_text: described(
        FLAG,
        'Beside the options they may write an answer of their own. Default: false.',
      ),
    },
  ),
  outputSchema: objectOf(
    { answered: FLAG },
    {
      selected: described(listOf(TEXT), 'Labels of the options that were chosen.'),
      text: described(TEXT, 'What the user wrote.'),
    },
  ),
  async run(input, { elicit }): Promise<Fields> {
    const asked = input as unknown as Input;
    const options = asked.options?.map(asOption);
    const problem = problemIn(
      asked.question,
      options?.map(({ label }) => label),
    );
    if (problem) throw new ToolFailure(problem);
    return answerOf(await elicit(asked.question, formOf(asked, options)));
  },
};

/** What could not be told apart, or not be read, as the user would see it. */
function problemIn(question: string, labels: readonly string[] = []): string | undefined {
  const seen = labels.map(oneLine);
  if (oneLine(question) === '') return 'the question is blank';
  if (seen.includes('')) return 'an option is blank';
  if (new Set(seen).size < seen.length) return 'two options have the same label';
  return undefined;
}

/** Models like to give the labels alone. */
function asOption(option: string | Option): Option {
  return typeof option === 'string' ? { label: option } : option;
}

function formOf(
  { multiple = false, allow_text = false }: Input,
  options: readonly Option[] | undefined,
): ElicitationSchema {
  const text = { type: 'string', title: 'Answer' } as const;
  if (!options) return form({ text }, ['text']);
  const choice = choiceOf(options, multiple);
  return allow_text
    ? form({ choice, text: { ...text, title: 'Own answer' } }, [])
    : form({ choice }, ['choice']);
}

function form(
  properties: Readonly<Record<string, ElicitationPropertySchema>>,
  required: readonly string[],
): ElicitationSchema {
  return { type: 'object', properties, required };
}

function choiceOf(options: readonly Option[], multiple: boolean): ElicitationPropertySchema {
  const choices = options.map(
    ({ label, description }): EnumOption => ({
      const: label,
      title: description ? `${label} — ${description}` : label,
    }),
  );
  if (!multiple) return { type: 'string', title: 'Answer', oneOf: choices };
  return { type: 'array', title: 'Answers', items: { anyOf: choices }, minItems: 1 };
}

function answerOf(response: CreateElicitationResponse): Fields {
  if (response.action !== 'accept' || !('content' in response)) return { answered: false };
  const { choice, text } = response.content ?? {};
  const selected = typeof choice === 'string' ? [choice] : choice;
  const chosen = Array.isArray(selected) && selected.length > 0 ? { selected } : {};
  const written = typeof text === 'string' && text !== '' ? { text } : {};
  const answer = { ...chosen, ...written };
  return { answered: Object.keys(answer).length > 0, ...answer };
}
