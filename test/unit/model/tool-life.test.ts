import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { changes } from '../../../src/model/changes';
import type { SessionEvent } from '../../../src/model/event';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState, type ToolCall } from '../../../src/model/state';
import {
  isFinal,
  type Moves,
  type Signal,
  stateAfter,
  type ToolState,
} from '../../../src/model/tool-life';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';
import { TOOL_STATES } from '../../support/tool-states';

const SIGNALS: readonly Signal[] = [
  'inputComplete',
  'asked',
  'allowed',
  'denied',
  'in_progress',
  'completed',
  'failed',
  'abandoned',
];

describe('the life of a tool call', () => {
  it('has no move that cannot happen: such a table does not compile', () => {
    expectTypeOf<'output-available'>().not.toExtend<Moves['output-denied']['completed']>();
    expectTypeOf<'running'>().not.toExtend<Moves['output-denied']['in_progress']>();
    expectTypeOf<'input-streaming'>().not.toExtend<Moves['running']['asked']>();
    expectTypeOf<'running'>().not.toExtend<Moves['output-available']['in_progress']>();
    expectTypeOf<'running'>().toExtend<Moves['input-available']['in_progress']>();
  });

  it('is over in four states, of which only a new question begins another try', () => {
    expect(TOOL_STATES.filter(isFinal)).toEqual(TOOL_STATES.slice(5));
    for (const state of TOOL_STATES.filter(isFinal)) {
      const next = SIGNALS.map((signal) => stateAfter(state, signal));
      expect(next.filter((one) => !isFinal(one))).toEqual(['approval-requested']);
    }
  });

  it('never goes back to its input', () => {
    for (const state of TOOL_STATES.slice(2)) {
      for (const signal of SIGNALS) expect(stateAfter(state, signal)).not.toMatch(/^input/);
    }
  });

  it('stays denied whatever the agent reports', () => {
    for (const signal of ['in_progress', 'completed', 'failed', 'abandoned'] as const) {
      expect(stateAfter('output-denied', signal)).toBe('output-denied');
    }
  });
});

const OPTIONS = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
] as const;

const STATUS = ['pending', 'in_progress', 'completed', 'failed', null, undefined] as const;

/** What may happen around one call, in any order. Answers are to questions that are open then. */
type Step =
  | { readonly do: 'tool'; readonly fields: object; readonly announced: boolean }
  | { readonly do: 'ask'; readonly pending: boolean }
  | { readonly do: 'answer'; readonly optionId: string | undefined; readonly by: 'user' | 'rule' }
  | { readonly do: 'event'; readonly event: SessionEvent };

const fields = fc.record(
  {
    status: fc.constantFrom(...STATUS),
    rawInput: fc.constantFrom(undefined, {}, { path: 'a' }, { path: 'ab' }, 'ls'),
    content: fc.constantFrom(undefined, [], [{ type: 'terminal', terminalId: 'x' }]),
  },
  { requiredKeys: [] },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tool'), fields, announced: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ask'), pending: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('answer'),
      optionId: fc.constantFrom('yes', 'no', undefined),
      by: fc.constantFrom('user', 'rule'),
    }),
  },
  fc.record({
    do: fc.constant('event'),
    event: fc.constantFrom<SessionEvent>(
      { type: 'inputSettled', toolCallId: 't', turn: 0 },
      { type: 'inputSettled', toolCallId: 't', turn: 1 },
      { type: 'prompted', content: [{ type: 'text', text: 'go' }] },
      { type: 'cancelling' },
      { type: 'turnEnded', stopReason: 'end_turn' },
      { type: 'turnFailed', text: 'the agent ended' },
      { type: 'agentLost', text: 'the agent ended' },
      { type: 'opened', id: 's', continued: true },
      { type: 'replayed' },
    ),
  }),
);

interface Run {
  readonly states: readonly SessionState[];
  readonly events: readonly SessionEvent[];
}

/** Plays steps as a session does: a question is asked, and answered, once. */
function run(steps: readonly Step[]): Run {
  const states = [newSession('scripted', '/p')];
  const events: SessionEvent[] = [];
  const open: Extract<SessionEvent, { type: 'asked' }>[] = [];
  const apply = (event: SessionEvent): void => {
    events.push(event);
    states.push(reduce(states.at(-1) as SessionState, event));
  };
  for (const one of steps) {
    if (one.do === 'event') apply(one.event);
    if (one.do === 'tool') {
      const sessionUpdate = one.announced ? 'tool_call' : 'tool_call_update';
      const update = { sessionUpdate, toolCallId: 't', title: 'T', ...one.fields };
      apply({ type: 'update', update: update as SessionUpdate });
    }
    if (one.do === 'ask') {
      const id = `p${events.length}`;
      const pending = one.pending ? { pending: true as const } : {};
      open.push({ type: 'asked', id, toolCall: { toolCallId: 't' }, options: OPTIONS, ...pending });
      apply(open.at(-1) as SessionEvent);
    }
    const asked = one.do === 'answer' ? open.shift() : undefined;
    if (one.do === 'answer' && asked) apply(answer(asked.id, one.optionId, one.by));
  }
  return { states, events };
}

function answer(id: string, optionId: string | undefined, by: 'user' | 'rule'): SessionEvent {
  const request = {
    id,
    toolCallId: 't',
    title: 'T',
    kind: 'other',
    options: OPTIONS,
    content: [],
    locations: [],
  } as const;
  return {
    type: 'answered',
    id,
    outcome: optionId ? { outcome: 'selected', optionId } : { outcome: 'cancelled' },
    by: optionId ? by : 'cancelled',
    why: 'so',
    request,
  };
}

function callsOf(state: SessionState): ToolCall[] {
  return state.entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.call] : []));
}

/** Each state that listeners are shown, by call. */
function lives({ states, events }: Run): ToolState[][] {
  const byEntry = new Map<number, ToolState[]>();
  events.forEach((event, at) => {
    const [before, after] = [states[at] as SessionState, states[at + 1] as SessionState];
    for (const change of changes({ event, before, after })) {
      if (change.event !== 'AcpToolCall') continue;
      const index = callsOf(after).length - 1;
      const life = byEntry.get(index) ?? [];
      expect(change.previous).toBe(life.at(-1));
      byEntry.set(index, [...life, change.call.state]);
    }
  });
  return [...byEntry.values()];
}

const FOLLOWING: Readonly<Record<ToolState, readonly ToolState[]>> = Object.fromEntries(
  TOOL_STATES.map((state) => [
    state,
    [state, ...SIGNALS.map((signal) => stateAfter(state, signal))],
  ]),
) as never;

describe('in any order of messages, answers and ends', () => {
  it('listeners are shown a life in which each state may follow the one before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        for (const life of lives(run(steps))) {
          life.forEach((state, at) => {
            const before = life[at - 1];
            const isDenied = before === 'approval-responded' && state === 'output-denied';
            if (before && !isDenied) expect(FOLLOWING[before]).toContain(state);
          });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('an end leaves nothing open, and every call that has no result says why', () => {
    const end = fc.constantFrom<SessionEvent>(
      { type: 'cancelling' },
      { type: 'turnEnded', stopReason: 'end_turn' },
      { type: 'turnFailed', text: 'the agent ended' },
      { type: 'agentLost', text: 'the agent ended' },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), end, (steps, event) => {
        const before = run(steps).states.at(-1) as SessionState;
        for (const call of callsOf(reduce(before, event))) {
          expect(isFinal(call.state)).toBe(true);
          if (call.state === 'cancelled') expect(call.cancelReason).toBeTruthy();
        }
      }),
      { numRuns: 500 },
    );
  });

  it('what was denied stays denied until it is asked again', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { states, events } = run(steps);
        events.forEach((event, at) => {
          const [before, after] = [states[at], states[at + 1]].map((one) =>
            callsOf(one as SessionState),
          );
          before?.forEach((call, index) => {
            if (call.state !== 'output-denied' || event.type === 'asked') return;
            expect(after?.[index]?.state).toBe('output-denied');
          });
        });
      }),
      { numRuns: 500 },
    );
  });

  it('a call waits for an answer exactly as long as a question about it is open', () => {
    const messages = fc.oneof(
      fc.record({ do: fc.constant('ask' as const), pending: fc.constant(false) }),
      fc.record({
        do: fc.constant('answer' as const),
        optionId: fc.constantFrom('yes', 'no', undefined),
        by: fc.constantFrom('user' as const, 'rule' as const),
      }),
      fc.record({
        do: fc.constant('tool' as const),
        fields: fc.record({ status: fc.constantFrom('pending', 'in_progress', null) }),
        announced: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(fc.array(messages, { maxLength: 30 }), (steps) => {
        for (const state of run(steps).states) {
          const [call] = callsOf(state);
          const isOpen = state.permissions.length > 0;
          expect(call?.state === 'approval-requested').toBe(isOpen);
          if (isOpen) {
            expect(state.permissions.map(({ id }) => id)).toContain(call?.approval?.id);
            expect(call?.approval?.approved).toBeUndefined();
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
