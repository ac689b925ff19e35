import { expect, it } from 'vitest';
import { ToolCallEvents } from '../../../../src/host/chat/tool-call-events';
import type { ToolCallChange } from '../../../../src/model/changes';
import { FakeClock } from '../../../support/clock';

function events() {
  const fired: unknown[] = [];
  const clock = new FakeClock();
  const announced = new ToolCallEvents({
    fire: (_name, data) => {
      const { session, toolCallId, state, input } = data as never as Record<string, unknown>;
      fired.push([session, toolCallId, state, input]);
    },
    knownTools: () => [],
    clock,
  });
  return { fired, clock, announced };
}

const change = (toolCallId: string, rawInput: unknown, more: object = {}): ToolCallChange => ({
  event: 'AcpToolCall',
  call: {
    toolCallId,
    title: 'T',
    kind: 'other',
    status: 'pending',
    state: 'input-streaming',
    content: [],
    locations: [],
    rawInput,
    ...more,
  },
  previous: 'input-streaming',
  isStreaming: true,
});

it('an input that grows comes once a frame, the newest of it', async () => {
  const { fired, clock, announced } = events();
  for (const input of ['a', 'ab', 'abc']) announced.announce('s', change('t', input));
  announced.announce('s', change('u', 'x'));
  expect(fired).toEqual([]);
  await clock.run(100);
  expect(fired).toEqual([
    ['s', 't', 'input-streaming', 'abc'],
    ['s', 'u', 'input-streaming', 'x'],
  ]);
});

it('what else happens to the call comes at once, and says the input too', async () => {
  const { fired, clock, announced } = events();
  announced.announce('s', change('t', 'a'));
  const { isStreaming: _, ...next } = change('t', 'ab', { state: 'input-available' });
  announced.announce('s', next);
  await clock.run(100);
  expect(fired).toEqual([['s', 't', 'input-available', 'ab']]);
});

it('nothing comes after the end', async () => {
  const { fired, clock, announced } = events();
  announced.announce('s', change('t', 'a'));
  announced.dispose();
  await clock.run(100);
  expect(fired).toEqual([]);
});

it('a text that would hold up the editor is cut, and the listener can see that', () => {
  const fired: unknown[] = [];
  const announced = new ToolCallEvents({
    fire: (_name, data) => fired.push(data),
    knownTools: () => [],
  });
  const diff = { type: 'diff', path: '/a', oldText: 'a'.repeat(300_000), newText: 'b' };
  const { isStreaming: _, ...long } = change('t', { text: 'x' }, { content: [diff] });
  announced.announce('s', long);
  const { isStreaming: __, ...short } = change(
    'u',
    { text: 'x' },
    { content: [{ ...diff, oldText: 'a' }] },
  );
  announced.announce('s', short);
  expect(fired).toEqual([
    expect.objectContaining({
      truncated: true,
      content: [{ ...diff, oldText: 'a'.repeat(262_144) }],
      input: { text: 'x' },
    }),
    expect.not.objectContaining({ truncated: true }),
  ]);
});
