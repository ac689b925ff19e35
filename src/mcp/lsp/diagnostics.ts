/** Diagnostics of files: waits for servers, asks those that want to be asked, and makes one list of all. */
import { isRecord } from '../../base/guards';
import { pause } from '../../base/timeout';
import type {
  FoundDiagnostic,
  LanguageClient,
  ServedBuffer,
  Severity,
} from '../../nvim/language-servers';
import { unlessAborted } from '../../protocol/abort';
import { permittedOnly } from '../files';
import { clipText } from '../limits';
import { columnOfByte } from '../positions';
import type { Fields, ToolContext } from '../tool';
import { encodingOf } from './offsets';
import { filePathOf, type ShownRange, shownRange, TextCache } from './places';
import { askServer } from './servers';
import { isSettled } from './settling';
import { countIn, each, type LspRange, MAX_OFFSET, rangeIn, textIn } from './values';

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

const LOOK_MS = 50;
const MAX_MESSAGE_BYTES = 4096;

/** A file that is waited for. */
export interface Watched extends ServedBuffer {
  /** For how long it is known to be loaded. */
  readonly age: number;
}

export interface Settled {
  /** False: the time was over before. */
  readonly settled: boolean;
  readonly servers: readonly string[];
  readonly pulls: readonly LanguageClient[];
}

/** Waits until the servers of a file are done with its text, but not for longer than that. */
export async function settle(
  context: ToolContext,
  { bufnr, age }: Watched,
  maxMs: number,
): Promise<Settled> {
  const began = performance.now();
  for (;;) {
    const activity = await context.lua.call('tools.diagnostics.activity', bufnr);
    const waited = performance.now() - began;
    const settled = isSettled(activity, age + waited);
    const { servers, pulls } = activity;
    if (settled || waited >= maxMs) return { settled, servers, pulls };
    context.progress(waited, maxMs, 'waiting for language servers');
    await unlessAborted(pause(LOOK_MS), context.signal);
  }
}

/** What a server has found. */
interface Pulled {
  readonly path: string;
  readonly range: LspRange;
  readonly encoding: string;
  readonly severity: Severity;
  readonly message: string;
  readonly source: string | undefined;
  readonly code: string | undefined;
}

/** Asks a server for the diagnostics of a file; nothing when it does not answer. */
export async function pull(
  context: ToolContext,
  { bufnr, uri }: ServedBuffer,
  client: LanguageClient,
): Promise<readonly Pulled[] | undefined> {
  const params = { textDocument: { uri } };
  const request = { client, bufnr, method: 'textDocument/diagnostic', params };
  const result = await askServer(context, request).catch(() => undefined);
  if (!isRecord(result) || result.kind !== 'full') return undefined;
  const path = filePathOf(uri);
  return path === undefined ? [] : each(result.items, (item) => pulledIn(item, path, client));
}

function pulledIn(item: unknown, path: string, { encoding, name }: LanguageClient) {
  if (!isRecord(item)) return undefined;
  const [range, message] = [rangeIn(item.range), textIn(item.message)];
  if (!range || message === undefined) return undefined;
  const severity = SEVERITIES[(countIn(item.severity) ?? 1) - 1] ?? 'error';
  const code = textIn(item.code) ?? countIn(item.code)?.toString();
  return { path, range, encoding, severity, message, source: textIn(item.source) ?? name, code };
}

/** All in files that the agent may have, each once, by files and lines. */
export async function describeDiagnostics(
  known: readonly FoundDiagnostic[],
  pulled: readonly Pulled[],
  context: ToolContext,
): Promise<readonly Fields[]> {
  const texts = new TextCache(context);
  const permitted = await permittedOnly([...known, ...pulled], ({ path }) => path, context);
  const shown = await Promise.all(
    permitted.map(async (one) => {
      const lines = await texts.linesOf(one.path);
      const range =
        'range' in one
          ? shownRange(lines, one.range, encodingOf(one.encoding))
          : byteRange(lines, one);
      const { path, severity, source, code } = one;
      const message = clipText(one.message, MAX_MESSAGE_BYTES).text;
      return {
        path,
        range,
        severity,
        message,
        ...(source ? { source } : {}),
        ...(code ? { code } : {}),
      };
    }),
  );
  const once = new Map(
    shown.map((one) => [JSON.stringify([one.path, one.range, one.message]), one]),
  );
  return [...once.values()].sort(
    (a, b) => compare(a.path, b.path) || a.range.start.line - b.range.start.line,
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function byteRange(lines: readonly string[], one: FoundDiagnostic): ShownRange {
  const at = (row: number, byte: number) => ({
    line: Math.min(row, MAX_OFFSET) + 1,
    column: columnOfByte(lines[row] ?? '', byte + 1),
  });
  return { start: at(one.row, one.byte), end: at(one.end_row, one.end_byte) };
}
