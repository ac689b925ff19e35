import { expect, test, vi } from 'vitest';
import type { ChangingTool, FileWrite, Plan } from '../../../src/mcp/tool';
import type { EditorAccess } from '../../../src/mcp/tool-session';
import type { Ruling } from '../../../src/model/operations';
import type { PermissionRequest } from '../../../src/model/state';
import { AcpError } from '../../../src/protocol/errors';
import type { DocumentScope, WriteOrigin } from '../../../src/session/ports';
import type { Session } from '../../../src/session/session';
import { connectMcp, echoTool, type McpOptions } from '../../support/mcp';
import { testSession } from '../../support/session';

const input = { path: 'a.ts', text: 'new' };
const NEW: FileWrite = { path: '/project/a.ts', text: 'new', from: 'old' };
const edit = { name: 'edit', arguments: input };

function editTool(plan: Partial<Plan> = {}, more: Partial<ChangingTool> = {}): ChangingTool {
  return {
    name: 'edit',
    title: 'Edit',
    description: 'Changes a file.',
    effect: 'changes',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object' },
    plan: async () => ({ writes: [NEW], result: () => ({ done: true }), ...plan }),
    ...more,
  };
}

interface Written {
  readonly path: string;
  readonly text: string;
  readonly origin: WriteOrigin | undefined;
  /** What the user has made of it. */
  readonly edited: string | undefined;
}

/** Documents that ask for every write as the real ones do, and write nothing. */
function fakeDocuments(where: 'inside' | 'outside' = 'inside') {
  const written: Written[] = [];
  const documents: EditorAccess['documents'] = {
    read: () => Promise.reject(AcpError.internal('not read')),
    preview: async (_scope, _path, after) => ({ before: 'old', after, removed: [], added: [] }),
    write: async (scope: DocumentScope, path, text, signal, origin) => {
      if (where === 'outside') {
        const question = { kind: 'write', path, folder: '/elsewhere' } as const;
        if ((await scope.askOutside?.(question, signal)) !== 'once')
          throw AcpError.internal(`cannot write ${path}`);
      }
      const edited = await scope.approve?.(path, signal);
      edited?.settled();
      written.push({ path, text, origin, edited: edited?.text });
    },
  };
  return { written, documents };
}

interface Wish extends McpOptions {
  readonly judge?: (operation: PermissionRequest) => Ruling | undefined;
  readonly policy?: Parameters<typeof testSession>[0] extends infer O
    ? O extends { policy?: infer P }
      ? P
      : never
    : never;
  readonly where?: 'inside' | 'outside';
}

async function connect({ judge, policy, where, editor, ...options }: Wish = {}) {
  const session = testSession({ ...(judge ? { judge } : {}), ...(policy ? { policy } : {}) });
  const { written, documents } = fakeDocuments(where);
  const reach = async (_session: unknown, path: string) => ({
    path,
    isOutside: where === 'outside',
  });
  const tools = options.tools ?? [editTool()];
  const desk = await connectMcp({
    ...options,
    session,
    tools,
    editor: { documents, reach, ...editor },
  });
  return { ...desk, written };
}

async function question(session: Session): Promise<PermissionRequest> {
  return vi.waitFor(() => {
    const [request] = session.state.permissions;
    if (!request) throw new Error('nothing is asked');
    return request;
  });
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text;

test('what changes a file is asked about, with all arguments and what would change', async () => {
  const { client, session, written, records } = await connect();
  const answer = client.callTool(edit);
  const request = await question(session);
  expect(request).toMatchObject({
    name: 'neovim/edit',
    title: 'Edit: a.ts',
    kind: 'edit',
    rawInput: input,
    locations: [{ path: '/project/a.ts' }],
    content: [{ type: 'diff', path: '/project/a.ts', oldText: 'old', newText: 'new' }],
    options: [
      { kind: 'allow_once' },
      { kind: 'allow_always', name: 'Allow edit for this session' },
      { kind: 'reject_once' },
    ],
  });
  expect(written).toEqual([]);
  session.answer(request.id, 'once');
  expect(await answer).toMatchObject({ structuredContent: { done: true } });
  const origin = { toolCallId: request.toolCallId, from: 'old' };
  expect(written).toEqual([{ path: '/project/a.ts', text: 'new', origin, edited: undefined }]);
  expect(session.state.entries.length).toBe(1);
  expect(records).toMatchObject([{ outcome: 'completed', by: 'user' }]);
});

test('a denial is told to the model, with the reason of the user', async () => {
  const { client, session, written, records } = await connect();
  const answer = client.callTool(edit);
  const { id } = await question(session);
  session.answer(id, 'no', 'use tabs');
  const result = await answer;
  expect(result).toMatchObject({ isError: true });
  expect(textOf(result)).toBe(
    'The user was asked and did not allow this and said: use tabs. Do not try it in another way; ask the user what to do instead.',
  );
  expect(written).toEqual([]);
  expect(records).toMatchObject([{ outcome: 'denied', by: 'user' }]);
  expect(session.state.entries.at(0)).toMatchObject({ call: { state: 'output-denied' } });
});

test('a rule answers in the place of the user', async () => {
  const asked: PermissionRequest[] = [];
  const allows = await connect({
    policy: (request) => {
      asked.push(request);
      return { optionId: 'once', by: 'rule', why: 'allow tool=neovim/edit' };
    },
  });
  expect(await allows.client.callTool(edit)).not.toHaveProperty('isError');
  expect(asked).toMatchObject([{ name: 'neovim/edit', rawInput: input }]);
  expect(allows.records).toMatchObject([{ outcome: 'completed', by: 'rule' }]);
  const denies = await connect({
    policy: () => ({ optionId: 'no', by: 'rule', why: 'deny path=a.ts' }),
  });
  expect(textOf(await denies.client.callTool(edit))).toBe(
    "The user's rules deny this (deny path=a.ts).",
  );
  expect(denies.written).toEqual([]);
});

test('what a rule denies is not even planned', async () => {
  const plan = vi.fn();
  const judge = () => ({ effect: 'deny', why: 'deny tool=neovim/*' }) as const;
  const { client, session, records } = await connect({ tools: [editTool({}, { plan })], judge });
  expect(textOf(await client.callTool(edit))).toBe(
    "The user's rules deny this (deny tool=neovim/*).",
  );
  expect(plan).not.toHaveBeenCalled();
  expect(session.state.permissions).toEqual([]);
  expect(records).toMatchObject([{ outcome: 'denied', by: 'rule' }]);
});

test('nor is a file written that a rule denies, which only the plan names', async () => {
  const judge = ({ content }: PermissionRequest) =>
    content.length > 0 ? ({ effect: 'deny', why: 'deny path=a.ts' } as const) : undefined;
  const { client, session, written } = await connect({ judge });
  expect(await client.callTool(edit)).toMatchObject({ isError: true });
  expect(session.state.permissions).toEqual([]);
  expect(written).toEqual([]);
});

test('a plan that changes nothing asks nobody', async () => {
  const { client, session } = await connect({ tools: [editTool({ writes: [] })] });
  expect(await client.callTool(edit)).not.toHaveProperty('isError');
  expect(session.state.permissions).toEqual([]);
});

test('what is done besides writes is asked about, too, and done after them', async () => {
  const order: string[] = [];
  const apply = async (): Promise<void> => void order.push('applied');
  const { client, session, written } = await connect({ tools: [editTool({ writes: [], apply })] });
  const answer = client.callTool(edit);
  const { id } = await question(session);
  expect(order).toEqual([]);
  session.answer(id, 'once');
  await answer;
  expect(order).toEqual(['applied']);
  expect(written).toEqual([]);
});

test('reading is allowed by our own table, unless a rule wants the user asked', async () => {
  const free = await connect({ tools: [echoTool()] });
  await free.client.callTool({ name: 'echo', arguments: { text: 'a' } });
  expect(free.session.state.permissions).toEqual([]);
  const judge = () => ({ effect: 'ask', why: 'ask tool=neovim/echo' }) as const;
  const asking = await connect({ tools: [echoTool()], judge });
  const answer = asking.client.callTool({ name: 'echo', arguments: { text: 'a' } });
  const { id } = await question(asking.session);
  asking.session.answer(id, 'no');
  expect(await answer).toMatchObject({ isError: true });
});

test('what its annotations say of a registered tool lowers no question', async () => {
  const run = vi.fn(async () => ({ structured: {} }));
  const { client, session } = await connect({
    tools: [
      {
        name: 'mine',
        title: 'Mine',
        description: 'Does what it wants.',
        effect: 'unknown',
        inputSchema: { type: 'object' },
        annotations: { readOnlyHint: true, destructiveHint: false },
        run,
      },
    ],
  });
  const answer = client.callTool({ name: 'mine', arguments: { a: 1 } });
  const request = await question(session);
  expect(request).toMatchObject({ name: 'neovim/mine', kind: 'other', rawInput: { a: 1 } });
  expect(run).not.toHaveBeenCalled();
  session.answer(request.id, 'once');
  await answer;
  expect(run).toHaveBeenCalled();
});

test('the user may allow a tool for the session', async () => {
  const { client, session, written, records } = await connect();
  const answer = client.callTool(edit);
  session.answer((await question(session)).id, 'session');
  await answer;
  await client.callTool({ name: 'edit', arguments: { path: 'b.ts' } });
  expect(written).toHaveLength(2);
  expect(records.map(({ by }) => by)).toEqual(['user', 'earlier']);
});

/** The agent asks over ACP, and the user allows it. */
async function asksItself(session: Session, toolCall: { title: string; rawInput?: unknown }) {
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
  const asking = session.ask(
    { sessionId: 's', toolCall: { toolCallId: 'x', ...toolCall }, options },
    new AbortController().signal,
  );
  session.answer((await question(session)).id, 'yes');
  await asking;
}

test.each([
  { title: 'mcp__neovim__edit', rawInput: input },
  { title: 'MCP', rawInput: { server: 'neovim', tool: 'edit', arguments: input } },
  { title: `edit (neovim MCP Server): ${JSON.stringify(input)}` },
])('what the agent has asked as %j is not asked twice', async (toolCall) => {
  const { client, session, written, records } = await connect();
  await asksItself(session, toolCall);
  await client.callTool(edit);
  expect(written).toHaveLength(1);
  expect(records).toMatchObject([{ by: 'earlier' }]);
  expect(session.state.entries.length).toBe(1);
  // It was one question, for one call.
  const again = client.callTool(edit);
  session.answer((await question(session)).id, 'no');
  expect(await again).toMatchObject({ isError: true });
});

test.each([
  { title: 'mcp__neovim__edit', rawInput: { ...input, text: 'other' } },
  { title: 'mcp__neovim__edit' },
  { title: 'mcp__other__edit', rawInput: input },
  { title: 'edit', rawInput: input },
  { title: 'Read mcp__neovim__edit', rawInput: input },
  { title: 'mcp__neovim__echo', rawInput: input },
])('but %j was another question', async (toolCall) => {
  const { client, session, written } = await connect();
  await asksItself(session, toolCall);
  const answer = client.callTool(edit);
  session.answer((await question(session)).id, 'no');
  await answer;
  expect(written).toEqual([]);
});

test('nor does an answer of a rule count, which knows only what kind of call the agent says it is', async () => {
  const { client, session, written } = await connect({
    policy: ({ kind }) =>
      kind === 'read' ? { optionId: 'yes', by: 'rule', why: 'allow kind=read' } : undefined,
  });
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
  const toolCall = {
    toolCallId: 'x',
    title: 'mcp__neovim__edit',
    kind: 'read',
    rawInput: input,
  } as const;
  await session.ask({ sessionId: 's', toolCall, options }, new AbortController().signal);
  const answer = client.callTool(edit);
  session.answer((await question(session)).id, 'no');
  expect(await answer).toMatchObject({ isError: true });
  expect(written).toEqual([]);
});

test('what the agent has asked is asked again where it goes outside of the folders', async () => {
  const { client, session, written } = await connect({ where: 'outside' });
  await asksItself(session, { title: 'mcp__neovim__edit', rawInput: input });
  const answer = client.callTool(edit);
  const { id, title } = await question(session);
  expect(title).toBe('Edit: a.ts (outside the project: /project/a.ts)');
  session.answer(id, 'once');
  await answer;
  expect(written).toHaveLength(1);
});

test('and where a rule wants the user asked about a file that the agent did not name', async () => {
  const judge = ({ content }: PermissionRequest) =>
    content.length > 0 ? ({ effect: 'ask', why: 'ask path=a.ts' } as const) : undefined;
  const { client, session } = await connect({ judge });
  await asksItself(session, { title: 'mcp__neovim__edit', rawInput: input });
  const answer = client.callTool(edit);
  session.answer((await question(session)).id, 'no');
  expect(await answer).toMatchObject({ isError: true });
});

test('a file that no agent may write is not asked about', async () => {
  const reach = () =>
    Promise.reject(AcpError.internal('the user keeps agents off files like this'));
  const { client, session } = await connect({ editor: { reach } });
  expect(textOf(await client.callTool(edit))).toBe('the user keeps agents off files like this');
  expect(session.state.permissions).toEqual([]);
});

test('the user may change what is written before agreeing', async () => {
  const { client, session, written } = await connect();
  const answer = client.callTool(edit);
  const { id, toolCallId } = await question(session);
  const proposed = session.consents.proposed.askedBy(toolCallId);
  expect(proposed).toEqual({ path: '/project/a.ts', before: 'old', after: 'new' });
  if (proposed) {
    session.consents.proposed.accept({ ...proposed, text: 'newer', settled: () => {} });
  }
  session.answer(id, 'once');
  await answer;
  expect(written).toMatchObject([{ edited: 'newer' }]);
});

test('of several files that are written, those are named that were and were not', async () => {
  const writes = ['a', 'b', 'c'].map((name) => ({ path: `/project/${name}`, text: name }));
  const { documents } = fakeDocuments();
  const write: typeof documents.write = async (...args) => {
    if (args[1] === '/project/b') throw AcpError.internal('the disk is full');
    return documents.write(...args);
  };
  const { client, session } = await connect({
    tools: [editTool({ writes })],
    editor: { documents: { ...documents, write } },
  });
  const answer = client.callTool(edit);
  session.answer((await question(session)).id, 'once');
  expect(textOf(await answer)).toBe(
    'Written: /project/a. Not written: /project/b, /project/c, because: the disk is full',
  );
});

test('while the user is asked no time passes for the tool', async () => {
  const { client, session, clock } = await connect();
  const answer = client.callTool(edit);
  const { id } = await question(session);
  await clock.run(3_600_000);
  session.answer(id, 'once');
  expect(await answer).not.toHaveProperty('isError');
});

test('a call whose turn is cancelled ends, and writes nothing', async () => {
  const { client, session, written, records } = await connect();
  session.open({ sessionId: 's' }, fakeLink(), []);
  session.prompt([{ type: 'text', text: 'go' }]).catch(() => {});
  const answer = client.callTool(edit);
  await question(session);
  session.cancel();
  expect(await answer).toMatchObject({ isError: true });
  expect(written).toEqual([]);
  expect(records).toMatchObject([{ outcome: 'ended' }]);
  expect(session.state.permissions).toEqual([]);
});

/** An agent that never answers. */
function fakeLink() {
  return {
    prompt: () => new Promise<never>(() => {}),
    cancel: () => {},
    setMode: async () => {},
    setModel: async () => {},
    setConfig: async () => [],
    close: () => {},
  };
}

test('what the user has agreed to is written to no other file', async () => {
  const reach = async () => ({ path: '/project/earlier/a.ts', isOutside: false });
  const { client, session, written } = await connect({ editor: { reach } });
  const answer = client.callTool(edit);
  session.answer((await question(session)).id, 'once');
  expect(textOf(await answer)).toContain('/project/a.ts leads elsewhere now');
  expect(written).toEqual([]);
});
