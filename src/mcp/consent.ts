/** Whether a tool may do what an agent wants: by our own table of built-ins, by the rules, by what the user says. */
import { findTool } from '../model/entries';
import type { Ruling } from '../model/operations';
import type { ToolCallContent } from '../protocol/schema.gen';
import { askOwn } from '../session/own-question';
import type { ProposedWrite } from '../session/proposed-writes';
import type { DescribedCall } from './cards';
import { type OfferedTool, ToolFailure } from './tool';
import type { ToolSession } from './tool-session';

/** Who has allowed a call. `table`: it changes nothing; `earlier`: the agent has asked itself, or the user has allowed more than one. */
export type AllowedBy = 'table' | 'earlier' | 'user' | 'rule' | 'hook';

/** The text is for the model. */
export class Denied extends ToolFailure {
  readonly by: 'rule' | 'hook' | 'user';

  constructor(by: Denied['by'], text: string) {
    super(text);
    this.by = by;
  }
}

export interface WantedCall {
  readonly session: ToolSession;
  readonly tool: OfferedTool;
  readonly described: DescribedCall;
  readonly signal: AbortSignal;
}

/** What is shown with a question, besides the arguments. */
export interface ShownChanges {
  readonly content: readonly ToolCallContent[];
  /** Files that will be written outside of the session's folders. */
  readonly outside: readonly string[];
  /** They have been read for that, and nobody was asked. */
  readonly isRead?: boolean;
  /** The only thing that will be written: the user may change it first. */
  readonly write?: ProposedWrite | undefined;
}

const NOTHING_SHOWN: ShownChanges = { content: [], outside: [] };

/** What the rules say against a call. Throws what they deny. */
export function judged(
  { session, described }: WantedCall,
  { content }: ShownChanges = NOTHING_SHOWN,
): Ruling | undefined {
  const operation = { ...described, id: described.name, content, options: [REFUSED] };
  const ruling = session.judge(operation);
  if (ruling?.effect !== 'deny') return ruling;
  throw new Denied('rule', `The user's rules deny this (${ruling.why}).`);
}

/** The only answer that a rule can give here: it is no question. */
const REFUSED = { optionId: 'refused', name: 'Refuse', kind: 'reject_once' } as const;

/** Throws when the user, or a rule, does not want what only reads. */
export async function consentToRead(call: WantedCall): Promise<AllowedBy> {
  return judged(call)?.effect === 'ask' ? consented(call, NOTHING_SHOWN) : 'table';
}

/** Throws when the user, or a rule, does not want a change. */
export async function consentToChange(
  call: WantedCall,
  shown: ShownChanges = NOTHING_SHOWN,
): Promise<AllowedBy> {
  const isAboutFiles = judged(call, shown)?.effect === 'ask' && judged(call)?.effect !== 'ask';
  return consented(call, shown, isAboutFiles || shown.outside.length > 0);
}

/** @param isNew nobody who agreed earlier knew of these files */
async function consented(call: WantedCall, shown: ShownChanges, isNew = false): Promise<AllowedBy> {
  const { session, tool, described } = call;
  const { consents } = session;
  const operation = { kind: 'tool', call: described } as const;
  if (!isNew && consents.take(operation)) return 'earlier';
  const { toolCallId, ...about } = described;
  const question = {
    about: { ...about, title: questionTitle(about.title, shown), content: shown.content },
    lasting: { optionId: 'session', name: `Allow ${tool.name} for this session` },
    write: shown.write,
    call: toolCallId,
  };
  const answer = await askOwn(session, question, call.signal);
  const by = answeredBy(session, toolCallId);
  if (answer === 'no') throw new Denied(by, refusal(session, toolCallId, by));
  consents.allow(operation, answer === 'lasting');
  return by;
}

function questionTitle(title: string, { outside, isRead }: ShownChanges): string {
  return outside.length === 0
    ? title
    : `${title} (${isRead ? 'reads and writes ' : ''}outside the project: ${outside.join(', ')})`;
}

function answeredBy(session: ToolSession, toolCallId: string): Denied['by'] {
  const by = approvalOf(session, toolCallId)?.by;
  return by === 'rule' || by === 'hook' ? by : 'user';
}

function approvalOf({ state }: ToolSession, toolCallId: string) {
  return findTool(state, toolCallId)?.entry.call.approval;
}

function refusal(session: ToolSession, toolCallId: string, by: Denied['by']): string {
  const { rule, reason } = approvalOf(session, toolCallId) ?? {};
  if (by !== 'user') return `The user's rules deny this (${rule ?? by}).`;
  const why = reason ? ` and said: ${reason}` : '';
  return `The user was asked and did not allow this${why}. Do not try it in another way; ask the user what to do instead.`;
}
