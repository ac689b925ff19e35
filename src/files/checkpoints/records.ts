/** What is kept of checkpoints, as JSON that outlives the host. Pure. */
import { isRecord } from '../../base/guards';
import type { Checkpoint } from '../../model/checkpoints/checkpoint';
import type { Turn } from '../../model/review/author';
import type { ContentRef, ImageRef } from '../ledger/image-ref';
import type { Step } from './step';

/** A step that is recorded again takes the place of the one before. */
export type JournalRecord = { readonly checkpoint: Checkpoint } | { readonly step: Step };

/** Nothing for what no host has written. */
export function readRecord(line: string): JournalRecord | undefined {
  const value = parse(line);
  if (!isRecord(value)) return undefined;
  const checkpoint = readCheckpoint(value.checkpoint);
  if (checkpoint) return { checkpoint };
  const step = readStep(value.step);
  return step && { step };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readCheckpoint(value: unknown): Checkpoint | undefined {
  if (!isRecord(value)) return undefined;
  const { number, session, agent, time, prompt, restored } = value;
  if (!isNumber(number) || !isNumber(time)) return undefined;
  if (typeof session !== 'string' || typeof agent !== 'string' || typeof prompt !== 'string') {
    return undefined;
  }
  return { number, session, agent, time, prompt, ...(isNumber(restored) ? { restored } : {}) };
}

function readStep(value: unknown): Step | undefined {
  if (!isRecord(value)) return undefined;
  const { id, checkpoint, path, restored } = value;
  const [before, after] = [readImage(value.before), readImage(value.after)];
  if (!isNumber(id) || !isNumber(checkpoint) || typeof path !== 'string') return undefined;
  if (before === undefined || after === undefined) return undefined;
  const by = readTurn(value.by);
  return {
    id,
    checkpoint,
    path,
    before,
    after,
    ...(by ? { by } : {}),
    ...(isNumber(restored) ? { restored } : {}),
    ...(value.isDone === true ? { isDone: true as const } : {}),
  };
}

function readTurn(value: unknown): Turn | undefined {
  if (!isRecord(value) || typeof value.session !== 'string' || !isNumber(value.turn)) {
    return undefined;
  }
  return { session: value.session, turn: value.turn };
}

function readImage(value: unknown): ImageRef | null | undefined {
  if (value === null) return null;
  if (!isRecord(value)) return undefined;
  const content = readContent(value.content);
  return content && { content, ...(isNumber(value.mode) ? { mode: value.mode } : {}) };
}

/** The name of a file: nothing else may become one. */
const HASH = /^[0-9a-f]{64}$/;

function readContent(value: unknown): ContentRef | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, hash, size, encoding, target, why } = value;
  if (kind === 'link') return typeof target === 'string' ? { kind, target } : undefined;
  if (kind === 'unknown') return typeof why === 'string' ? { kind, why } : undefined;
  if (kind !== 'text' && kind !== 'binary') return undefined;
  if (typeof hash !== 'string' || !HASH.test(hash) || !isNumber(size)) return undefined;
  return {
    kind,
    hash,
    size,
    ...(typeof encoding === 'string' ? { encoding } : {}),
    ...(value.isRecoded === true ? { isRecoded: true as const } : {}),
  };
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
