import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { Emitter } from '../../../src/base/emitter';
import { uriOf } from '../../../src/mcp/buffer-uris';
import type { FileBuffer } from '../../../src/nvim/editor-tools';
import { connectMcp, fakeEditor, MODERN, resourceParts, serveMcp } from '../../support/mcp';
import { testSession } from '../../support/session';
import { wait } from '../../support/wait';

function buffer(path: string, more: Partial<FileBuffer> = {}): FileBuffer {
  return {
    bufnr: 1,
    name: path,
    path,
    lines: 1,
    modified: false,
    filetype: '',
    changedtick: 1,
    current: false,
    visible: false,
    ...more,
  };
}

/** Open files that a test says. */
function fakeBuffers(...list: FileBuffer[]) {
  const changed = new Emitter<void>();
  let now = list;
  return {
    list: async () => now,
    watch: changed.on,
    become: (...next: FileBuffer[]) => {
      now = next;
      changed.fire();
    },
  };
}

const session = testSession();
const editor = fakeEditor({
  permits: async (_, path) => !path.endsWith('.env'),
  documents: { ...fakeEditor().documents, read: async () => 'one\r\ntwo' },
});

async function connect(buffers: ReturnType<typeof fakeBuffers>, version?: string) {
  const resources = resourceParts({ session, editor, buffers });
  const seen: string[] = [];
  const { client } = await connectMcp({
    session,
    editor,
    resources,
    ...(version === undefined ? {} : { version }),
    client: (client) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        seen.push(params.uri);
      });
      client.setNotificationHandler('notifications/resources/list_changed', () => {
        seen.push('list');
      });
    },
  });
  return { client, seen, records: resources.records };
}

/** What the server of a session writes to this request. */
async function answer(version: string, method: string, params: object): Promise<unknown> {
  const resources = resourceParts({ session, editor, buffers: fakeBuffers() });
  const { theirs } = serveMcp({ session, editor, resources });
  const messages: JSONRPCMessage[] = [];
  theirs.onmessage = (message) => messages.push(message);
  await theirs.start();
  const clientInfo = { name: 'test', version: '1' };
  const initialize = { protocolVersion: version, capabilities: {}, clientInfo };
  await theirs.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize });
  await wait(() => messages.length === 1, 'it is initialized');
  await theirs.send({ jsonrpc: '2.0', id: 2, method, params: { ...params } });
  await wait(() => messages.length === 2, 'it has answered');
  return messages[1];
}

test.each([
  ['2025-06-18', 'resources/read'],
  ['2025-06-18', 'resources/subscribe'],
  ['2025-11-25', 'resources/read'],
  ['2025-11-25', 'resources/subscribe'],
])('%s: %s of what is not there is -32002', async (version, method) => {
  const uri = 'nvim://buffer/none.txt';
  expect(await answer(version, method, { uri })).toMatchObject({
    error: { code: -32002, data: { uri } },
  });
});

test('an invalid cursor is -32602', async () => {
  expect(await answer('2025-11-25', 'resources/list', { cursor: 'x' })).toMatchObject({
    error: { code: -32602 },
  });
});

test('an address may be escaped in another way', async () => {
  const { client } = await connect(fakeBuffers(buffer('/a b/c.txt')));
  const uri = 'nvim://buffer/a b/%63.txt';
  expect((await client.readResource({ uri })).contents).toEqual([
    { uri, mimeType: 'text/plain', text: 'one\ntwo' },
  ]);
});

test('pages fit together', async () => {
  const paths = Array.from({ length: 120 }, (_, index) => `/${index}.txt`);
  const { client } = await connect(fakeBuffers(...paths.map((path) => buffer(path))));
  const uris: string[] = [];
  let pages = 0;
  for (let cursor: string | undefined; pages === 0 || cursor !== undefined; pages++) {
    const page = await client.request({
      method: 'resources/list',
      params: cursor === undefined ? {} : { cursor },
    });
    uris.push(...page.resources.map(({ uri }) => uri));
    cursor = page.nextCursor;
  }
  expect(uris).toEqual(paths.map(uriOf));
  expect(pages).toBe(3);
});

test('changes are reported of what was subscribed to, and of the list', async () => {
  const buffers = fakeBuffers(buffer('/a.txt'), buffer('/b.txt'));
  const { client, seen } = await connect(buffers);
  await client.listResources();
  const uri = 'nvim://buffer/%61.txt';
  await client.subscribeResource({ uri });
  buffers.become(buffer('/a.txt', { changedtick: 2 }), buffer('/b.txt', { changedtick: 2 }));
  await wait(() => seen.length === 1, 'the change is reported');
  expect(seen).toEqual([uri]);
  buffers.become(buffer('/a.txt', { changedtick: 2 }), buffer('/.env'), buffer('/c.txt'));
  await wait(() => seen.length === 2, 'the list is reported');
  expect(seen[1]).toBe('list');
  buffers.become(buffer('/a.txt', { changedtick: 2 }), buffer('/c.txt'));
  await client.unsubscribeResource({ uri });
  buffers.become(buffer('/a.txt', { changedtick: 3 }), buffer('/c.txt'), buffer('/d.txt'));
  await wait(() => seen.length === 3, 'the list is reported');
  expect(seen).toEqual([uri, 'list', 'list']);
});

test('agents of the newest revision say to the library what they listen to', async () => {
  const buffers = fakeBuffers(buffer('/a.txt'), buffer('/b.txt'));
  const { client, seen } = await connect(buffers, MODERN);
  await client.listResources();
  const uri = uriOf('/a.txt');
  await client.listen({ resourceSubscriptions: [uri], resourcesListChanged: true });
  const changed = { changedtick: 2 };
  buffers.become(buffer('/a.txt', changed), buffer('/b.txt', changed));
  await wait(() => seen.length === 1, 'the change is reported');
  buffers.become(buffer('/a.txt', changed));
  await wait(() => seen.length === 2, 'the list is reported');
  expect(seen).toEqual([uri, 'list']);
});

test('each read is in the audit log, with what came of it', async () => {
  const { client, records } = await connect(fakeBuffers(buffer('/a.txt'), buffer('/b/.env')));
  await client.readResource({ uri: 'nvim://buffer/a.txt' });
  await client.readResource({ uri: 'nvim://buffer/b/.env' }).catch(() => {});
  expect(records).toMatchObject([
    {
      name: 'neovim/resources/read',
      kind: 'read',
      rawInput: { uri: 'nvim://buffer/a.txt' },
      paths: ['/a.txt'],
      outcome: 'completed',
      by: 'table',
    },
    { rawInput: { uri: 'nvim://buffer/b/.env' }, paths: [], outcome: 'failed' },
  ]);
});

test('requests for resources are within the limits of calls', async () => {
  const { client, records } = await connect(fakeBuffers(buffer('/a.txt')));
  const uri = 'nvim://buffer/a.txt';
  const reads = Array.from({ length: 300 }, () => client.readResource({ uri }));
  const outcomes = await Promise.allSettled(reads);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({
    reason: {
      code: -32603,
      message: expect.stringMatching(/100 calls in flight|20 calls a second/),
    },
  });
  expect(records.filter(({ outcome }) => outcome === 'refused')).toHaveLength(refused.length);
});

test('a fault of the editor is in its log, not in the answer', async () => {
  const broken = {
    list: () => Promise.reject(new Error('secret')),
    watch: () => ({ dispose: () => {} }),
  };
  const resources = resourceParts({ session, editor, buffers: broken });
  const { client } = await connectMcp({ session, editor, resources });
  const uri = 'nvim://buffer/a.txt';
  await expect(client.readResource({ uri })).rejects.toMatchObject({
    code: -32603,
    message: expect.not.stringContaining('secret'),
  });
  expect(resources.records).toMatchObject([{ outcome: 'fault' }]);
});
