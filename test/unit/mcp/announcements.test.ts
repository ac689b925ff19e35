import type { Client } from '@modelcontextprotocol/client';
import { expect, test, vi } from 'vitest';
import { settlePromises } from '../../support/clock';
import { connectMcp, echoTool, MODERN, serveMcp } from '../../support/mcp';

const named = (name: string) => echoTool({ name });

/** Counts what the agent hears of. */
function counting() {
  const heard = vi.fn();
  const client = (one: Client): void =>
    one.setNotificationHandler('notifications/tools/list_changed', () => heard());
  return { heard, client };
}

test('tools that come and go together are announced once', async () => {
  const { heard, client } = counting();
  const { offer, clock } = await connectMcp({ tools: [named('a')], client });
  await settlePromises();
  offer([named('a'), named('b')]);
  offer([named('b')]);
  await clock.run(49);
  expect(heard).not.toHaveBeenCalled();
  await clock.run(1);
  expect(heard).toHaveBeenCalledTimes(1);
  offer([]);
  await clock.run(50);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('but not before the agent is initialized', async () => {
  const { theirs, offer, clock } = serveMcp({ tools: [named('a')] });
  const heard: unknown[] = [];
  theirs.onmessage = (message) => heard.push(message);
  await theirs.start();
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  await theirs.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  offer([]);
  await clock.run(1000);
  expect(heard).toHaveLength(1);
  await theirs.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await settlePromises();
  offer([named('b')]);
  await clock.run(50);
  await vi.waitFor(() =>
    expect(heard.slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
    ]),
  );
});

test('nor when it is gone', async () => {
  const { heard, client } = counting();
  const desk = await connectMcp({ tools: [named('a')], client });
  desk.offer([]);
  await desk.client.close();
  await desk.clock.run(1000);
  expect(heard).not.toHaveBeenCalled();
});

test('in the modern revision whoever listens hears of it', async () => {
  const { heard, client } = counting();
  const desk = await connectMcp({ tools: [named('a')], version: MODERN, client });
  desk.offer([named('b')]);
  await desk.clock.run(50);
  expect(heard).not.toHaveBeenCalled();
  const listening = await desk.client.listen({ toolsListChanged: true });
  desk.offer([]);
  await desk.clock.run(50);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  await listening.close();
});

test('many tools come in pages', async () => {
  const tools = Array.from({ length: 120 }, (_, n) => named(`tool${n}`));
  const { client, offer } = await connectMcp({ tools });
  const first = await client.request({ method: 'tools/list' });
  expect(first.tools).toHaveLength(50);
  const cursor = first.nextCursor ?? '';
  const second = await client.request({ method: 'tools/list', params: { cursor } });
  const last = await client.request({
    method: 'tools/list',
    params: { cursor: second.nextCursor ?? '' },
  });
  const all = [first, second, last].flatMap((page) => page.tools.map(({ name }) => name));
  expect(all).toEqual(tools.map(({ name }) => name));
  expect(last).not.toHaveProperty('nextCursor');
  for (const wrong of ['nonsense', '']) {
    const page = client.request({ method: 'tools/list', params: { cursor: wrong } });
    await expect(page).rejects.toMatchObject({ code: -32602 });
  }
  offer(tools.slice(50));
  const stale = client.request({ method: 'tools/list', params: { cursor } });
  await expect(stale).rejects.toMatchObject({ code: -32602 });
});

test('a ping is answered, and what is not offered is not there', async () => {
  const { client } = await connectMcp();
  expect(await client.ping()).toEqual({});
  await expect(
    client.request({ method: 'logging/setLevel', params: { level: 'info' } }),
  ).rejects.toThrow();
  await expect(client.request({ method: 'prompts/list' })).rejects.toThrow();
});
