import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClientHandlers } from '../../../src/protocol/connection';
import { decode } from '../../../src/protocol/decode';
import { AcpError } from '../../../src/protocol/errors';
import { clientRequests } from '../../../src/protocol/methods.gen';
import { wire } from '../../support/wire';

const FOLDER = 'test/fixtures/transcripts';
const SEED = 20261120;

/** A small generator of our own, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
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

type Pick = (below: number) => number;

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

function recorded(): object[] {
  return readdirSync(FOLDER).flatMap((file) =>
    readFileSync(join(FOLDER, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"msg":{') && line.length < 3000)
      .map((line) => JSON.parse(line).msg),
  );
}

function spoiledLines(count: number): string[] {
  const pick = random(SEED);
  const messages = recorded();
  return Array.from({ length: count }, () =>
    spoiled(messages[pick(messages.length)] as object, pick).replaceAll('\n', ' '),
  );
}

/** Ids of the lines that are requests, as the JSON-RPC specification has it. */
function requestIds(lines: readonly string[]): (string | number)[] {
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

function counted(ids: readonly unknown[]): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Handlers of every temper. */
function anyHandlers(): ClientHandlers {
  const pick = random(SEED + 1);
  const handle = async (): Promise<never> => {
    const mood = pick(4);
    if (mood === 0) throw AcpError.notFound('/a');
    if (mood === 1) throw new Error('odd');
    if (mood === 2) await new Promise((resolve) => setImmediate(resolve));
    return {} as never;
  };
  return {
    requests: Object.fromEntries(Object.keys(clientRequests).map((method) => [method, handle])),
    notifications: {
      'session/update': () => {
        if (pick(10) === 0) throw new Error('odd');
      },
    },
  };
}

describe('20 000 spoiled messages', () => {
  const lines = spoiledLines(20_000);

  it('take nothing down and leave no request without its one answer', {
    timeout: 60_000,
  }, async () => {
    const w = wire(anyHandlers());
    for (const line of lines) w.say(line);
    w.say({ jsonrpc: '2.0', id: 'the end', method: '_end' });
    await w.answerTo('the end');
    const asked = requestIds(lines);
    expect(asked.length).toBeGreaterThan(1000);
    const slow = () =>
      w.sent.filter((m) => m.id !== null && m.id !== 'the end').length >= asked.length;
    await expect.poll(slow, { timeout: 5000 }).toBe(true);
    const answers = w.sent.filter((m) => m.id !== null && m.id !== 'the end');
    expect(answers.every((m) => m.method === undefined)).toBe(true);
    expect(counted(answers.map((m) => m.id))).toEqual(counted(asked));
  });

  it('decode to something that decodes to itself, or name what is wrong', () => {
    let good = 0;
    for (const line of lines) {
      let params: unknown;
      try {
        params = JSON.parse(line)?.params;
      } catch {
        continue;
      }
      for (const name of [
        'SessionNotification',
        'RequestPermissionRequest',
        'CreateTerminalRequest',
      ] as const) {
        const result = decode(name, params);
        if (!result.ok) {
          expect(result.error).toMatch(/(expected|unknown value) /);
          continue;
        }
        good += 1;
        expect(decode(name, result.value)).toEqual({ ok: true, value: result.value, dropped: [] });
      }
    }
    expect(good).toBeGreaterThan(1000);
  });
});
