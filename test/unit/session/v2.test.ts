import { expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/model/event';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState } from '../../../src/model/state';
import { CodecV2, type UpdateV2 } from '../../support/v2';

const text = (value: string) => ({ type: 'text', text: value });
const output = (value: string) => ({ type: 'content', content: text(value) });
const base64 = (value: string): string => Buffer.from(value).toString('base64');

const OPTIONS = [{ optionId: 'once', name: 'Allow once', kind: 'allow_once' }] as const;
const PLAN = ['completed', 'pending'].map((status) => ({
  content: `a step that is ${status}`,
  priority: 'medium',
  status,
}));
const CALL = { toolCallId: 't', title: 'Run the tests', kind: 'execute', status: 'pending' };
const USAGE = { sessionUpdate: 'usage_update', used: 10, size: 100 };
const INFO = { sessionUpdate: 'session_info_update', title: 'Tests' };
const EXIT = { exitCode: 0, signal: null };

const prompted: SessionEvent = { type: 'prompted', content: [{ type: 'text', text: 'test it' }] };

/** The user's answer to the one open question. */
function answered(state: SessionState): SessionEvent {
  const request = state.permissions[0];
  if (!request) throw new Error('nothing is asked');
  const outcome = { outcome: 'selected', optionId: 'once' } as const;
  return { type: 'answered', id: request.id, outcome, by: 'user', request };
}

type Step = SessionEvent | ((state: SessionState) => SessionEvent);

function play(steps: readonly Step[]): SessionState {
  return steps.reduce<SessionState>(
    (state, step) => reduce(state, typeof step === 'function' ? step(state) : step),
    newSession('scripted', '/project'),
  );
}

function inVersion1(): SessionState {
  const update = (fields: object): SessionEvent => ({ type: 'update', update: fields as never });
  const say = (kind: string, value: string): SessionEvent =>
    update({ sessionUpdate: `agent_${kind}_chunk`, content: text(value) });
  const patch = (fields: object): SessionEvent =>
    update({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields });
  return play([
    prompted,
    say('thought', 'Let me '),
    say('thought', 'see.'),
    say('message', 'I run '),
    say('message', 'the tests.'),
    update({ sessionUpdate: 'plan', entries: PLAN.slice(1) }),
    update({ sessionUpdate: 'tool_call', ...CALL }),
    patch({ rawInput: { command: 'npm test' } }),
    { type: 'asked', id: 'p', toolCall: { toolCallId: 't' }, options: OPTIONS },
    answered,
    patch({ status: 'in_progress', content: [{ type: 'terminal', terminalId: 'x' }] }),
    { type: 'terminal', id: 'x', now: { output: 'all' } },
    { type: 'terminal', id: 'x', now: { output: 'all green' } },
    { type: 'terminal', id: 'x', now: { output: 'all green', exitStatus: EXIT } },
    patch({ content: [{ type: 'terminal', terminalId: 'x' }, output('1 passed')] }),
    patch({ status: 'completed', rawOutput: { passed: 1 } }),
    update({ sessionUpdate: 'plan', entries: PLAN }),
    say('message', 'Done.'),
    update(USAGE),
    update(INFO),
    { type: 'turnEnded', stopReason: 'end_turn' },
  ]);
}

function inVersion2(): SessionState {
  const codec = new CodecV2();
  const message = (kind: string, messageId: string, content: unknown): UpdateV2 => ({
    sessionUpdate: kind,
    messageId,
    content,
  });
  const call = (fields: object): UpdateV2 => ({
    sessionUpdate: 'tool_call_update',
    toolCallId: 't',
    ...fields,
  });
  const plan = (entries: unknown): UpdateV2 => ({
    sessionUpdate: 'plan_update',
    plan: { type: 'items', planId: 'main', entries },
  });
  const turn = (state: string, fields: object = {}): UpdateV2 => ({
    sessionUpdate: 'state_update',
    state,
    ...fields,
  });
  const terminal = (kind: string, fields: object): UpdateV2 => ({
    sessionUpdate: kind,
    terminalId: 'x',
    ...fields,
  });
  const events = (...updates: UpdateV2[]): SessionEvent[] =>
    updates.flatMap((one) => codec.events(one));
  return play([
    prompted,
    ...events(
      turn('running'),
      // The prompt comes back with an id; it is on screen already.
      message('user_message', 'u1', [text('test it')]),
      message('agent_thought_chunk', 'm1', text('Let me ')),
      message('agent_thought', 'm1', [text('Let me see.')]),
      message('agent_message', 'm2', [text('I run the ')]),
      message('agent_message_chunk', 'm2', text('tests.')),
      message('agent_message', 'm2', [text('I run the tests.')]),
      message('agent_message', 'm2', undefined),
      plan(PLAN.slice(1)),
      call(CALL),
      call({ rawInput: { command: 'npm test' } }),
      turn('requires_action'),
    ),
    codec.asked('p', {
      title: 'Run the tests?',
      subject: { type: 'tool_call', toolCall: { toolCallId: 't' } },
      options: OPTIONS,
    }),
    answered,
    ...events(
      turn('running'),
      call({ status: 'in_progress', content: [{ type: 'terminal', terminalId: 'x' }] }),
      terminal('terminal_update', { command: 'npm test' }),
      terminal('terminal_output_chunk', { data: base64('all') }),
      terminal('terminal_output_chunk', { data: base64(' green') }),
      terminal('terminal_update', { exitStatus: EXIT }),
      { sessionUpdate: 'tool_call_content_chunk', toolCallId: 't', content: output('1 passed') },
      call({ status: 'completed', rawOutput: { passed: 1 } }),
      plan(PLAN),
      message('agent_message', 'm3', [text('Done.')]),
      USAGE,
      INFO,
      turn('idle', { stopReason: 'end_turn' }),
    ),
  ]);
}

/** Ids of entries and messages differ by nature; all else must not. */
function withoutIds(state: SessionState): unknown {
  return {
    ...state,
    entries: state.entries.map((entry) => ({ ...entry, id: '', messageId: '' })),
  };
}

it('the same conversation in version 2 of the protocol makes the same state', () => {
  const first = inVersion1();
  expect(first.entries.map(({ kind }) => kind)).toEqual([
    'user',
    'thought',
    'agent',
    'plan',
    'tool',
    'agent',
  ]);
  expect(withoutIds(inVersion2())).toEqual(withoutIds(first));
});
