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
import { type Fields, type ReadingTool, ToolFailure } from '../tool';

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

/** What was found so far. */
interface Found {
  readonly matches: readonly Fields[];
  readonly files: number;
  /** There is more than may be answered. */
  readonly truncated: boolean;
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
    let found: Found = { matches: [], files: 0, truncated: false };
    const onFile = async (file: FileMatches): Promise<boolean> => {
      if (await context.permits(file.path)) found = withFile(found, file, max_results);
      context.progress(found.matches.length);
      return !found.truncated;
    };
    const { incomplete } = await context.search
      .run(query, onFile, context.signal)
      .catch((error: unknown) => {
        throw error instanceof SearchError ? new ToolFailure(error.message) : error;
      });
    return { ...found, ...(incomplete === undefined ? {} : { incomplete }) };
  },
};

function withFile(
  { matches, files }: Found,
  { path, matches: more, more: isCut }: FileMatches,
  max: number,
): Found {
  const room = max - matches.length;
  const added = more.slice(0, room).map(({ line, column, endColumn, text }) => ({
    path,
    line,
    column,
    end_column: endColumn,
    text,
  }));
  return {
    matches: [...matches, ...added],
    files: room > 0 ? files + 1 : files,
    truncated: isCut || more.length > room,
  };
}
