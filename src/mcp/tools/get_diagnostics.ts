import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import type { ServedBuffer, Severity } from '../../nvim/language-servers';
import { pathIn, permittedOnly, permittedPath } from '../files';
import { describeDiagnostics, pull, SEVERITIES, settle, type Watched } from '../lsp/diagnostics';
import { CALL_MS } from '../lsp/servers';
import {
  COUNT,
  described,
  FLAG,
  listOf,
  objectOf,
  PATH,
  PATH_INPUT,
  RANGE,
  TEXT,
  TRUNCATED,
} from '../schemas';
import { type Fields, type ReadingTool, type ToolContext, ToolFailure } from '../tool';

interface Input {
  readonly path?: string;
  readonly folder?: string;
  readonly severity?: Severity;
  readonly max_wait_ms?: number;
}

const USUAL_WAIT_MS = 10_000;
const MAX_WAIT_MS = 40_000;
const MAX_DIAGNOSTICS = 500;
/** Files that servers are waited for in a workspace. */
const MAX_WATCHED = 50;

const SEVERITY = { type: 'string', enum: SEVERITIES } as const;

export const getDiagnostics: ReadingTool = {
  name: 'get_diagnostics',
  title: 'Get diagnostics',
  description:
    'Errors, warnings and hints that language servers and linters of the editor have found: in a file (`path`), below a ' +
    'folder (`folder`), or in the whole workspace. Call it after edits: it waits until the servers have looked at the ' +
    'text as it is now, unsaved changes included. `settled: false` means that they were still at work when the time was ' +
    'over. With `path`, `servers` says who looks at the file; if nobody does, no diagnostics mean nothing. In folders ' +
    'and workspaces most servers know only files that are open.',
  effect: 'reads',
  timeoutMs: CALL_MS,
  inputSchema: objectOf(
    {},
    {
      path: PATH_INPUT,
      folder: { ...PATH_INPUT, description: 'Only below this folder.' },
      severity: described(SEVERITY, 'Only this and worse. Default: hint, which is all.'),
      max_wait_ms: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_WAIT_MS,
        description: `How long to wait for servers at most. Default: ${USUAL_WAIT_MS}.`,
      },
    },
  ),
  outputSchema: objectOf(
    {
      diagnostics: listOf(
        objectOf(
          { path: PATH, range: RANGE, severity: SEVERITY, message: TEXT },
          { source: TEXT, code: TEXT },
        ),
      ),
      counts: objectOf(Object.fromEntries(SEVERITIES.map((severity) => [severity, COUNT]))),
      settled: described(FLAG, 'The servers were done with the text as it is now.'),
      truncated: TRUNCATED,
    },
    { servers: listOf(TEXT) },
  ),
  async run(input, context): Promise<Fields> {
    const { path, folder, severity = 'hint', max_wait_ms = USUAL_WAIT_MS } = input as Input;
    if (path !== undefined && folder !== undefined) {
      throw new ToolFailure('give either `path` or `folder`, not both');
    }
    const found =
      path === undefined
        ? await inFolder(context, folder, max_wait_ms)
        : await inFile(context, path, max_wait_ms);
    const { diagnostics, ...facts } = found;
    const worst = SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);
    const wanted = diagnostics.filter((one) => worst.includes(one.severity as Severity));
    return {
      diagnostics: wanted.slice(0, MAX_DIAGNOSTICS),
      counts: countsOf(wanted),
      truncated: wanted.length > MAX_DIAGNOSTICS,
      ...facts,
    };
  },
};

interface Found {
  readonly diagnostics: readonly Fields[];
  readonly settled: boolean;
  readonly servers?: readonly string[];
}

async function inFile(context: ToolContext, given: string, maxMs: number): Promise<Found> {
  const path = await permittedPath(context, given);
  // By that a buffer takes over what is on disk.
  const text = await context.textOf(path);
  const document = text && (await context.lua.call('tools.lsp.document', path, PULL));
  if (!document || !(await context.permits(document.path))) {
    throw new ToolFailure(`${given} is no text file, or does not exist`);
  }
  const { settled, servers, pulled, asked } = await look(context, document, maxMs);
  const known = await context.lua.call('tools.diagnostics.get', document.bufnr, asked);
  return { diagnostics: await describeDiagnostics(known, pulled, context), settled, servers };
}

const PULL = 'textDocument/diagnostic';

async function inFolder(
  context: ToolContext,
  given: string | undefined,
  maxMs: number,
): Promise<Found> {
  const folder = given === undefined ? undefined : await realFolder(pathIn(context, given));
  const isIn = ({ path }: { readonly path: string }): boolean =>
    folder === undefined || path === folder || path.startsWith(withEnd(folder));
  const files = (await context.lua.call('tools.diagnostics.files')).filter(isIn);
  const permitted = await permittedOnly(files, ({ path }) => path, context);
  const looks = await Promise.all(
    permitted.slice(0, MAX_WATCHED).map((file) => lookAt(context, file, maxMs)),
  );
  const asked = [...new Set(looks.flatMap((one) => one.asked))];
  const known = await context.lua.call('tools.diagnostics.get', null, asked);
  const pulled = looks.flatMap((one) => one.pulled);
  return {
    diagnostics: await describeDiagnostics(known.filter(isIn), pulled, context),
    settled: permitted.length <= MAX_WATCHED && looks.every(({ settled }) => settled),
  };
}

/** Files are known by where their names lead. */
function realFolder(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

/** That of the root is there already. */
function withEnd(folder: string): string {
  return folder.endsWith(sep) ? folder : `${folder}${sep}`;
}

async function lookAt(context: ToolContext, file: ServedBuffer, maxMs: number) {
  await context.textOf(file.path);
  return look(context, { ...file, age: Number.POSITIVE_INFINITY }, maxMs);
}

async function look(context: ToolContext, file: Watched, maxMs: number) {
  const { settled, servers, pulls } = await settle(context, file, maxMs);
  const answers = await Promise.all(
    pulls.map(async (client) => ({ client, found: await pull(context, file, client) })),
  );
  const answered = answers.flatMap(({ client, found }) => (found ? [{ client, found }] : []));
  return {
    settled: settled && answered.length === pulls.length,
    servers,
    pulled: answered.flatMap(({ found }) => found),
    asked: answered.map(({ client }) => client.id),
  };
}

function countsOf(diagnostics: readonly Fields[]): Fields {
  return Object.fromEntries(
    SEVERITIES.map((severity) => [
      severity,
      diagnostics.filter((one) => one.severity === severity).length,
    ]),
  );
}
