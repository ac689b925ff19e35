/** Questions in the editor's own name, about what an agent does through it. */
import { AcpError } from '../protocol/errors';
import type {
  PermissionOption,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
  ToolCallUpdate,
} from '../protocol/schema.gen';

/** How the ids of our own tool calls begin. */
export const OWN_CALL = 'editor-';

let asked = 0;

/** The session in which it is asked. */
export interface AskingSession {
  readonly state: { readonly id: string };
  ask(params: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>;
  update(update: SessionUpdate): void;
}

/** `lasting`: more than this once. */
export type OwnAnswer = 'once' | 'lasting' | 'no';

/** Asks the user. Rejects with "cancelled" when nobody answers any more. */
export async function askOwn(
  session: AskingSession,
  about: Omit<ToolCallUpdate, 'toolCallId'>,
  lasting: Pick<PermissionOption, 'optionId' | 'name'>,
  signal: AbortSignal,
): Promise<OwnAnswer> {
  const toolCallId = `${OWN_CALL}${++asked}`;
  const { outcome } = await session.ask(
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
  );
  if (outcome.outcome === 'cancelled') throw AcpError.cancelled();
  if (outcome.optionId === 'no') return 'no';
  session.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  return outcome.optionId === 'once' ? 'once' : 'lasting';
}
