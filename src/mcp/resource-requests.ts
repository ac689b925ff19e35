/** Requests for resources are within the same limits as calls of tools, and reads in the same audit log. */

import { Deferred } from '../base/deferred';
import type { Logger } from '../base/logger';
import { AcpError } from '../protocol/errors';
import { newOwnCall } from '../session/own-question';
import type { CallLimits } from './call-limits';
import { type CallOutcome, type CallRecord, whyEnded } from './call-outcome';
import { type KeyWatch, WAITS_FOR_KEY } from './key-watch';
import { ResourceNotFoundError } from './library';

export interface ResourceRequestParts {
  readonly limits: Pick<CallLimits, 'enter'>;
  readonly keys: Pick<KeyWatch, 'watch'>;
  readonly record: (record: CallRecord) => void;
  /** What the agent knows the server by. */
  readonly server: string;
  readonly log: Logger;
}

/** Rejects, without running it, what is beyond the limits; and what the editor cannot answer before a key is pressed. */
export async function withinLimits<T>(
  { limits, keys }: Pick<ResourceRequestParts, 'limits' | 'keys'>,
  run: () => Promise<T>,
): Promise<T> {
  const entered = limits.enter();
  if (typeof entered === 'string') throw new BeyondLimits(`Not done: ${entered}.`);
  const blocked = new Deferred<never>();
  const waiting = keys.watch(() => blocked.reject(AcpError.internal(`${WAITS_FOR_KEY}.`)));
  try {
    return await Promise.race([run(), blocked.promise]);
  } finally {
    waiting.dispose();
    entered.dispose();
  }
}

class BeyondLimits extends AcpError {
  constructor(text: string) {
    super(AcpError.internal(text).code, text);
  }
}

/** One read, with its line in the log. */
export async function recordedRead<T extends { readonly path: string }>(
  parts: ResourceRequestParts,
  uri: string,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  const record = (outcome: CallOutcome, paths: readonly string[] = []): void =>
    parts.record({
      toolCallId: newOwnCall(),
      name: `${parts.server}/resources/read`,
      title: 'Read resource',
      kind: 'read',
      rawInput: { uri },
      paths,
      ...outcome,
    });
  try {
    const read = await withinLimits(parts, run);
    record({ outcome: 'completed', by: 'table' }, [read.path]);
    return read;
  } catch (error) {
    const outcome = outcomeOf(error, signal);
    record(outcome);
    if (outcome.outcome !== 'fault') throw error;
    parts.log.error('a resource could not be read', error);
    throw AcpError.internal('The editor could not read this because of a fault of its own.');
  }
}

function outcomeOf(error: unknown, signal: AbortSignal): CallOutcome {
  if (error instanceof BeyondLimits) return { outcome: 'refused', why: error.message };
  if (error instanceof ResourceNotFoundError) return { outcome: 'failed', why: error.message };
  return whyEnded(error, signal);
}
