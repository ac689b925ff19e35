import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/model/event';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState, type ToolEntry } from '../../../src/model/state';
import { toolCallSnapshot } from '../../../src/model/tool-snapshot';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';

/** The editor's own calls, and what agents report of the same. */
const OWN = 'editor-1';
const input = { path: 'a.ts', line: 3 };
const own = {
  sessionUpdate: 'tool_call',
  toolCallId: OWN,
  title: 'Read buffer: a.ts',
  name: 'neovim/read_buffer',
  kind: 'read',
  status: 'in_progress',
  rawInput: input,
} as const;
const ended = { sessionUpdate: 'tool_call_update', toolCallId: OWN, status: 'completed' } as const;

function reported(more: Partial<Extract<SessionUpdate, { sessionUpdate: 'tool_call' }>> = {}) {
  const title = 'mcp__neovim__read_buffer';
  return { sessionUpdate: 'tool_call', toolCallId: 'x', title, rawInput: input, ...more } as const;
}

function after(...events: readonly (SessionUpdate | SessionEvent)[]): SessionState {
  const start = reduce(newSession('agent', '/project'), { type: 'prompted', content: [] });
  return events.reduce<SessionState>(
    (state, event) =>
      reduce(state, 'sessionUpdate' in event ? { type: 'update', update: event } : event),
    start,
  );
}

function cards({ entries }: SessionState) {
  return [...entries]
    .filter((entry): entry is ToolEntry => entry.kind === 'tool')
    .map(({ call }) => {
      const { title, state } = call;
      return { title, state, executor: toolCallSnapshot(call).executor };
    });
}

const ONE_CARD = [{ title: own.title, state: 'running', executor: 'editor' }];

test('a call that the agent has reported before is one card with ours', () => {
  expect(cards(after(reported(), own))).toEqual(ONE_CARD);
});

test('and so is one that it reports when ours has begun, or has ended', () => {
  expect(cards(after(own, reported()))).toEqual(ONE_CARD);
  const done = [{ ...ONE_CARD[0], state: 'output-available' }];
  expect(cards(after(own, ended, reported({ status: 'completed' })))).toEqual(done);
});

test('what comes of it is what the editor says, whatever the agent reports', () => {
  const says = { sessionUpdate: 'tool_call_update', toolCallId: 'x', status: 'failed' } as const;
  const more = { title: 'harmless', content: [], rawInput: {}, kind: 'edit' } as const;
  expect(cards(after(own, reported(), { ...says, ...more }))).toEqual(ONE_CARD);
  expect(cards(after(reported(), own, { ...says, ...more }))).toEqual(ONE_CARD);
  const done = [{ ...ONE_CARD[0], state: 'output-available' }];
  expect(cards(after(reported(), own, says, ended))).toEqual(done);
});

test('what the agent says about it in _meta is kept', () => {
  const state = after(own, reported({ _meta: { claude: { parent: 7 } } }));
  const [entry] = [...state.entries].filter((one) => one.kind === 'tool');
  expect(entry?.call.meta).toEqual({ claude: { parent: 7 } });
});

test('an agent may say first which tool it is, and only later with which arguments', () => {
  expect(cards(after(reported({ rawInput: {} }), own))).toEqual(ONE_CARD);
});

test.each([
  'mcp__neovim__read_buffer',
  'neovim__read_buffer',
  'neovim_read_buffer',
  'neovim/read_buffer',
  'neovim.read_buffer',
  'mcp.neovim.read_buffer',
  'Tool: neovim/read_buffer',
  'read_buffer (neovim MCP Server)',
  'read_buffer (neovim MCP Server): {"path":"a.ts","line":3}',
])('agents call it %s', (title) => {
  expect(cards(after(reported({ title }), own))).toHaveLength(1);
  expect(cards(after(own, reported({ title })))).toHaveLength(1);
});

test('the name may be a field, in _meta, or in the input', () => {
  const field = { title: 'Reading', name: 'mcp__neovim__read_buffer' };
  expect(cards(after(own, reported(field)))).toHaveLength(1);
  const named = { title: 'Read', _meta: { claudeCode: { toolName: 'mcp__neovim__read_buffer' } } };
  expect(cards(after(reported(named), own))).toHaveLength(1);
  expect(cards(after(own, reported(named)))).toHaveLength(1);
  const rawInput = { server: 'neovim', tool: 'read_buffer', arguments: input };
  expect(cards(after(reported({ title: 'MCP call', rawInput }), own))).toHaveLength(1);
});

test('other calls stay cards of their own', () => {
  const others = [
    reported({ title: 'mcp__other__read_buffer' }),
    reported({ title: 'mcp__neovim__edit_buffer' }),
    reported({ title: 'read_buffer' }),
    reported({ rawInput: { ...input, line: 4 } }),
  ];
  for (const other of others) {
    expect(cards(after(other, own))).toHaveLength(2);
    expect(cards(after(own, other))).toHaveLength(2);
  }
});

test('each report is joined with one call, the oldest first', () => {
  const second = { ...own, toolCallId: 'editor-2' };
  const again = reported({ toolCallId: 'y' });
  expect(cards(after(reported(), again, own, second))).toHaveLength(2);
  expect(cards(after(own, second, reported(), again))).toHaveLength(2);
  expect(cards(after(own, reported(), second, again))).toHaveLength(2);
  expect(cards(after(own, reported(), again))).toHaveLength(2);
});

test('a call that still waits for an answer has not begun: ours is another one', () => {
  const asked = { type: 'asked', id: 'q', toolCall: reported(), options: [] } as const;
  expect(cards(after(asked, own))).toHaveLength(2);
});

test('a question that the agent asks about a joined call is shown as it says it', () => {
  const toolCall = { toolCallId: 'x', title: 'Something else', rawInput: { command: 'rm' } };
  const state = after(own, reported(), { type: 'asked', id: 'q', toolCall, options: [] });
  expect(state.permissions).toMatchObject([toolCall]);
  expect(cards(state).map(({ title }) => title)).toEqual([own.title, 'Something else']);
});

test('in a later turn the id is that of another call', () => {
  const prompted = { type: 'prompted', content: [] } as const;
  const state = after(own, reported(), ended, prompted, reported({ title: 'Other' }));
  expect(cards(state).map(({ title }) => title)).toEqual([own.title, 'Other']);
});

test('a question of ours about the call is a question about its card', () => {
  const options = [{ optionId: 'no', name: 'No', kind: 'reject_once' }] as const;
  const state = after(reported(), own, { type: 'asked', id: 'q', toolCall: own, options });
  expect(cards(state)).toEqual([{ ...ONE_CARD[0], state: 'approval-requested' }]);
  expect(state.permissions).toMatchObject([{ toolCallId: OWN, title: own.title }]);
});
