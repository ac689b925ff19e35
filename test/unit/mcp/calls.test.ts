import { expect, test, vi } from 'vitest';
import { silentLogger } from '../../../src/base/logger';
import { ToolFailure } from '../../../src/mcp/tool';
import { AcpError } from '../../../src/protocol/errors';
import { settlePromises } from '../../support/clock';
import { connectMcp, echoTool, MODERN } from '../../support/mcp';

const REVISIONS = ['2025-06-18', '2025-11-25', MODERN];
const hello = { name: 'echo', arguments: { text: 'hello' } };
const failed = (text: string) => ({ content: [{ type: 'text', text }], isError: true });

/** The results of modern revisions say more, which is the library's. */
async function connect(options: Parameters<typeof connectMcp>[0], version?: string) {
  return connectMcp({ ...options, ...(version ? { version } : {}) });
}

test.each(REVISIONS)('%s: an unknown tool is an error of the protocol', async (version) => {
  const { client, records, session } = await connect({ tools: [echoTool()] }, version);
  await expect(client.callTool({ name: 'eco' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringMatching(/Unknown tool: eco$/),
  });
  expect(records).toEqual([]);
  expect(session.state.entries.length).toBe(0);
});

test('a tool that is not offered any more is unknown', async () => {
  const { client, offer } = await connect({ tools: [echoTool()] });
  offer([]);
  await expect(client.callTool(hello)).rejects.toMatchObject({ code: -32602 });
});

test.each(REVISIONS)('%s: absent arguments are an empty object', async (version) => {
  const run = vi.fn(async () => ({}));
  const schema = { type: 'object' } as const;
  const tool = echoTool({ inputSchema: schema, outputSchema: schema, run });
  const { client } = await connect({ tools: [tool] }, version);
  expect(await client.callTool({ name: 'echo' })).toMatchObject({ structuredContent: {} });
  expect(run).toHaveBeenCalledWith({}, expect.anything());
});

const WRONG: [unknown, string][] = [
  [{}, "must have required property 'text'"],
  [{ text: 1 }, 'text must be string'],
  [{ text: 'a', more: 1 }, 'there is no property "more", only text'],
];

test.each(WRONG)('what is wrong with the input %j is said', async (input, problem) => {
  const why = `Invalid arguments for tool echo: ${problem}`;
  const call = { name: 'echo', arguments: input as Record<string, unknown> };
  const run = vi.fn();
  const old = await connect({ tools: [echoTool({ run })] }, '2025-06-18');
  await expect(old.client.callTool(call)).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining(why),
  });
  for (const version of ['2025-11-25', MODERN]) {
    const { client } = await connect({ tools: [echoTool({ run })] }, version);
    expect(await client.callTool(call)).toMatchObject(failed(why));
  }
  expect(run).not.toHaveBeenCalled();
  expect(old.records).toMatchObject([{ outcome: 'invalid', why }]);
});

test('arguments that are nested too deeply are wrong, and nothing looks into them', async () => {
  const nested = (levels: number): unknown => {
    let value: unknown = 'x';
    for (let level = 0; level < levels; level++) value = { value };
    return value;
  };
  const schema = { type: 'object' } as const;
  const tool = echoTool({ inputSchema: schema, outputSchema: schema });
  const { client, records } = await connect({ tools: [tool] });
  const call = (levels: number) =>
    client.callTool({ name: 'echo', arguments: { path: nested(levels) } });
  expect(await call(23)).not.toHaveProperty('isError');
  const why = 'Invalid arguments for tool echo: they are nested deeper than 24 levels';
  expect(await call(24)).toMatchObject(failed(why));
  expect(await call(20_000)).toMatchObject(failed(why));
  expect(records.at(-1)).toMatchObject({ outcome: 'invalid', rawInput: {} });
});

test('a tool that fails says why to the model', async () => {
  const run = () => Promise.reject(new ToolFailure('There is no line 7.'));
  const { client, records, session } = await connect({ tools: [echoTool({ run })] });
  expect(await client.callTool(hello)).toEqual(failed('There is no line 7.'));
  expect(records).toMatchObject([{ outcome: 'failed', why: 'There is no line 7.' }]);
  expect(session.state.entries.at(0)).toMatchObject({
    call: {
      name: 'neovim/echo',
      status: 'failed',
      state: 'output-error',
      rawInput: { text: 'hello' },
    },
  });
});

test('and so does what it reads', async () => {
  const run = () => Promise.reject(AcpError.notFound('/project/a'));
  const { client } = await connect({ tools: [echoTool({ run })] });
  expect(await client.callTool(hello)).toEqual(failed('Resource not found: /project/a'));
});

test.each(REVISIONS)(
  '%s: a fault of ours is an error of the protocol, and logged',
  async (version) => {
    const error = vi.fn();
    const fault = new TypeError('cannot read secret of undefined');
    const tools = [echoTool({ run: () => Promise.reject(fault) })];
    const { client, records } = await connect({ tools, log: { ...silentLogger, error } }, version);
    const answer = client.callTool(hello);
    await expect(answer).rejects.toMatchObject({ code: -32603 });
    await expect(answer).rejects.not.toThrow('secret');
    expect(error).toHaveBeenCalledWith('the tool neovim/echo failed', fault);
    expect(records).toMatchObject([{ outcome: 'fault' }]);
  },
);

test.each(REVISIONS)('%s: a result that does not match its schema is not sent', async (version) => {
  const error = vi.fn();
  const tools = [echoTool({ run: async () => ({ text: 7, private: 'x' }) })];
  const { client } = await connect({ tools, log: { ...silentLogger, error } }, version);
  await expect(client.callTool(hello)).rejects.toMatchObject({
    code: -32603,
    message: expect.not.stringContaining('private'),
  });
  const message =
    'the result of echo does not match its output schema: there is no property "private", only text';
  expect(error).toHaveBeenCalledWith('the tool neovim/echo failed', new Error(message));
});

test('a result is the structured one and the same as text, with what the tool says of it', async () => {
  const annotations = { lastModified: '2026-01-02T03:04:05Z', priority: 0.5 };
  const { client } = await connect({ tools: [echoTool({ annotate: () => annotations })] });
  expect(await client.callTool(hello)).toEqual({
    content: [{ type: 'text', text: '{"text":"hello"}', annotations }],
    structuredContent: { text: 'hello' },
  });
});

test('four mebibytes of a result are sent at most', async () => {
  const text = 'x'.repeat(5 * 1024 * 1024);
  const { client, records } = await connect({ tools: [echoTool({ run: async () => ({ text }) })] });
  const why =
    'the result has 10.0 MiB, and at most 4.0 MiB are sent: ask for less, such as a part of the file';
  expect(await client.callTool(hello)).toEqual(failed(why));
  expect(records).toMatchObject([{ outcome: 'failed', why }]);
});

test('a change whose result is too large was done all the same', async () => {
  const text = 'x'.repeat(5 * 1024 * 1024);
  const { run: _, ...facts } = echoTool();
  const plan = async () => ({ writes: [], result: () => ({ text }) });
  const tool = { ...facts, effect: 'changes', plan } as const;
  const { client } = await connect({ tools: [tool] });
  expect(await client.callTool(hello)).toEqual(
    failed(
      'It was done, do not do it again; but the result has 10.0 MiB, and at most 4.0 MiB are sent',
    ),
  );
});

test('texts for the model hold nothing that a terminal would obey', async () => {
  const run = () => Promise.reject(new ToolFailure('\x1b]0;title\x07red \x1b[31mtext'));
  const { client } = await connect({ tools: [echoTool({ run })] });
  expect(await client.callTool(hello)).toEqual(failed('red text'));
});

test('a call is a card of the editor, with its arguments and what came of it', async () => {
  const tool = echoTool({ inputSchema: { type: 'object' } });
  const { client, session, records } = await connect({ tools: [tool] });
  const input = { text: 'hello', path: 'src/a.ts' };
  await client.callTool({ name: 'echo', arguments: input }).catch(() => {});
  await client.callTool(hello);
  const described = { name: 'neovim/echo', kind: 'read' };
  expect([...session.state.entries]).toMatchObject([
    {
      call: {
        ...described,
        title: 'Echo: src/a.ts',
        rawInput: input,
        locations: [{ path: '/project/src/a.ts' }],
      },
    },
    {
      call: {
        ...described,
        title: 'Echo',
        state: 'output-available',
        content: [{ type: 'content', content: { type: 'text', text: '{"text":"hello"}' } }],
      },
    },
  ]);
  expect(records.at(-1)).toMatchObject({
    ...described,
    outcome: 'completed',
    by: 'table',
    rawInput: { text: 'hello' },
  });
});

test('a call takes no longer than its tool may', async () => {
  const signals: AbortSignal[] = [];
  const tool = echoTool({
    run: (_input, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  const { client, clock, records } = await connect({ tools: [tool] });
  const answer = client.callTool(hello);
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  await clock.run(29_999);
  expect(signals[0]?.aborted).toBe(false);
  await clock.run(1);
  expect(await answer).toEqual(failed('Ended: it took longer than 30000 ms.'));
  expect(signals[0]?.aborted).toBe(true);
  expect(records).toMatchObject([{ outcome: 'ended' }]);
});

test('progress begins the time anew, and no time is up where somebody is asked', async () => {
  let step: () => void = () => {};
  const slow = echoTool({
    timeoutMs: 1000,
    run: (_input, { progress }) => {
      let done = 0;
      step = () => progress(++done);
      return new Promise(() => {});
    },
  });
  const asking = echoTool({ name: 'ask', timeoutMs: null, run: () => new Promise(() => {}) });
  const { client, clock, records } = await connect({ tools: [slow, asking] });
  void client.callTool({ ...hello, name: 'ask' }).catch(() => {});
  const answer = client.callTool(hello);
  await vi.waitFor(() => {
    step();
    expect(records).toEqual([]);
  });
  for (let n = 0; n < 5; n++) {
    await clock.run(999);
    step();
  }
  expect(records).toEqual([]);
  await clock.run(1000);
  expect(await answer).toMatchObject({ isError: true });
  await clock.run(3_600_000);
  expect(records).toHaveLength(1);
});

test('progress is sent to whoever wants it, growing and not too often', async () => {
  const { client, clock } = await connect({
    tools: [
      echoTool({
        run: async (input, { progress }) => {
          progress(1, 10, '\x1b[1mone');
          progress(2, 10, 'too soon');
          await clock.run(100);
          progress(2, 10);
          await clock.run(100);
          progress(1, 10, 'back');
          progress(10, 10, 'all');
          return input;
        },
      }),
    ],
  });
  const steps: unknown[] = [];
  await client.callTool(hello, { onprogress: (step) => void steps.push(step) });
  expect(steps).toEqual([
    { progress: 1, total: 10, message: 'one' },
    { progress: 2, total: 10 },
    { progress: 10, total: 10, message: 'all' },
  ]);
});

test('a call that the agent cancels ends, and has no answer', async () => {
  const signals: AbortSignal[] = [];
  const tool = echoTool({
    run: (_input, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  const { client, records } = await connect({ tools: [tool] });
  const stop = new AbortController();
  const answer = client.callTool(hello, { signal: stop.signal });
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  stop.abort('not needed');
  await expect(answer).rejects.toThrow('not needed');
  await vi.waitFor(() =>
    expect(records).toMatchObject([
      { outcome: 'ended', why: 'Ended: the agent has cancelled it.' },
    ]),
  );
  expect(signals[0]?.aborted).toBe(true);
});

test.each([
  ['is offered no longer', []],
  ['is another one now', [echoTool()]],
])('a call whose tool %s ends', async (_, tools) => {
  const tool = echoTool({ run: () => new Promise(() => {}) });
  const { client, records, session, offer } = await connect({ tools: [tool] });
  const answer = client.callTool(hello);
  await vi.waitFor(() => expect(session.state.entries.length).toBe(1));
  offer([tool, echoTool({ name: 'other' })]);
  await settlePromises();
  expect(records).toEqual([]);
  offer(tools);
  expect(await answer).toEqual(failed('Ended: the editor does not offer this tool any more.'));
  expect(records).toMatchObject([{ outcome: 'ended' }]);
  expect(session.state.entries.at(0)).toMatchObject({
    call: {
      state: 'cancelled',
      cancelReason: 'Ended: the editor does not offer this tool any more.',
    },
  });
});

test('what is in flight when the agent goes ends, too', async () => {
  const tool = echoTool({ run: () => new Promise(() => {}) });
  const { client, records, session } = await connect({ tools: [tool] });
  void client.callTool(hello).catch(() => {});
  await vi.waitFor(() => expect(session.state.entries.length).toBe(1));
  await client.close();
  await vi.waitFor(() => expect(records).toMatchObject([{ outcome: 'ended' }]));
});

test('a hundred calls are in flight at most, and the next is told so', async () => {
  const free: (() => void)[] = [];
  const run = () =>
    new Promise<Record<string, unknown>>((done) => free.push(() => done({ text: '' })));
  const { client, records } = await connect({ tools: [echoTool({ run })] });
  const answers = Array.from({ length: 100 }, () => client.callTool(hello));
  await vi.waitFor(() => expect(free).toHaveLength(100));
  expect(await client.callTool(hello)).toEqual(
    failed('Not called: there are 100 calls in flight already: wait for some of them to end.'),
  );
  expect(records).toMatchObject([{ outcome: 'refused' }]);
  for (const one of free) one();
  expect(await Promise.all(answers)).toHaveLength(100);
  await settlePromises();
  expect(records).toHaveLength(101);
});
