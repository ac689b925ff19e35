import { expect, it } from 'vitest';
import { LineSplitter } from '../../../src/protocol/lines';
import { wire } from '../../support/wire';

it('a line of 16 MiB is read in small chunks without looking twice at any', () => {
  const line = Buffer.alloc(16 * 2 ** 20, 'a');
  const splitter = new LineSplitter(32 * 2 ** 20);
  for (let at = 0; at < line.length; at += 1000) {
    expect([...splitter.push(line.subarray(at, at + 1000))]).toHaveLength(0);
  }
  const [whole] = splitter.push(Buffer.from('\n'));
  expect(whole?.length).toBe(line.length);
  // Quadratic work would take minutes: the test would not end in time.
});

it('5 MB of small messages arrive', async () => {
  let seen = 0;
  const w = wire({ requests: {}, notifications: { 'session/update': () => seen++ } });
  const update = {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: 'x'.repeat(60) },
  };
  const params = { sessionId: 's', update };
  const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`;
  const count = Math.ceil(5e6 / line.length);
  for (let n = 0; n < count; n += 400) w.stdout.write(line.repeat(Math.min(400, count - n)));
  w.stdout.end();
  await w.connection.closed;
  expect(seen).toBe(count);
});
