/** Questions about a tool call, as they are kept with it. Pure. */
import type { SessionEvent } from './event';
import type { Approval, PermissionRequest, SessionState, ToolCall } from './state';
import { abandoned, changeTool, signalled } from './tool-call';
import { stateAfter } from './tool-life';

type Answered = Extract<SessionEvent, { type: 'answered' }>;

/** The call waits for the answer to this question. */
export function approvalRequested(
  state: SessionState,
  toolCallId: string,
  { id, options }: Pick<PermissionRequest, 'id' | 'options'>,
): SessionState {
  return changeTool(state, toolCallId, (call) => ({
    ...signalled(call, 'asked'),
    approval: { id, options },
  }));
}

/** The agent has changed what the question `before` is about. */
export function approvalReplaced(
  state: SessionState,
  before: string,
  { id, options, toolCallId }: PermissionRequest,
): SessionState {
  return changeTool(state, toolCallId, (call) =>
    call.approval?.id === before ? { ...call, approval: { id, options } } : call,
  );
}

/** `state`: without the question that was answered. Another that is still open about the same call keeps it waiting. */
export function approvalAnswered(state: SessionState, event: Answered): SessionState {
  const { toolCallId } = event.request;
  const open = state.permissions.findLast((other) => other.toolCallId === toolCallId);
  return changeTool(state, toolCallId, (call) => {
    if (!isAbout(call, event)) return call;
    if (open) return { ...call, approval: { id: open.id, options: open.options } };
    const { approval } = call;
    const answered = approval ? { ...call, approval: { ...approval, ...answerOf(event) } } : call;
    // An answer says nothing about a call that went on, or ended, without it.
    return call.state === 'approval-requested' ? decided(answered, event) : answered;
  });
}

/** Not when another question is the one that the call waits for, maybe one that a rule is still answering. */
function isAbout({ approval }: ToolCall, { id }: Answered): boolean {
  return !approval || approval.id === id;
}

function decided(call: ToolCall, event: Answered): ToolCall {
  const approved = isApproved(event);
  if (approved === undefined) return abandoned(call, dropReason(event));
  const next = signalled(call, approved ? 'allowed' : 'denied');
  const runs = call.status === 'in_progress';
  return runs ? { ...next, state: stateAfter(next.state, 'in_progress') } : next;
}

function dropReason({ by }: Answered): string {
  return by === 'cancelled' ? 'the permission was not answered' : 'the permission was cancelled';
}

/** Nothing when no option was chosen. */
function isApproved({ outcome, request }: Answered): boolean | undefined {
  if (outcome.outcome === 'cancelled') return undefined;
  const option = request.options.find(({ optionId }) => optionId === outcome.optionId);
  return option?.kind === 'allow_once' || option?.kind === 'allow_always';
}

function answerOf(event: Answered): Omit<Approval, 'id' | 'options'> {
  const { outcome, request, by } = event;
  const optionId = outcome.outcome === 'selected' ? outcome.optionId : undefined;
  const option = request.options.find((one) => one.optionId === optionId);
  const approved = isApproved(event);
  const { rule, reason } = answerReasons(event);
  return {
    by,
    ...(approved === undefined ? {} : { approved }),
    ...(optionId === undefined ? {} : { optionId }),
    ...(option ? { optionName: option.name } : {}),
    ...(rule === undefined ? {} : { rule }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Which rule or function answered, and why the answer is as it is. */
export function answerReasons({ by, why, reason }: Answered): {
  readonly rule: string | undefined;
  readonly reason: string | undefined;
} {
  const rule = by === 'rule' || by === 'hook' ? why : undefined;
  return { rule, reason: reason ?? rule };
}
