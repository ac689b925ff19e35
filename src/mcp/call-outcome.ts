/** How calls end, for the model and for the audit log. Pure. */

import { AcpError, REQUEST_CANCELLED } from '../protocol/errors';
import type { ToolKind } from '../protocol/schema.gen';
import { type AllowedBy, Denied } from './consent';
import type { WireResult } from './result';
import { type Fields, ToolFailure } from './tool';

/** `refused`: it was beyond the limits; `invalid`: its input was; `ended`: cancelled, or too late; `fault`: ours. */
export interface CallOutcome {
  readonly outcome: 'completed' | 'failed' | 'denied' | 'ended' | 'refused' | 'invalid' | 'fault';
  /** Who has allowed or denied it. */
  readonly by?: AllowedBy;
  readonly why?: string;
}

/** One call, for the audit log. */
export interface CallRecord extends CallOutcome {
  readonly toolCallId: string;
  readonly name: string;
  readonly title: string;
  readonly kind: ToolKind;
  readonly rawInput: Fields;
  readonly paths: readonly string[];
}

/** Why a call has to end before it is done: the reason of its signal. */
export class Ending {
  readonly why: string;
  /** It was given time enough: that it has no result is its own failure. */
  readonly isLate: boolean;

  constructor(why: string, isLate = false) {
    this.why = why;
    this.isLate = isLate;
  }
}

export const BY_AGENT = new Ending('the agent has cancelled it');

export function endingOf({ reason }: AbortSignal): Ending {
  return reason instanceof Ending ? reason : BY_AGENT;
}

/** The call had time enough, or cannot go on. */
export function isLate(signal: AbortSignal): boolean {
  return signal.aborted && endingOf(signal).isLate;
}

/** What an error that a run has ended with means. @param signal its reason may say why it had to end */
export function whyEnded(
  error: unknown,
  signal: AbortSignal,
): CallOutcome & { readonly why: string } {
  if (error instanceof Denied) return { outcome: 'denied', by: error.by, why: error.message };
  const isCancel = wasCancelled(error);
  if (signal.aborted && (isCancel || !isFailure(error))) {
    return { outcome: 'ended', why: `Ended: ${endingOf(signal).why}.` };
  }
  if (isCancel) return { outcome: 'ended', why: 'Ended: nobody answered the question.' };
  if (isFailure(error)) return { outcome: 'failed', why: error.message };
  return { outcome: 'fault', why: 'a fault of the editor' };
}

export function wasCancelled(error: unknown): boolean {
  return error instanceof AcpError && error.code === REQUEST_CANCELLED;
}

/** Whether a call has come to no result, and not to a bad one. */
export function isCancelled({ outcome }: CallOutcome, signal: AbortSignal): boolean {
  return outcome === 'ended' && !isLate(signal);
}

/** Its text is for the model. */
function isFailure(error: unknown): error is ToolFailure | AcpError {
  return error instanceof ToolFailure || error instanceof AcpError;
}

/** What a person would read of a result. */
export function textOf({ content }: WireResult): string {
  return content.map((one) => (one.type === 'text' ? one.text : `(${one.type})`)).join('\n');
}
