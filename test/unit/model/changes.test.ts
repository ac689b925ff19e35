import { describe, expect, it } from 'vitest';
import { changes, isOnlyTools, placeOfTool } from '../../../src/model/changes';
import type { SessionEvent } from '../../../src/model/event';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState } from '../../../src/model/state';
import { pickOption } from '../../../src/session/options';

const start = newSession('scripted', '/project');
const tool: SessionEvent = {
  type: 'update',
  update: { sessionUpdate: 'tool_call', toolCallId: 't', title: 'T' },
};

function changesOf(before: SessionState, event: SessionEvent): string[] {
  const after = reduce(before, event);
  return changes({ event, before, after }).map((change) => change.event);
}

describe('changes', () => {
  it('name what began and ended', () => {
    const prompted: SessionEvent = { type: 'prompted', content: [{ type: 'text', text: 'x' }] };
    expect(changesOf(start, prompted)).toEqual(['AcpTurnStart']);
    const running = reduce(start, prompted);
    expect(changesOf(running, { type: 'turnEnded', stopReason: 'end_turn' })).toEqual([
      'AcpTurnEnd',
    ]);
  });

  it('report a tool call when its state or content changed, and only then', () => {
    expect(changesOf(start, tool)).toEqual(['AcpToolCall']);
    const known = reduce(start, tool);
    const update = (fields: object): SessionEvent => ({
      type: 'update',
      update: { sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields },
    });
    expect(changesOf(known, update({ status: 'in_progress' }))).toEqual(['AcpToolCall']);
    expect(changesOf(known, update({ title: 'Other' }))).toEqual([]);
    expect(changesOf(known, update({ content: [] }))).toEqual(['AcpToolCall']);
  });

  it('report questions and plans', () => {
    const asked: SessionEvent = {
      type: 'asked',
      id: 'p',
      toolCall: { toolCallId: 't' },
      options: [],
    };
    expect(changesOf(start, asked)).toEqual(['AcpToolCall', 'AcpPermission']);
    const plan: SessionEvent = { type: 'update', update: { sessionUpdate: 'plan', entries: [] } };
    expect(changesOf(start, plan)).toEqual(['AcpPlan']);
  });
});

it('a cancelled turn is neither begun nor ended, and its end says why', () => {
  const running = reduce(start, { type: 'prompted', content: [] });
  expect(changesOf(running, { type: 'cancelling' })).toEqual([]);
  const cancelling = reduce(running, { type: 'cancelling' });
  const event: SessionEvent = { type: 'turnEnded', stopReason: 'end_turn' };
  const after = reduce(cancelling, event);
  expect(changes({ event, before: cancelling, after })).toEqual([
    { event: 'AcpTurnEnd', stopReason: 'cancelled' },
  ]);
});

it('a changed tool call is reported with its previous state, a new one without', () => {
  const before = reduce(start, tool);
  const event: SessionEvent = {
    type: 'update',
    update: { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' },
  };
  const after = reduce(before, event);
  expect(changes({ event, before, after })).toMatchObject([
    { call: { toolCallId: 't', state: 'running' }, previous: 'input-streaming' },
  ]);
  expect(changes({ event: tool, before: start, after: before })[0]).not.toHaveProperty('previous');
});

it('a question is reported once, with the one that it replaces', () => {
  const asked: SessionEvent = {
    type: 'asked',
    id: 'p',
    toolCall: { toolCallId: 't' },
    options: [],
  };
  const before = reduce(start, asked);
  const [old] = before.permissions;
  if (!old) throw new Error('nothing is asked');
  const noticed: SessionEvent = { type: 'noticed', level: 'info', text: 'x' };
  expect(changesOf(before, noticed)).toEqual([]);
  const event: SessionEvent = {
    type: 'reasked',
    id: 'p',
    request: { ...old, id: 'q', before: old, replaces: 'p' },
  };
  expect(changes({ event, before, after: reduce(before, event) })).toMatchObject([
    { event: 'AcpToolCall', previous: 'approval-requested', call: { approval: { id: 'q' } } },
    { event: 'AcpPermission', id: 'q', replaces: 'p' },
  ]);
  expect(changes({ event: asked, before: start, after: before }).at(-1)).toEqual({
    event: 'AcpPermission',
    id: 'p',
  });
});

it('what only lengthens a message is no event, whatever else came with it', () => {
  const event: SessionEvent = {
    type: 'update',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x' } },
  };
  expect(changes({ event, before: start, after: reduce(start, tool) })).toEqual([]);
});

it('a prompt that is replayed ends the calls of the turn before it, which is an event', () => {
  const before = reduce(start, tool);
  const event: SessionEvent = {
    type: 'update',
    update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'x' } },
  };
  expect(changes({ event, before, after: reduce(before, event) })).toMatchObject([
    { event: 'AcpToolCall', previous: 'input-streaming', call: { state: 'cancelled' } },
  ]);
});

describe('the place of a tool call', () => {
  const at = (...locations: { path: string; line?: number | null }[]): SessionEvent => ({
    type: 'update',
    update: { sessionUpdate: 'tool_call_update', toolCallId: 't', locations },
  });

  it('is the newest that it names', () => {
    expect(placeOfTool(at({ path: '/a', line: 1 }, { path: '/b', line: 2 }))).toEqual({
      path: '/b',
      line: 2,
    });
    expect(placeOfTool(at({ path: '/a', line: null }))).toEqual({ path: '/a' });
    const announced: SessionEvent = {
      type: 'update',
      update: {
        sessionUpdate: 'tool_call',
        toolCallId: 't',
        title: 'T',
        locations: [{ path: '/a' }],
      },
    };
    expect(placeOfTool(announced)).toEqual({ path: '/a' });
  });

  it('is none where nothing names one', () => {
    expect(placeOfTool(at())).toBeUndefined();
    expect(placeOfTool(tool)).toBeUndefined();
    expect(placeOfTool({ type: 'cancelling' })).toBeUndefined();
    const locations = [{ path: '/a' }];
    const plan = { sessionUpdate: 'plan', entries: [], locations } as const;
    expect(placeOfTool({ type: 'update', update: plan as never })).toBeUndefined();
  });
});

describe('pickOption', () => {
  const option = (optionId: string, kind: 'allow_once' | 'allow_always' | 'reject_once') => ({
    optionId,
    name: optionId,
    kind,
  });

  it('allows only once and never widens', () => {
    expect(pickOption([option('a', 'allow_always'), option('b', 'allow_once')], 'allow')).toEqual({
      ok: true,
      optionId: 'b',
    });
    expect(pickOption([option('a', 'allow_always')], 'allow')).toMatchObject({ ok: false });
  });

  it('rejects by a reject option, else by cancelling, never by the first option', () => {
    expect(pickOption([option('a', 'allow_once'), option('b', 'reject_once')], 'reject')).toEqual({
      ok: true,
      optionId: 'b',
    });
    expect(pickOption([option('a', 'allow_once')], 'reject')).toEqual({ ok: true });
  });
});

describe('what changes nothing but tool calls', () => {
  const isOnly = (before: SessionState, event: SessionEvent): boolean =>
    isOnlyTools({ event, before, after: reduce(before, event) });
  const done: SessionEvent = {
    type: 'update',
    update: { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' },
  };

  it('is a call, and what becomes of it', () => {
    expect(isOnly(start, tool)).toBe(true);
    expect(isOnly(reduce(start, tool), done)).toBe(true);
  });

  it('is not what also changes something else, nor any other event', () => {
    const after = { ...reduce(start, tool), title: 'T' };
    expect(isOnlyTools({ event: tool, before: start, after })).toBe(false);
    const options = { toolCall: { toolCallId: 't', title: 'T' }, options: [] };
    expect(isOnly(start, { type: 'asked', id: 'p1', ...options })).toBe(false);
    expect(isOnly(start, { type: 'prompted', content: [{ type: 'text', text: 'x' }] })).toBe(false);
    expect(isOnly(start, { type: 'update', update: { sessionUpdate: 'plan', entries: [] } })).toBe(
      false,
    );
  });
});
