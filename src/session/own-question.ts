/** Questions in the editor's own name, about what an agent does through it. */
import { randomUUID } from 'node:crypto';
import { OWN_CALL } from '../model/editor-call';
import { AcpError } from '../protocol/errors';
import type {
  PermissionOption,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
  ToolCallUpdate,
} from '../protocol/schema.gen';
import type { ProposedWrite, ProposedWrites } from './proposed-writes';

/** The session in which it is asked. */
export interface AskingSession {
  readonly state: { readonly id: string };
  readonly consents: { readonly proposed: Pick<ProposedWrites, 'asking'> };
  ask(params: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>;
  update(update: SessionUpdate): void;
}

/** `lasting`: more than this once. */
export type OwnAnswer = 'once' | 'lasting' | 'no';

export interface OwnQuestion {
  readonly about: Omit<ToolCallUpdate, 'toolCallId'>;
  readonly lasting: Pick<PermissionOption, 'optionId' | 'name'>;
  /** What will be written on a yes: the user may change it first. */
  readonly write?: ProposedWrite | undefined;
  /** The call of the editor that is asked about, which goes on after the answer; absent: there is none besides the question. */
  readonly call?: string;
}

/** The id of a call that the editor makes. No agent can guess it: a call of its own with this id would change what is asked. */
export function newOwnCall(): string {
  return `${OWN_CALL}${randomUUID()}`;
}

/** Asks the user. Rejects with "cancelled" when nobody answers any more. */
export async function askOwn(
  session: AskingSession,
  { about, lasting, write, call }: OwnQuestion,
  signal: AbortSignal,
): Promise<OwnAnswer> {
  const toolCallId = call ?? newOwnCall();
  const asking = write && session.consents.proposed.asking(toolCallId, write);
  const { outcome } = await session
    .ask(
      {
        sessionId: session.state.id,
        toolCall: { toolCallId, ...about },
        options: [
          { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
          { ...lasting, kind: 'allow_always' },
          { optionId: 'no', name: 'Reject', kind: 'reject_once' },
        ],
      },
      signal,
    )
    .finally(() => asking?.dispose());
  if (outcome.outcome === 'cancelled') throw AcpError.cancelled();
  if (outcome.optionId === 'no') return 'no';
  if (call === undefined) {
    session.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  }
  return outcome.optionId === 'once' ? 'once' : 'lasting';
}
