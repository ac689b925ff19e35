import { expect, it } from 'vitest';
import { attentionTo } from '../../../src/model/attention';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState } from '../../../src/model/state';

type Event = Parameters<typeof reduce>[1];

const content = [{ type: 'text', text: 'go' }] as const;
const running = reduce(newSession('agent', '/p'), { type: 'prompted', content });
const options = [{ optionId: 'a', name: 'Yes', kind: 'allow_once' }] as const;
const asked = {
  type: 'asked',
  id: 'p',
  toolCall: { toolCallId: 't', title: 'Run it' },
  options,
} as const;

/** What the last of the events calls for. */
function after(state: SessionState, ...events: Event[]) {
  const before = events.slice(0, -1).reduce(reduce, state);
  const event = events.at(-1) as Event;
  return attentionTo({ event, before, after: reduce(before, event) });
}

const ended: Event = { type: 'turnEnded', stopReason: 'end_turn' };
const queued: Event = { type: 'queued', id: 'q', content };

it.each<[string, Event[], string | undefined]>([
  ['the end of a turn', [ended], 'is done'],
  ['its failure', [{ type: 'turnFailed', text: 'no model' }], 'failed: no model'],
  ['a question', [asked], 'asks: Run it'],
  ['what the user has cancelled', [{ type: 'cancelling' }, ended], undefined],
  ['a turn that others follow', [queued, ended], undefined],
  ['a turn before a pause', [queued, { type: 'queuePaused', paused: true }, ended], 'is done'],
  ['what only gets on', [{ type: 'noticed', level: 'info', text: 'x' }], undefined],
  ['the beginning of a turn', [ended, { type: 'prompted', content }], undefined],
])('%s', (_, events, text) => {
  expect(after(running, ...events)?.text).toBe(text);
});

it('a question that the agent has changed is not a new one', () => {
  const [request] = reduce(running, asked).permissions;
  if (!request) throw new Error('nothing is asked');
  const changed = { ...request, id: 'p2', before: request };
  expect(after(running, asked, { type: 'reasked', id: 'p', request: changed })).toBeUndefined();
});
