import { expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/model/event';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState } from '../../../src/model/state';
import { permissionSnapshot, snapshot } from '../../../src/model/state-snapshot';
import { toolCallSnapshot } from '../../../src/model/tool-snapshot';

const LINK = { type: 'resource_link', name: 'a', uri: 'file:///a' } as const;
const PLAN = [{ content: 'one', priority: 'high', status: 'pending' }] as const;
const CALL = {
  toolCallId: 't',
  name: 'write',
  title: 'Write a',
  kind: 'edit',
  status: 'completed',
  content: [{ type: 'terminal', terminalId: 'x' }],
  locations: [{ path: '/p/a', line: 3 }],
  rawInput: { path: 'a' },
  rawOutput: { written: 1 },
} as const;
const OPTION = { optionId: 'yes', name: 'Yes', kind: 'allow_once' } as const;

const EVENTS: readonly SessionEvent[] = [
  {
    type: 'opened',
    id: 's',
    modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] },
    configOptions: [{ type: 'boolean', id: 'fast', name: 'Fast', currentValue: true }],
  },
  { type: 'prompted', content: [{ type: 'text', text: 'read ' }, LINK] },
  { type: 'noticed', level: 'warn', text: 'slow', detail: 'very' },
  { type: 'queued', id: 'q', content: [{ type: 'text', text: 'then' }, LINK] },
  {
    type: 'update',
    update: {
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        { name: 'web', description: 'Search', input: { hint: 'words' } },
        { name: 'help', description: 'Help' },
      ],
    },
  },
  { type: 'update', update: { sessionUpdate: 'plan', entries: [...PLAN] } },
  { type: 'update', update: { sessionUpdate: 'tool_call', ...CALL } as never },
  { type: 'update', update: { sessionUpdate: 'usage_update', used: 5, size: 10 } },
  { type: 'asked', id: 'p', toolCall: { toolCallId: 'u', title: 'Run' }, options: [OPTION] },
];

const state = EVENTS.reduce<SessionState>(reduce, {
  ...newSession('scripted', '/p'),
  title: 'Title',
});

it('the snapshot of a session has all that the Lua API promises', () => {
  const { toolCallId: _, ...reported } = CALL;
  expect(snapshot(state)).toEqual({
    id: 's',
    agent: 'scripted',
    title: 'Title',
    cwd: '/p',
    turn: { phase: 'running' },
    entries: [
      { kind: 'user', text: 'read [resource_link]' },
      { kind: 'notice', level: 'warn', text: 'slow', detail: 'very' },
      { kind: 'tool', toolCallId: 't' },
      { kind: 'tool', toolCallId: 'u' },
    ],
    tools: {
      t: {
        ...reported,
        toolCallId: 't',
        state: 'output-available',
        dynamic: true,
        executor: 'agent',
        input: CALL.rawInput,
        output: CALL.rawOutput,
      },
      u: {
        toolCallId: 'u',
        dynamic: true,
        executor: 'agent',
        approval: { id: 'p', options: [OPTION] },
        title: 'Run',
        kind: 'other',
        status: 'pending',
        state: 'approval-requested',
        content: [],
        locations: [],
      },
    },
    plan: PLAN,
    commands: [
      { name: 'web', description: 'Search', hint: 'words' },
      { name: 'help', description: 'Help' },
    ],
    config: [{ type: 'boolean', id: 'fast', name: 'Fast', currentValue: true }],
    modes: { current: 'ask', available: [{ id: 'ask', name: 'Ask' }] },
    usage: { used: 5, size: 10 },
    queue: [{ id: 'q', text: 'then[resource_link]' }],
    queuePaused: false,
    permissions: [
      { id: 'p', session: 's', toolCallId: 'u', title: 'Run', kind: 'other', options: [OPTION] },
    ],
  });
});

it('what a session does not know is absent from its snapshot', () => {
  const { modes, usage, title } = snapshot(newSession('scripted', '/p'));
  expect([modes, usage, title]).toEqual([undefined, undefined, undefined]);
});

it('the snapshot of a permission option leaves out what the agent adds to it', () => {
  const [request] = state.permissions;
  if (!request) throw new Error('nothing is asked');
  const options = [{ ...OPTION, _meta: { secret: 1 } }];
  expect(permissionSnapshot('s', { ...request, options }).options).toEqual([OPTION]);
});

it('the snapshot of a tool call has its input and output', () => {
  const entry = state.entries.findLast((one) => one.kind === 'tool' && one.call.toolCallId === 't');
  if (entry?.kind !== 'tool') throw new Error('no tool call');
  const { rawInput: input, rawOutput: output, ...reported } = CALL;
  expect(toolCallSnapshot(entry.call)).toEqual({
    ...reported,
    state: 'output-available',
    dynamic: true,
    executor: 'agent',
    input,
    output,
  });
});
