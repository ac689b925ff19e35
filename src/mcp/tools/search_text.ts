import { type FileMatches, SearchError } from '../../model/texts';
import { permittedPath } from '../files';
import {
  COLUMN,
  COUNT,
  described,
  FLAG,
  LINE,
  listOf,
  objectOf,
  PATH,
  PATH_INPUT,
  TEXT,
  TRUNCATED,
} from '../schemas';
import { type Fields, type ReadingTool, type ToolContext, ToolFailure } from '../tool';

interface Input {
  readonly pattern: string;
  readonly is_regex?: boolean;
  readonly ignore_case?: boolean;
  readonly whole_word?: boolean;
  readonly path?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly max_results?: number;
}

const DEFAULT_RESULTS = 200;
const MAX_RESULTS = 1000;

const GLOBS = listOf({ type: 'string', minLength: 1, maxLength: 500 }, { maxItems: 20 });

export const searchText: ReadingTool = {
  name: 'search_text',
  title: 'Search text',
  description:
    "Finds text in the files of the session's folders as the editor has them: unsaved changes count. Files that git " +
    'ignores and binary files are left out, and those that you may not read. Each match has its line and column; a long ' +
    'line is cut around it. Patterns are for single lines.',
  effect: 'reads',
  inputSchema: objectOf(
    { pattern: { type: 'string', minLength: 1, maxLength: 1000 } },
    {
      is_regex: described(
        FLAG,
        'The pattern is a JavaScript regular expression. Default: it is plain text.',
      ),
      ignore_case: described(FLAG, 'Default: false.'),
      whole_word: described(FLAG, 'Only whole words. Default: false.'),
      path: described(PATH_INPUT, 'Only this file, or files below this folder.'),
      include: described(
        GLOBS,
        'Only files that fit one of these globs, such as `*.ts` or `src/**`.',
      ),
      exclude: described(GLOBS, 'Not the files that fit one of these globs.'),
      max_results: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_RESULTS,
        description: `Default: ${DEFAULT_RESULTS}.`,
      },
    },
  ),
  outputSchema: objectOf(
    {
      matches: listOf(
        objectOf({
          path: PATH,
          line: LINE,
          column: COLUMN,
          end_column: described(COLUMN, 'Of the first character after the match.'),
          text: described(TEXT, 'The line.'),
        }),
      ),
      files: described(COUNT, 'Files with matches among those that are listed.'),
      truncated: TRUNCATED,
    },
    { incomplete: described(TEXT, 'Why not all files were searched.') },
  ),
  async run(input, context): Promise<Fields> {
    const {
      pattern,
      path,
      include,
      exclude,
      max_results = DEFAULT_RESULTS,
      ...flags
    } = input as unknown as Input;
    const query = {
      pattern,
      isRegex: flags.is_regex ?? false,
      ignoreCase: flags.ignore_case ?? false,
      wholeWord: flags.whole_word ?? false,
      maxPerFile: max_results,
      ...(path === undefined ? {} : { under: await permittedPath(context, path) }),
      ...(include ? { include } : {}),
      ...(exclude ? { exclude } : {}),
    };
    const found = new Found(max_results);
    const { incomplete } = await context.search
      .run(query, (file) => add(found, file, context), context.signal)
      .catch((error: unknown) => {
        throw error instanceof SearchError ? new ToolFailure(error.message) : error;
      });
    const { matches, files, truncated } = found;
    return { matches, files, truncated, ...(incomplete === undefined ? {} : { incomplete }) };
  },
};

async function add(
  found: Found,
  file: FileMatches,
  { permits, progress }: Pick<ToolContext, 'permits' | 'progress'>,
): Promise<boolean> {
  if (!(await permits(file.path))) return true;
  found.add(file);
  progress(found.matches.length, undefined, `${found.matches.length} matches`);
  return !found.truncated;
}

/** What was found so far, within the limit. */
class Found {
  readonly matches: Fields[] = [];
  files = 0;
  truncated = false;
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  add({ path, matches, more }: FileMatches): void {
    const room = this.#max - this.matches.length;
    this.truncated = more || matches.length > room;
    if (room > 0) this.files++;
    for (const { line, column, endColumn, text } of matches.slice(0, room)) {
      this.matches.push({ path, line, column, end_column: endColumn, text });
    }
  }
}
