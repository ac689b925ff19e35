import { expect, test, vi } from 'vitest';
import { WAITS_FOR_KEY } from '../../../src/mcp/key-watch';
import type { ChangingTool, OfferedTool, RegisteredTool } from '../../../src/mcp/tool';
import type { EditorAccess } from '../../../src/mcp/tool-session';
import { unlessAborted } from '../../../src/protocol/abort';
import { connectMcp, echoTool, fakeEditor, type McpOptions } from '../../support/mcp';
import { testSession } from '../../support/session';

const never = (): Promise<never> => new Promise(() => {});
const hello = { name: 'echo', arguments: { text: 'hello' } };
const failed = (text: string) => ({ content: [{ type: 'text', text }], isError: true });

/** A call of a tool that does not answer, in an editor that may wait for a key. */
async function calling(tool: OfferedTool, options: McpOptions = {}) {
  const editor = { isWaiting: false };
  const probe = vi.fn(async () => ({ blocking: editor.isWaiting }));
  const mcp = await connectMcp({ tools: [tool], probe, ...options });
  const answer = mcp.client.callTool({ ...hello, name: tool.name });
  let isOver = false;
  void answer.then(() => {
    isOver = true;
  });
  return { ...mcp, editor, probe, answer, isOver: () => isOver };
}

test('a call that cannot go on before a key is pressed says so', async () => {
  const run = vi.fn(never);
  const { answer, editor, clock, records } = await calling(echoTool({ run }));
  await vi.waitFor(() => expect(run).toHaveBeenCalled());
  editor.isWaiting = true;
  await clock.run(4000);
  expect(await answer).toEqual(failed(`Ended: ${WAITS_FOR_KEY}.`));
  expect(records).toMatchObject([{ outcome: 'ended' }]);
});

test('somebody who presses a key now and then holds up nothing', async () => {
  const run = vi.fn(never);
  const { editor, clock, isOver } = await calling(echoTool({ run }));
  await vi.waitFor(() => expect(run).toHaveBeenCalled());
  for (let n = 0; n < 4; n++) {
    editor.isWaiting = true;
    await clock.run(2000);
    editor.isWaiting = false;
    await clock.run(1000);
  }
  expect(isOver()).toBe(false);
});

test('nobody looks when no call is under way', async () => {
  const { client, clock, probe } = await calling(echoTool());
  await client.callTool(hello);
  probe.mockClear();
  await clock.run(10_000);
  expect(probe).not.toHaveBeenCalled();
});

test('a question to the user is not given up for it', async () => {
  const tool = echoTool({
    timeoutMs: null,
    run: async (_input, { elicit }) => {
      await elicit('?', { type: 'object', properties: {} });
      return { text: 'x' };
    },
  });
  const session = testSession();
  const { editor, clock, isOver } = await calling(tool, { session });
  await vi.waitFor(() => expect(session.state.elicitations).toHaveLength(1));
  editor.isWaiting = true;
  await clock.run(60_000);
  expect(isOver()).toBe(false);
});

test('a handler of the user may ask for a key itself, and has its time for that', async () => {
  const run = vi.fn(never);
  const { name, title, description, inputSchema } = echoTool();
  const mine: RegisteredTool = { name, title, description, inputSchema, effect: 'unknown', run };
  const policy = () => ({ optionId: 'once', by: 'rule', why: 'allowed' }) as const;
  const { answer, editor, clock, isOver } = await calling(mine, {
    session: testSession({ policy }),
  });
  await vi.waitFor(() => expect(run).toHaveBeenCalled());
  editor.isWaiting = true;
  await clock.run(29_000);
  expect(isOver()).toBe(false);
  await clock.run(1000);
  expect(await answer).toEqual(failed(`Ended: it took longer than 30000 ms: ${WAITS_FOR_KEY}.`));
});

/** A tool that writes, and documents that do so as a test says. */
async function writing(write: EditorAccess['documents']['write']) {
  const tool: ChangingTool = {
    ...echoTool(),
    effect: 'changes',
    plan: async () => ({
      writes: [{ path: '/project/a', text: 'x' }],
      result: () => ({ text: 'x' }),
    }),
  };
  const policy = () => ({ optionId: 'once', by: 'rule', why: 'allowed' }) as const;
  const began = vi.fn(write);
  const documents = { ...fakeEditor().documents, write: began };
  const call = await calling(tool, { session: testSession({ policy }), editor: { documents } });
  await vi.waitFor(() => expect(began).toHaveBeenCalled());
  return call;
}

test('where a write may have begun, nobody says that nothing was done', async () => {
  const { answer, editor, clock } = await writing(never);
  editor.isWaiting = true;
  await clock.run(4000);
  expect(await answer).toMatchObject(
    failed(
      `It is not known whether this was done, or will be yet: ${WAITS_FOR_KEY}. Look at the file before you do it again.`,
    ),
  );
});

test('a write that has waited for the user in vain was not done', async () => {
  const { answer, clock } = await writing((_scope, _path, _text, signal) =>
    unlessAborted(never(), signal),
  );
  await clock.run(30_000);
  expect(await answer).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^Not written: it took longer than 30000 ms\. /) }],
  });
});
