import { expect, it } from 'vitest';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';
import { FakeClock } from '../../support/clock';
import { testSession } from '../../support/session';

function started() {
  const clock = new FakeClock();
  const session = testSession({ clock });
  const report = (fields: object, sessionUpdate = 'tool_call_update'): void =>
    session.update({ sessionUpdate, toolCallId: 't', title: 'T', ...fields } as SessionUpdate);
  const state = (): string | undefined => {
    const entry = session.state.entries.findLast((one) => one.kind === 'tool');
    return entry?.kind === 'tool' ? entry.call.state : undefined;
  };
  return { clock, session, report, state };
}

it('an input is complete when it has not changed for a while', async () => {
  const { clock, report, state } = started();
  report({ rawInput: { path: 'a' } }, 'tool_call');
  await clock.run(149);
  report({ rawInput: { path: 'ab' } });
  await clock.run(149);
  expect(state()).toBe('input-streaming');
  await clock.run(1);
  expect(state()).toBe('input-available');
});

it('other messages about the call, and the same input again, do not put that off', async () => {
  const { clock, report, state } = started();
  report({ rawInput: { path: 'a' } });
  await clock.run(100);
  report({ title: 'Other', content: [] });
  report({ rawInput: { path: 'a' } });
  await clock.run(50);
  expect(state()).toBe('input-available');
});

it('an input that comes as content streams as long as that does', async () => {
  const { clock, report, state } = started();
  const content = (text: string) => [{ type: 'content', content: { type: 'text', text } }];
  report({ content: content('{"comm') });
  await clock.run(100);
  report({ content: content('{"command"') });
  await clock.run(100);
  expect(state()).toBe('input-streaming');
  await clock.run(50);
  expect(state()).toBe('input-available');
});

it('an empty input is one that the agent has not begun with', async () => {
  const { clock, report, state } = started();
  report({ rawInput: {} });
  await clock.run(10_000);
  expect(state()).toBe('input-streaming');
  report({ rawInput: { path: 'a' } });
  await clock.run(150);
  expect(state()).toBe('input-available');
});

it('a call that went on before does not come back to its input', async () => {
  const { clock, report, state } = started();
  report({ rawInput: { path: 'a' } });
  report({ status: 'in_progress' });
  await clock.run(1000);
  expect(state()).toBe('running');
});

it('nothing is awaited any more when the session is closed', async () => {
  const { clock, session, report, state } = started();
  report({ rawInput: { path: 'a' } });
  await session.close();
  await clock.run(1000);
  expect(state()).toBe('input-streaming');
});

it('a call between turns ends with the agent, and its result may still come', () => {
  const { session, report, state } = started();
  report({ status: 'in_progress' });
  expect(state()).toBe('running');
  session.unlink('the agent ended');
  expect(state()).toBe('cancelled');
  report({ status: 'completed' });
  expect(state()).toBe('output-available');
});
