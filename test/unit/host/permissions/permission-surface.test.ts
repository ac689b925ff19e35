import { describe, expect, it } from 'vitest';
import { permissionActions } from '../../../../src/host/permissions/permission-surface';
import type { PermissionRequest } from '../../../../src/model/state';
import type { PermissionOption } from '../../../../src/protocol/schema.gen';
import type { AskedItem } from '../../../../src/view/surfaces/permission';

const OPTIONS: PermissionOption[] = [
  { optionId: 'ever', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

function asked(options = OPTIONS, reason?: string, isOpen = true, about = {}) {
  let id = 'p1';
  const done: unknown[] = [];
  const request = (): PermissionRequest => ({
    id,
    toolCallId: 'c',
    title: 'Do it',
    kind: 'other',
    options,
    content: [],
    locations: [],
    ...about,
  });
  const actions = permissionActions(
    {
      asks: {
        input: async () => {
          // Meanwhile the agent changes what it asks.
          id = 'p2';
          return reason;
        },
      },
      help: (kind) => done.push(['help', kind]),
    },
    {
      request,
      answer: (about, optionId, why) => {
        done.push([about, optionId, ...(why === undefined ? [] : [why])]);
        return isOpen;
      },
      say: (text) => done.push(['say', text]),
      offerRule: async (about) => void done.push(['rule', about.id]),
      toggleWhole: () => done.push('toggled'),
      proposal: {
        preview: async (path) => void done.push(['preview', path]),
        compare: async (path) => void done.push(['compare', path]),
        edit: async () => void done.push('edit'),
      },
    },
  );
  const context = {
    item: undefined,
    items: [],
    count: 1,
    focus: async () => {},
    close: async () => {},
    goTo: () => done.push('to the top'),
  };
  return {
    done,
    act: async (action: string, more: { choice?: number; text?: string; item?: AskedItem } = {}) =>
      actions[action]?.({ ...context, ...more }),
  };
}

describe('what the user does with a permission', () => {
  it('a reason is said to the agent, unless it hears it by the result of a tool of ours', async () => {
    const agents = asked();
    await agents.act('permission_reject', { text: 'use tabs' });
    expect(agents.done).toEqual([
      ['p1', 'no', 'use tabs'],
      ['say', 'use tabs'],
    ]);
    const ours = asked(OPTIONS, undefined, true, { toolCallId: 'editor-1', name: 'neovim/edit' });
    await ours.act('permission_reject', { text: 'use tabs' });
    expect(ours.done).toEqual([['p1', 'no', 'use tabs']]);
  });

  it('a choice is the option in its place, and no other', async () => {
    const { act, done } = asked();
    await act('permission_choose', { choice: 0 });
    await act('permission_choose', { choice: 3 });
    await act('permission_choose', { choice: -1 });
    await act('permission_choose');
    expect(done).toEqual([['p1', 'ever']]);
  });

  it('a bare yes is for once; without such an option it names those there are', async () => {
    const { act, done } = asked();
    await act('permission_allow');
    expect(done).toEqual([['p1', 'once']]);
    const wide = asked(OPTIONS.slice(0, 1));
    await expect(wide.act('permission_allow')).rejects.toThrow('no option allows just once');
    expect(wide.done).toEqual([]);
  });

  it('a no may have a reason, which the agent hears after it', async () => {
    const { act, done } = asked();
    await act('permission_reject', { text: 'not now' });
    await act('permission_reject', { text: '  ' });
    await act('permission_reject');
    expect(done).toEqual([
      ['p1', 'no', 'not now'],
      ['say', 'not now'],
      ['p1', 'no'],
      ['p1', 'no'],
    ]);
  });

  it('the reason is for what was asked when the user began to write it', async () => {
    const { act, done } = asked(OPTIONS, 'too late');
    await act('permission_reason');
    expect(done).toEqual([
      ['p1', 'no', 'too late'],
      ['say', 'too late'],
    ]);
    const left = asked(OPTIONS, undefined);
    await left.act('permission_reason');
    expect(left.done).toEqual([]);
  });

  it('an answer to what is asked no more is an error, and nothing is said to the agent', async () => {
    const { act, done } = asked(OPTIONS, undefined, false);
    await expect(act('permission_reject', { text: 'why' })).rejects.toThrow('not asked any more');
    expect(done).toEqual([['p1', 'no', 'why']]);
  });

  it('the whole of it is shown from its top', async () => {
    const { act, done } = asked();
    await act('permission_full');
    await act('permission_rule');
    await act('permission_help');
    expect(done).toEqual(['toggled', 'to the top', ['rule', 'p1'], ['help', 'permission']]);
  });

  it('shows and edits the change of the file under the cursor', async () => {
    const { act, done } = asked();
    await act('permission_preview', { item: { path: '/p/a' } });
    await act('permission_compare', { item: 'question' });
    await act('permission_edit');
    expect(done).toEqual([['preview', '/p/a'], ['compare', undefined], 'edit']);
  });
});
