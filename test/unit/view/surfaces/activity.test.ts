import { expect, it } from 'vitest';
import { reduce } from '../../../../src/model/reduce';
import { newSession, type SessionState } from '../../../../src/model/state';
import type { ContentBlock, PlanEntry } from '../../../../src/protocol/schema.gen';
import { textOf } from '../../../../src/view/line';
import {
  type ActivityModel,
  activityOf,
  activitySurface,
  hasActivity,
} from '../../../../src/view/surfaces/activity';

const step = (content: string, status: PlanEntry['status']): PlanEntry => ({
  content,
  status,
  priority: 'medium',
});
const text = (value: string): ContentBlock[] => [{ type: 'text', text: value }];
const lines = (model: ActivityModel): string[] =>
  activitySurface.content(model).blocks.flatMap((block) => block.lines.map(textOf));
const play = (...events: Parameters<typeof reduce>[1][]): SessionState =>
  events.reduce(reduce, newSession('agent', '/p'));
const prompted = { type: 'prompted', content: text('go') } as const;
const planned = (...entries: PlanEntry[]) =>
  ({ type: 'update', update: { sessionUpdate: 'plan', entries } }) as const;
const ended = { type: 'turnEnded', stopReason: 'end_turn' } as const;

const steps = [step('Look', 'completed'), step('Change\nit', 'in_progress')];

it('the plan is one line: how far, and what is worked on', () => {
  expect(lines({ plan: steps, queue: [], paused: false })).toEqual(['Plan 1/2 · Change it']);
  const next = [step('Look', 'completed'), step('Change it', 'pending')];
  expect(lines({ plan: next, queue: [], paused: false })).toEqual(['Plan 1/2 · Change it']);
  const done = [step('Look', 'completed')];
  expect(lines({ plan: done, queue: [], paused: false })).toEqual(['Plan 1/1']);
});

it('each prompt that waits is one line, with what is not shown of it', () => {
  const queue = [
    { id: 'a', content: text('one') },
    { id: 'b', content: text('two\nthree\nfour') },
    { id: 'c', content: [...text('five'), { type: 'resource_link', name: 'x', uri: 'file:///x' }] },
  ] as ActivityModel['queue'];
  expect(lines({ plan: [], queue, paused: false })).toEqual([
    '1. one',
    '2. two … +2 lines',
    '3. five @/x',
  ]);
});

it('a pause says how it goes on', () => {
  const model = { plan: [], queue: [{ id: 'a', content: text('one') }], paused: true };
  const keys = { resumeKey: '<C-s>', activityKey: '<C-q>' };
  expect(lines({ ...model, ...keys })[0]).toBe(
    'Queue paused · <C-s> in an empty prompt goes on, <C-q> changes it',
  );
  expect(lines(model)[0]).toBe('Queue paused · c goes on');
});

it('a plan is followed while its turn runs, then as long as something is left to do', () => {
  const shown = (...events: Parameters<typeof reduce>[1][]): boolean =>
    hasActivity(activityOf(play(...events)));
  const done = planned(step('Look', 'completed'));
  expect(shown(prompted)).toBe(false);
  expect(shown(prompted, done)).toBe(true);
  expect(shown(prompted, done, ended)).toBe(false);
  expect(shown(prompted, planned(...steps), ended)).toBe(true);
  expect(shown(prompted, planned(...steps), ended, prompted)).toBe(false);
  expect(shown(prompted, planned(...steps), planned())).toBe(false);
});
