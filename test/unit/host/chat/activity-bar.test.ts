import { expect, it } from 'vitest';
import { ActivityBar } from '../../../../src/host/chat/activity-bar';
import type { OpenSurface } from '../../../../src/host/surfaces';
import { testSession } from '../../../support/session';

/** A bar whose windows are noted; closing them ends when the test says so. */
function setup() {
  const session = testSession();
  const opened: { readonly closed: () => void; updates: number }[] = [];
  const bar = new ActivityBar({
    view: 1,
    session,
    surfaces: {
      open: <M, T>({ onClosed }: OpenSurface<M, T>) => {
        const one = { closed: () => onClosed?.(), updates: 0 };
        opened.push(one);
        return {
          update: () => void one.updates++,
          goTo: () => {},
          focus: () => {},
          close: () => {},
        };
      },
    },
    lua: { call: () => Promise.reject(new Error('there is no editor')) },
    dataFiles: { add: () => '' },
    keys: () => ({}),
    help: () => {},
    isReport: () => false,
  });
  session.onChange(() => bar.refresh());
  const queue = (text: string) => void session.prompt([{ type: 'text', text }]);
  return { session, bar, opened, queue };
}

it('has one window as long as there is something to show, and none for the same state', () => {
  const { session, bar, opened, queue } = setup();
  session.notice('info', 'nothing to show');
  expect(opened).toHaveLength(0);
  queue('one');
  queue('two');
  expect(opened.map(({ updates }) => updates)).toEqual([1]);
  bar.refresh();
  session.notice('info', 'of no concern');
  expect(opened.map(({ updates }) => updates)).toEqual([1]);
});

it('keeps a new window when an earlier one is gone only then', () => {
  const { session, opened, queue } = setup();
  queue('one');
  session.dropQueue('closed');
  queue('two');
  expect(opened).toHaveLength(2);
  opened[0]?.closed();
  queue('three');
  expect(opened).toHaveLength(2);
});

it('comes back with the next change when the user has taken it away', () => {
  const { opened, queue } = setup();
  queue('one');
  opened[0]?.closed();
  queue('two');
  expect(opened).toHaveLength(2);
});
