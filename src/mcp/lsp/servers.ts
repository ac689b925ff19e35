/** Language servers of a file: waits until they are there, and asks them. */
import { isRecord } from '../../base/guards';
import { pause } from '../../base/timeout';
import type { LanguageClient, ServedDocument } from '../../nvim/language-servers';
import { unlessAborted } from '../../protocol/abort';
import { type ToolContext, ToolFailure } from '../tool';
import { textIn } from './values';

export type Asking = Pick<ToolContext, 'lua' | 'ask' | 'signal'>;
type Serving = Asking & Pick<ToolContext, 'permits'>;

/** How long servers are waited for, in milliseconds. */
export interface Patience {
  /** Until one that is being started is ready, and knows the project. */
  readonly start: number;
  /** Until one has attached itself to a file that was just opened. */
  readonly attach: number;
  /** Until one that is new has said something, by which it is known to have begun. */
  readonly begin: number;
  /** For an answer. */
  readonly answer: number;
  /** For the others, when one has answered. */
  readonly others: number;
}

export const PATIENCE: Patience = {
  start: 20_000,
  attach: 600,
  begin: 2500,
  answer: 30_000,
  others: 1000,
};

const LOOK_MS = 40;

/** Of a whole call: a server may have to be started, and to read the project. */
export const CALL_MS = 60_000;

/** A file with the servers that know a method; at least one. */
export interface Served extends ServedDocument {
  readonly method: string;
}

/** Loads the file where it is not, and waits until its servers are ready. */
export async function serve(
  context: Serving,
  path: string,
  method: string,
  patience = PATIENCE,
): Promise<Served> {
  const began = performance.now();
  for (;;) {
    const document = await context.lua.call('tools.lsp.document', path, method);
    // What its name leads to by now is what was loaded.
    if (!document || !(await context.permits(document.path))) {
      throw new ToolFailure(`${path} cannot be opened as a text file`);
    }
    const waited = performance.now() - began;
    const { clients } = document;
    const ready = clients.filter(isReady);
    const isSettled =
      waited > patience.start || !ready.some((one) => isLoading(one, document, patience));
    if (ready.length > 0 && isSettled) return { ...document, clients: ready, method };
    const mayCome = clients.some(({ starting }) => starting) || document.age < patience.attach;
    if (ready.length === 0 && (waited > patience.start || !mayCome)) {
      throw unserved(document, path, method);
    }
    await unlessAborted(pause(LOOK_MS), context.signal);
  }
}

/** It can be asked by the method that it was looked up for. */
export function isReady({ supports, starting }: LanguageClient): boolean {
  return supports && !starting;
}

/** Until a server has read the project it answers with the little that it knows. */
function isLoading(
  { busy, age }: LanguageClient,
  { reported }: ServedDocument,
  { begin }: Patience,
): boolean {
  return busy || (age < begin && !reported);
}

function unserved({ clients }: ServedDocument, path: string, method: string): ToolFailure {
  if (clients.length === 0) return new ToolFailure(`no language server is active for ${path}`);
  const names = clients.map(({ name }) => name).join(', ');
  return clients.some(({ starting }) => starting)
    ? new ToolFailure(`${names} is still being started: try again later`)
    : new ToolFailure(`${names} cannot do this (${method})`);
}

export interface Answer {
  readonly client: LanguageClient;
  readonly result: unknown;
}

/** What all servers answer that do so in time. Fails when none does. */
export async function askAll(
  context: Serving,
  served: Served,
  paramsFor: (client: LanguageClient) => unknown,
  patience = PATIENCE,
): Promise<readonly Answer[]> {
  const answers = await askEach(context, served, paramsFor, patience);
  if (served.reported || answers.some(({ result }) => !isNothing(result))) return answers;
  // A server that was just starting may have known nothing yet.
  const { reported } = await serve(context, served.path, served.method, patience);
  return reported ? askEach(context, served, paramsFor, patience) : answers;
}

async function askEach(
  context: Asking,
  { clients, bufnr, method }: Served,
  paramsFor: (client: LanguageClient) => unknown,
  patience: Patience,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const failures: unknown[] = [];
  const asked = clients.map(async (client) => {
    try {
      const request = { client, bufnr, method, params: paramsFor(client) };
      answers.push({ client, result: await askServer(context, request, patience.answer) });
    } catch (error) {
      failures.push(error);
    }
  });
  const isEnough = asked.map(async (one) => {
    await one;
    if (answers.some(({ result }) => !isNothing(result))) return pause(patience.others);
    return Promise.all(asked);
  });
  await Promise.race([Promise.all(asked), ...isEnough]);
  if (answers.length === 0) throw failures[0];
  return [...answers].sort((a, b) => clients.indexOf(a.client) - clients.indexOf(b.client));
}

/** What the first server answers that has an answer, in the order of the editor. Fails when none does. */
export async function askFirst(
  context: Asking,
  { clients, bufnr, method }: Served,
  paramsFor: (client: LanguageClient) => unknown,
  patience = PATIENCE,
): Promise<Answer> {
  let last: Answer | undefined;
  let failure: unknown;
  for (const client of clients) {
    try {
      const request = { client, bufnr, method, params: paramsFor(client) };
      last = { client, result: await askServer(context, request, patience.answer) };
      if (!isNothing(last.result)) return last;
    } catch (error) {
      failure ??= error;
    }
  }
  if (!last) throw failure;
  return last;
}

function isNothing(result: unknown): boolean {
  return result === null || result === undefined || (Array.isArray(result) && result.length === 0);
}

export interface ServerRequest {
  readonly client: LanguageClient;
  readonly bufnr: number;
  readonly method: string;
  readonly params: unknown;
}

/** The server's state has changed while it worked on the answer: it is asked again. */
const OUTDATED: readonly unknown[] = [-32801, -32802];
const TRIES = 3;

/** Fails when the server does, or does not answer in time. */
export async function askServer(
  context: Asking,
  { client, bufnr, method, params }: ServerRequest,
  ms = PATIENCE.answer,
): Promise<unknown> {
  const request = { client: client.id, bufnr, method, params: JSON.stringify(params) };
  const send = (ask: number) => context.lua.call('tools.lsp.query', ask, request);
  const withdraw = (ask: number) => context.lua.call('tools.lsp.cancel', ask).catch(() => {});
  for (let tries = 1; ; tries++) {
    const answer = await askLua(context, ms, send, withdraw);
    const failure = errorOf(answer, client, method, ms);
    if (answer !== 'late' && failure === undefined) return answer.result;
    if (answer === 'late' || tries === TRIES || !isOutdated(answer)) throw new ToolFailure(failure);
  }
}

type LuaAnswer = Readonly<Record<string, unknown>> | 'late';

function isOutdated({ error }: Readonly<Record<string, unknown>>): boolean {
  return isRecord(error) && OUTDATED.includes(error.code);
}

const MAX_SAID = 500;

/** Why an answer is none. */
export function errorOf(
  answer: LuaAnswer,
  { name }: LanguageClient,
  method: string,
  ms: number,
): string | undefined {
  if (answer === 'late') return `${name} did not answer within ${ms / 1000} s (${method})`;
  const { failed, error } = answer;
  if (failed === 'ended') return `${name} has ended (${method})`;
  if (failed !== undefined) return `${name} could not be asked (${method})`;
  if (error === undefined) return undefined;
  const { code, message } = isRecord(error) ? error : {};
  const said = textIn(message)?.trim().slice(0, MAX_SAID) || `code ${String(code)}`;
  return `${name} answered with an error: ${said}`;
}

/** What Lua answers; what is late, or what nobody waits for any more, is withdrawn. */
export async function askLua(
  { ask, signal }: Asking,
  ms: number,
  send: (ask: number) => Promise<void>,
  withdraw: (ask: number) => Promise<void>,
): Promise<LuaAnswer> {
  let sent: number | undefined;
  const answer = ask((number) => {
    sent = number;
    return send(number);
  });
  const end = (): void => {
    if (sent !== undefined) void withdraw(sent);
  };
  signal.addEventListener('abort', end, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    const json = await Promise.race([answer, late]);
    if (json === 'late') end();
    return json === 'late' ? json : parsed(json);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

function parsed(json: string | undefined): Readonly<Record<string, unknown>> {
  const answer: unknown = json === undefined ? undefined : JSON.parse(json);
  return isRecord(answer) ? answer : { failed: 'unreadable' };
}
