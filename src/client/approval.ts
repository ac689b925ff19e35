/** What an agent does through the editor has the user's consent: by the rules, by an answer, or by our own question. */

import { commandOperation, fileOperation, type Ruling } from '../model/operations';
import type { PermissionRequest } from '../model/state';
import { AcpError } from '../protocol/errors';
import type { CreateTerminalRequest, ToolCallContent } from '../protocol/schema.gen';
import type { Operation } from '../session/consents';
import {
  type AskingSession,
  askOwn,
  type OwnAnswer,
  type OwnQuestion,
} from '../session/own-question';
import type { Change, DocumentScope, Documents } from '../session/ports';
import type { EditedWrite, ProposedWrite } from '../session/proposed-writes';
import type { Session } from '../session/session';

/** The session for which an agent acts. */
export type ActingSession = AskingSession & Pick<Session, 'scope' | 'consents' | 'judge'>;

/** Rejects, with a message for the agent, when a command must not run. */
export async function approveCommand(
  session: ActingSession,
  params: CreateTerminalRequest,
  signal: AbortSignal,
): Promise<void> {
  const operation = commandOperation(params);
  if (judged(session, operation)?.effect !== 'ask') return;
  const { title, kind, rawInput } = operation;
  const wanted = { kind: 'execute', rawInput } as const;
  if (session.consents.take(wanted)) return;
  const about = { title: `Run ${title}`, kind, rawInput };
  const lasting = { optionId: 'session', name: 'Allow this command for this session' };
  const answer = await askOwn(session, { about, lasting }, signal);
  if (answer === 'no') throw refused(title);
  session.consents.allow(wanted, answer === 'lasting');
}

export interface FileWish {
  readonly kind: 'read' | 'edit';
  /** As the agent named it. */
  readonly path: string;
  /** What will be written. */
  readonly content?: string;
}

/** The scope of one request of an agent for a file. Throws, with a message for the agent, when the rules deny it. */
export function scopeFor(
  session: ActingSession,
  documents: Documents,
  wish: FileWish,
): DocumentScope {
  const ruling = judged(session, fileOperation(wish.kind, wish.path));
  return new FileApproval(session, documents, wish, ruling).scope;
}

/** What the rules say to a file by where it really is: its name may have led elsewhere when that was judged. */
export function judgedFile(
  session: ActingSession,
  { kind, path }: FileWish,
  real: string,
): Ruling | undefined {
  return real === path ? undefined : judged(session, fileOperation(kind, real));
}

/** One question at most: whoever allowed a file outside of the folders has seen what is written, and is not asked again. */
class FileApproval {
  readonly scope: DocumentScope;
  readonly #session: ActingSession;
  readonly #documents: Documents;
  readonly #wish: FileWish;
  readonly #ruling: Ruling | undefined;
  #asked = false;
  /** What the user was last shown. */
  #shown: string | undefined;

  constructor(
    session: ActingSession,
    documents: Documents,
    wish: FileWish,
    ruling: Ruling | undefined,
  ) {
    this.#session = session;
    this.#documents = documents;
    this.#wish = wish;
    this.#ruling = ruling;
    this.scope = {
      ...session.scope,
      askOutside: async ({ path, folder }, signal) => {
        const operation = await this.#operation(path);
        const title = `${this.#verb} outside the project: ${path}`;
        const lasting = { optionId: 'folder', name: `Allow in ${folder} for this session` };
        const question = { about: asked(title, path, operation), lasting };
        const answer = await this.#ask(path, operation, question, signal);
        this.#asked = answer !== 'no';
        return answer === 'lasting' ? 'folder' : answer;
      },
      approve: (path, signal) => this.#approve(path, signal),
    };
  }

  get #verb(): string {
    return this.#wish.kind === 'read' ? 'Read' : 'Write';
  }

  /** What will be done to the file of this real path. */
  async #operation(real: string): Promise<FileOperation> {
    const { kind, path, content = '' } = this.#wish;
    const paths = [...new Set([real, path])];
    if (kind === 'read') return { kind, paths };
    const change = await this.#documents.preview(this.scope, real, content);
    return { kind, paths, change };
  }

  /** What the user has made of it, if they have. */
  async #approve(real: string, signal: AbortSignal): Promise<EditedWrite | undefined> {
    const { consents } = this.#session;
    const { path, kind } = this.#wish;
    const ruling = judgedFile(this.#session, this.#wish, real) ?? this.#ruling;
    const edited = this.#takeEdited(real);
    if (edited || this.#asked) return edited;
    // The user has accepted a text of their own for another one than this.
    const isUnseen = kind === 'edit' && consents.proposed.awaits(real);
    if (ruling?.effect !== 'ask' && !isUnseen) return undefined;
    const operation = await this.#operation(real);
    if (!isUnseen && consents.take(operation)) return undefined;
    const title = `${this.#verb} ${path}`;
    const name = `Allow to ${kind === 'read' ? 'read' : 'write'} this file for this session`;
    const lasting = { optionId: 'session', name };
    const question = { about: asked(title, real, operation), lasting };
    const answer = await this.#ask(real, operation, question, signal);
    if (answer === 'no') throw refused(title);
    consents.allow(operation, answer === 'lasting');
    return this.#takeEdited(real);
  }

  #ask(
    path: string,
    operation: FileOperation,
    question: Omit<OwnQuestion, 'write'>,
    signal: AbortSignal,
  ): Promise<OwnAnswer> {
    const write = operation.kind === 'edit' ? writeOf(path, operation.change) : undefined;
    this.#shown = write?.after;
    return askOwn(this.#session, { ...question, write }, signal);
  }

  #takeEdited(real: string): EditedWrite | undefined {
    const { kind, content } = this.#wish;
    if (kind !== 'edit') return undefined;
    const texts = [content, this.#shown].filter((text) => text !== undefined);
    return this.#session.consents.proposed.take(real, texts);
  }
}

function writeOf(path: string, { before, after }: Change): ProposedWrite {
  return { path, before, after };
}

type FileOperation = Extract<Operation, { kind: 'read' | 'edit' }>;

function asked(title: string, path: string, operation: FileOperation) {
  const content: ToolCallContent[] =
    operation.kind === 'edit'
      ? [{ type: 'diff', path, oldText: operation.change.before, newText: operation.change.after }]
      : [];
  return { title, kind: operation.kind, locations: [{ path }], content };
}

function judged(session: ActingSession, operation: PermissionRequest): Ruling | undefined {
  const ruling = session.judge(operation);
  if (ruling?.effect !== 'deny') return ruling;
  throw AcpError.internal(`the user's rules deny this (${ruling.why}): ${operation.title}`);
}

function refused(what: string): AcpError {
  return AcpError.internal(
    `the user was asked and did not allow this: ${what}. Do not try it in another way; ask the user what to do instead`,
  );
}
