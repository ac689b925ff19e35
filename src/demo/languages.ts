/** The little that the demo agent knows of programming languages. */
import { extname } from 'node:path';

export interface Language {
  readonly name: string;
  /** Word behind the opening of a code fence. */
  readonly fence: string;
  /** Absent: the language has no comments. */
  readonly comment?: readonly [open: string, close: string];
  /** A line that begins a definition, with its indent, name and parameters. */
  readonly definition?: RegExp;
}

const JS_DEFINITION =
  /^(?<indent>\s*)(?:export\s+)?(?:default\s+)?(?:async\s+)?function\*?\s+(?<name>[\w$]+)\s*\((?<params>[^)]*)/;

const language = (
  name: string,
  fence: string,
  comment: readonly [string, string] | undefined,
  definition?: RegExp,
): Language => ({
  name,
  fence,
  ...(comment ? { comment } : {}),
  ...(definition ? { definition } : {}),
});

const SLASHES = ['// ', ''] as const;
const HASH = ['# ', ''] as const;
const MARKUP = ['<!-- ', ' -->'] as const;

const javascript = language('JavaScript', 'javascript', SLASHES, JS_DEFINITION);
const typescript = language('TypeScript', 'typescript', SLASHES, JS_DEFINITION);
const python = language(
  'Python',
  'python',
  HASH,
  /^(?<indent>\s*)(?:async\s+)?def\s+(?<name>\w+)\s*\((?<params>[^)]*)/,
);
const lua = language(
  'Lua',
  'lua',
  ['-- ', ''],
  /^(?<indent>\s*)(?:local\s+)?function\s+(?<name>[\w.:]+)\s*\((?<params>[^)]*)/,
);
const rust = language(
  'Rust',
  'rust',
  SLASHES,
  /^(?<indent>\s*)(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?fn\s+(?<name>\w+)[^(]*\((?<params>[^)]*)/,
);
const go = language(
  'Go',
  'go',
  SLASHES,
  /^(?<indent>)func\s+(?:\([^)]*\)\s*)?(?<name>\w+)\s*\((?<params>[^)]*)/,
);
const ruby = language(
  'Ruby',
  'ruby',
  HASH,
  /^(?<indent>\s*)def\s+(?<name>[\w.?!]+)\s*\(?(?<params>[^)]*)/,
);
const shell = language(
  'shell',
  'sh',
  HASH,
  /^(?<indent>\s*)(?:function\s+)?(?<name>\w+)\s*\((?<params>)\)/,
);
const c = language('C', 'c', SLASHES);
const cpp = language('C++', 'cpp', SLASHES);
const java = language('Java', 'java', SLASHES);
const css = language('CSS', 'css', ['/* ', ' */']);

const SOURCES: Readonly<Record<string, Language>> = {
  '.js': javascript,
  '.mjs': javascript,
  '.cjs': javascript,
  '.jsx': javascript,
  '.ts': typescript,
  '.mts': typescript,
  '.tsx': typescript,
  '.py': python,
  '.lua': lua,
  '.rs': rust,
  '.go': go,
  '.rb': ruby,
  '.sh': shell,
  '.c': c,
  '.h': c,
  '.cc': cpp,
  '.cpp': cpp,
  '.java': java,
  '.css': css,
};

const OTHERS: Readonly<Record<string, Language>> = {
  '.md': language('Markdown', 'markdown', MARKUP),
  '.html': language('HTML', 'html', MARKUP),
  '.xml': language('XML', 'xml', MARKUP),
  '.yml': language('YAML', 'yaml', HASH),
  '.yaml': language('YAML', 'yaml', HASH),
  '.toml': language('TOML', 'toml', HASH),
  '.vim': language('Vim script', 'vim', ['" ', '']),
  '.json': language('JSON', 'json', undefined),
};

const TEXT = language('plain text', '', undefined);

/** Whether the file is one of a programming language. */
export function isSource(path: string): boolean {
  return Object.hasOwn(SOURCES, extname(path).toLowerCase());
}

/** By the ending of the name; plain text when nothing else is known. */
export function languageOf(path: string): Language {
  const extension = extname(path).toLowerCase();
  return SOURCES[extension] ?? OTHERS[extension] ?? TEXT;
}

export interface Definition {
  /** 0-based. */
  readonly row: number;
  readonly indent: string;
  readonly name: string;
  readonly params: string;
}

/** The functions and types that are defined in these lines, each in one. */
export function definitionsIn(lines: readonly string[], { definition }: Language): Definition[] {
  if (!definition) return [];
  return lines.flatMap((line, row) => {
    const { indent = '', name, params = '' } = definition.exec(line)?.groups ?? {};
    return name ? [{ row, indent, name, params: params.trim() }] : [];
  });
}
