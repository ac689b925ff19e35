import { describe, expect, it } from 'vitest';
import { changes } from '../../../src/model/changes';
import type { SessionEvent } from '../../../src/model/event';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState } from '../../../src/model/state';
import { snapshot } from '../../../src/model/state-snapshot';
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

  it('tell a tool call when its state or content changed, and only then', () => {
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

  it('tell questions and plans', () => {
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

it('the snapshot has the shape that the Lua API promises', () => {
  const state = [
    { type: 'opened', id: 's' } as const,
    { type: 'prompted', content: [{ type: 'text', text: 'hi' }] } as const,
    tool,
    { type: 'asked', id: 'p', toolCall: { toolCallId: 't' }, options: [] } as const,
  ].reduce<SessionState>(reduce, start);
  expect(snapshot(state)).toMatchObject({
    id: 's',
    agent: 'scripted',
    cwd: '/project',
    turn: { phase: 'running' },
    entries: [
      { kind: 'user', text: 'hi' },
      { kind: 'tool', toolCallId: 't' },
    ],
    tools: { t: { title: 'T', state: 'approval-requested' } },
    permissions: [{ id: 'p', session: 's', toolCallId: 't' }],
  });
});
