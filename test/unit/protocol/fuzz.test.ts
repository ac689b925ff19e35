import { describe, expect, it } from 'vitest';
import type { ClientHandlers } from '../../../src/protocol/connection';
import { decode } from '../../../src/protocol/decode';
import { AcpError } from '../../../src/protocol/errors';
import { clientRequests } from '../../../src/protocol/methods.gen';
import { counted, random, requestIds, spoiledLines } from '../../support/spoil';
import { wire } from '../../support/wire';

const SEED = 20261120;

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
  const lines = spoiledLines(20_000, SEED);

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
