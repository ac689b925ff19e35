/** Makes bad messages out of good ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'test/fixtures/transcripts';

/** A small generator of our own, so that a failure can be repeated. */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) | 0;
    const mixed = state ^ (state + Math.imul(state ^ (state >>> 7), state | 61));
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const ODD_VALUES: readonly unknown[] = [
  null,
  -1,
  0,
  1e308,
  '',
  'odd',
  true,
  [],
  {},
  [[[[]]]],
  { type: 'text' },
  { __proto__: null, toString: 1 },
];

export type Pick = (below: number) => number;

/** The value with one thing in it replaced or removed. */
function mutated(value: unknown, pick: Pick): unknown {
  if (typeof value !== 'object' || value === null || pick(6) === 0)
    return ODD_VALUES[pick(ODD_VALUES.length)];
  const keys = Object.keys(value);
  if (keys.length === 0) return value;
  const key = keys[pick(keys.length)] as string;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (pick(5) === 0) delete copy[key];
  else copy[key] = mutated(copy[key], pick);
  return copy;
}

function spoiled(message: object, pick: Pick): string {
  const line = JSON.stringify(message);
  switch (pick(6)) {
    case 0:
      return line;
    case 1:
      return line.slice(0, pick(line.length));
    case 2: {
      const at = pick(line.length);
      return line.slice(0, at) + String.fromCharCode(32 + pick(95)) + line.slice(at + 1);
    }
    case 3:
      return JSON.stringify(mutated(mutated(message, pick), pick)) ?? '';
    default:
      return JSON.stringify(mutated(message, pick)) ?? '';
  }
}

/** All recorded messages that are not very long. */
export function recorded(): object[] {
  return readdirSync(FOLDER).flatMap((file) =>
    readFileSync(join(FOLDER, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"msg":{') && line.length < 3000)
      .map((line) => JSON.parse(line).msg),
  );
}

/** Recorded messages, most of them changed or cut; the same for the same seed. */
export function spoiledLines(
  count: number,
  seed: number,
  messages: readonly object[] = recorded(),
): string[] {
  const pick = random(seed);
  return Array.from({ length: count }, () =>
    spoiled(messages[pick(messages.length)] as object, pick).replaceAll('\n', ' '),
  );
}

/** Ids of the lines that are requests, as the JSON-RPC specification has it. */
export function requestIds(lines: readonly string[]): (string | number)[] {
  return lines.flatMap((line) => {
    try {
      const { id, method } = JSON.parse(line) ?? {};
      const asks = typeof method === 'string' && (typeof id === 'string' || Number.isFinite(id));
      return asks ? [id] : [];
    } catch {
      return [];
    }
  });
}

/** How often each value occurs. */
export function counted(ids: readonly unknown[]): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
