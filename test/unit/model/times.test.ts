import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/model/event';
import { newSession, type SessionState, type Times } from '../../../src/model/state';
import { reduceAt } from '../../../src/model/times';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';

/** What happens at a time; without one it is replayed. */
type Step = readonly [now: number | undefined, event: SessionEvent];

const update = (fields: object): SessionEvent => ({
  type: 'update',
  update: fields as SessionUpdate,
});
const call = (fields: object): SessionEvent =>
  update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'T', ...fields });
const patch = (fields: object): SessionEvent =>
  update({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields });
const chunk = (kind: string, text: string): SessionEvent =>
  update({ sessionUpdate: `agent_${kind}_chunk`, content: { type: 'text', text } });

const OPTIONS = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }] as const;
const asked: SessionEvent = {
  type: 'asked',
  id: 'p',
  toolCall: { toolCallId: 't' },
  options: OPTIONS,
};
const allowed: SessionEvent = {
  type: 'answered',
  id: 'p',
  outcome: { outcome: 'selected', optionId: 'yes' },
  by: 'user',
  request: {
    id: 'p',
    toolCallId: 't',
    title: 'T',
    kind: 'other',
    options: OPTIONS,
    content: [],
    locations: [],
  },
};

const run = (...steps: Step[]): SessionState =>
  steps.reduce((state, [now, event]) => reduceAt(state, event, now).after, newSession('a', '/p'));

function timesOf(kind: 'tool' | 'thought', ...steps: Step[]): Times {
  const entry = run(...steps).entries.find((one) => one.kind === kind);
  const { began, took }: Times = entry?.kind === 'notice' ? {} : (entry as Times);
  return { ...(began === undefined ? {} : { began }), ...(took === undefined ? {} : { took }) };
}

describe('the times of a tool call', () => {
  it('begin when it runs, and end with it', () => {
    const steps: Step[] = [
      [5, call({})],
      [10, patch({ status: 'in_progress' })],
      [20, patch({ title: 'U' })],
    ];
    expect(timesOf('tool', ...steps)).toEqual({ began: 10 });
    expect(timesOf('tool', ...steps, [50, patch({ status: 'completed' })])).toEqual({
      began: 10,
      took: 40,
    });
    expect(timesOf('tool', ...steps, [50, { type: 'cancelling' }])).toEqual({
      began: 10,
      took: 40,
    });
  });

  it('begin with the complete input, where its agent never says that it runs', () => {
    const settled: SessionEvent = { type: 'inputSettled', toolCallId: 't', turn: 0 };
    const steps: Step[] = [
      [5, call({ rawInput: { a: 1 } })],
      [10, settled],
    ];
    expect(timesOf('tool', ...steps, [30, patch({ status: 'completed' })])).toEqual({
      began: 10,
      took: 20,
    });
  });

  it('are not those of the user who was asked', () => {
    const running: Step[] = [
      [0, call({ status: 'in_progress' })],
      [1000, asked],
    ];
    expect(timesOf('tool', ...running)).toEqual({});
    const done: Step[] = [
      [60_000, allowed],
      [60_500, patch({ status: 'in_progress' })],
      [61_000, patch({ status: 'completed' })],
    ];
    expect(timesOf('tool', ...running, ...done)).toEqual({ began: 60_000, took: 1000 });
  });

  it('stay when a last word is corrected', () => {
    const steps: Step[] = [
      [0, call({ status: 'in_progress' })],
      [9, patch({ status: 'completed' })],
      [99, patch({ status: 'failed' })],
    ];
    expect(timesOf('tool', ...steps)).toEqual({ began: 0, took: 9 });
  });

  it('are not known of what is replayed, nor of what was done when it was announced', () => {
    const replayed: Step[] = [
      [undefined, call({ status: 'in_progress' })],
      [undefined, patch({ status: 'completed' })],
    ];
    expect(timesOf('tool', ...replayed)).toEqual({});
    expect(timesOf('tool', ...replayed.slice(0, 1), [9, { type: 'replayed' }])).toEqual({});
    expect(timesOf('tool', [9, call({ status: 'completed' })])).toEqual({});
  });
});

describe('the times of a thought', () => {
  it('are from its first word to what comes next', () => {
    const steps: Step[] = [
      [100, chunk('thought', 'a')],
      [200, chunk('thought', 'b')],
    ];
    expect(timesOf('thought', ...steps)).toEqual({ began: 100 });
    expect(timesOf('thought', ...steps, [4100, chunk('message', 'c')])).toEqual({
      began: 100,
      took: 4000,
    });
    const ended: SessionEvent = { type: 'turnEnded', stopReason: 'end_turn' };
    expect(timesOf('thought', ...steps, [300, ended])).toEqual({ began: 100, took: 200 });
  });
});

it('an event that changes nothing gives the same state', () => {
  const state = run([0, call({ status: 'in_progress' })]);
  expect(reduceAt(state, patch({ status: 'in_progress' }), 9).after).toBe(state);
});
