import { describe, expect, it } from 'vitest';
import { List } from '../../../src/base/list';
import { append } from '../../../src/model/entries';
import { reduce } from '../../../src/model/reduce';
import {
  type Entry,
  newSession,
  type SessionState,
  type ToolEntry,
} from '../../../src/model/state';
import type { ToolState } from '../../../src/model/tool-life';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';
import type { Section } from '../../../src/view/block';
import { ChatView } from '../../../src/view/chat';
import { textOf } from '../../../src/view/line';

const say = (kind: 'user' | 'agent', id: string, text: string): Entry => ({
  kind,
  id,
  content: [{ type: 'text', text }],
  done: true,
});

const run: ToolEntry = {
  kind: 'tool',
  id: 'e3',
  turn: 1,
  call: {
    toolCallId: 'c1',
    title: 'Run',
    kind: 'execute',
    status: 'in_progress',
    state: 'running',
    content: [{ type: 'terminal', terminalId: 't1' }],
    locations: [],
  },
};

/** One that runs since a time. */
const running = (id: string, began: number, state: ToolState = 'running'): ToolEntry => ({
  kind: 'tool',
  id,
  turn: 1,
  began,
  call: { ...run.call, toolCallId: id, state, content: [] },
});

const session = (...entries: Entry[]): SessionState => ({
  ...newSession('demo', '/p'),
  entries: List.of(entries),
});

function view() {
  return new ChatView({
    onError: (error) => {
      throw error;
    },
  });
}

describe('ChatView', () => {
  it('gives the same block for an entry that did not change', () => {
    const chat = view();
    const [user, agent] = [say('user', 'e1', 'Hi'), say('agent', 'e2', 'Hello')];
    const before = chat.blocks(session(user, agent), 80);
    const after = chat.blocks(session(user, say('agent', 'e2', 'Hello you')), 80);
    expect(after[0]).toBe(before[0]);
    expect(after[1]?.lines).toEqual(['Hello you', '']);
  });

  it('leaves out what has nothing to show', () => {
    const blocks = view().blocks(session(say('agent', 'e1', ''), say('agent', 'e2', 'x')), 80);
    expect(blocks.map((block) => block.id)).toEqual(['e2']);
  });

  it('draws a tool call again when its terminal has printed', () => {
    const chat = view();
    const before = session(run);
    const [silent] = chat.blocks(before, 80);
    const state = { ...before, terminals: before.terminals.set('t1', { output: 'one\n' }) };
    const [first] = chat.blocks(state, 80);
    expect(first?.lines.slice(1).map(textOf)).toEqual(['  one', '']);
    expect(silent?.lines).toHaveLength(2);
    expect(chat.blocks(state, 80)[0]).toBe(first);
  });

  it('keeps a tool call whose terminal has not printed when its neighbours change', () => {
    const chat = view();
    const before = chat.blocks(session(run, say('agent', 'e4', 'x')), 80);
    const after = chat.blocks(session(run, say('agent', 'e4', 'y')), 80);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it('draws again for another width', () => {
    const chat = view();
    const state = session({ ...run, call: { ...run.call, title: 'x'.repeat(200) } } as Entry);
    const [wide, narrow] = [chat.blocks(state, 100)[0], chat.blocks(state, 50)[0]];
    expect(JSON.stringify(wide?.lines).length).toBeGreaterThan(
      JSON.stringify(narrow?.lines).length,
    );
  });

  it('shows every kind of entry', () => {
    const plan = [{ content: 'one', priority: 'high', status: 'pending' }] as const;
    const state = session(
      say('user', 'e1', 'Hi'),
      run,
      { kind: 'plan', id: 'e4', turn: 1, plan },
      { kind: 'notice', id: 'e5', level: 'info', text: 'News' },
    );
    const first = view()
      .blocks(state, 80)
      .map(({ lines }) => textOf(lines[0] ?? ''));
    expect(first).toEqual(['Hi', expect.stringContaining('Run'), 'Plan 0/1', '· News']);
  });

  it('shows of the entries before the given one only notices', () => {
    const notice: Entry = { kind: 'notice', id: 'n', level: 'info', text: 'News' };
    const state = session(
      say('user', 'a', '1'),
      notice,
      say('agent', 'b', '2'),
      say('user', 'c', '3'),
    );
    const chat = view();
    const ids = (from?: number): string[] =>
      chat.sections(state, 80, from).flatMap(({ blocks }) => blocks.map(({ id }) => id));
    expect(ids()).toEqual(['a', 'n', 'b', 'c']);
    expect(ids(3)).toEqual(['n', 'c']);
    expect(ids(4)).toEqual(['n']);
    expect(ids(0)).toEqual(['a', 'n', 'b', 'c']);
  });

  it('draws only the sections anew of which more or less is to be shown', () => {
    const entries = Array.from({ length: 300 }, (_, n) => say('agent', `e${n}`, `${n}`));
    const state = session(...entries);
    const chat = view();
    const all = chat.sections(state, 80);
    expect(all.length).toBeGreaterThan(2);
    const [, second = { blocks: [], rows: 0 }] = all;
    const start = (all[0]?.blocks.length ?? 0) + 1;
    const some = chat.sections(state, 80, start);
    expect(some[0]?.blocks).toEqual([]);
    expect(some[1]?.blocks).toEqual(second.blocks.slice(1));
    expect(some.slice(2).every((one, at) => one === all[at + 2])).toBe(true);
    expect(chat.sections(state, 80, 1000).flatMap(({ blocks }) => blocks)).toEqual([]);
    expect(chat.sections(state, 60)[2]).not.toBe(all[2]);
  });

  it('gives the same section for entries of which nothing has changed', () => {
    const chat = view();
    const before = session(run, say('agent', 'e4', 'x'));
    const [section] = chat.sections(before, 80);
    expect(chat.sections({ ...before, turns: 5 }, 80)[0]).toBe(section);
    const other = { ...before, terminals: before.terminals.set('other', { output: 'one' }) };
    expect(chat.sections(other, 80)[0]).toBe(section);
    const shown = { ...other, terminals: other.terminals.set('t1', { output: 'one' }) };
    expect(chat.sections(shown, 80)[0]).not.toBe(section);
  });

  it('shows all others when one entry cannot be drawn, and reports that', () => {
    const errors: unknown[] = [];
    const chat = new ChatView({ onError: (error, id) => errors.push([String(error), id]) });
    const broken = { ...run, call: undefined } as unknown as Entry;
    const [first, second] = chat.blocks(session(broken, say('agent', 'e4', 'x')), 80);
    expect(first?.lines).toEqual([{ text: '✗ cannot be shown', lineGroup: 'AcpNoticeError' }, '']);
    expect(first?.id).toBe('e3');
    expect(second?.lines).toEqual(['x', '']);
    expect(errors).toEqual([[expect.stringContaining('TypeError'), 'e3']]);
  });
});

describe('ChatView and time', () => {
  function timed() {
    let time = 0;
    const chat = new ChatView({
      onError: (error) => {
        throw error;
      },
      now: () => time,
    });
    return {
      chat,
      at: (now: number, state: SessionState) => {
        time = now;
        return chat.sections(state, 80);
      },
    };
  }
  const first = (sections: readonly Section[]): string =>
    textOf(sections[0]?.blocks[0]?.lines[0] ?? '');

  it('counts the seconds of a call that runs, after the first', () => {
    const { at, chat } = timed();
    const state = session(running('t1', 500));
    const heads = [500, 1499, 1500, 2499, 2500, 61_500].map((now) => first(at(now, state)));
    expect(heads).toEqual([
      '$ Run  ◐ running',
      '$ Run  ◐ running',
      '$ Run  ◐ running · 1 s',
      '$ Run  ◐ running · 1 s',
      '$ Run  ◐ running · 2 s',
      '$ Run  ◐ running · 1 min 1 s',
    ]);
    expect(chat.runningSince).toBe(500);
  });

  it('draws nothing anew while no second has passed, and no other entry', () => {
    const { at } = timed();
    const others = Array.from({ length: 100 }, (_, n) => say('agent', `m${n}`, 'text'));
    const state = session(...others, running('t1', 0));
    const before = at(1000, state);
    expect(at(1999, state).every((one, index) => one === before[index])).toBe(true);
    const after = at(2000, state);
    expect(after.map((one, index) => one === before[index])).toEqual([true, false]);
    const [old, now] = [before[1]?.blocks ?? [], after[1]?.blocks ?? []];
    expect(now.filter((block, index) => block !== old[index])).toHaveLength(1);
  });

  it('counts from the oldest, and only what runs', () => {
    const { at, chat } = timed();
    at(9000, session(running('t1', 700), running('t2', 300), { ...running('t3', 0), took: 5 }));
    expect(chat.runningSince).toBe(300);
    at(9000, session({ ...running('t1', 700, 'output-available'), took: 9 }));
    expect(chat.runningSince).toBeUndefined();
  });
});

describe('ChatView and the calls that keep a plan', () => {
  const todo = (state: ToolState): ToolEntry => ({
    ...running('t1', 0, state),
    call: { ...run.call, kind: 'other', name: 'TodoWrite', title: 'Update Todos', state },
  });
  const shown = (chat: ChatView, state: SessionState): string[] =>
    chat.blocks(state, 80).map(({ id }) => id);
  const planned = (state: SessionState): SessionState =>
    append(state, {
      kind: 'plan',
      turn: 1,
      plan: [{ content: 'one', status: 'pending', priority: 'low' }],
    });

  it('shows them where no plan came', () => {
    const chat = view();
    expect(shown(chat, session(todo('output-available')))).toEqual(['t1']);
    expect(shown(chat, session(todo('running')))).toEqual([]);
  });

  it('does not where one came, also after them', () => {
    const chat = view();
    const state = session(todo('output-available'));
    expect(shown(chat, state)).toEqual(['t1']);
    expect(shown(chat, planned(state))).toEqual(['e1']);
    expect(shown(chat, planned(session({ ...todo('output-available'), turn: 2 })))).toEqual([
      't1',
      'e1',
    ]);
  });

  it('shows those that ask, and those that failed', () => {
    for (const state of ['approval-requested', 'output-error', 'output-denied'] as const) {
      expect(shown(view(), planned(session(todo(state))))).toEqual(['t1', 'e1']);
    }
  });
});

describe('ChatView and sub-agents', () => {
  const under = (parent: string) => ({ _meta: { claudeCode: { parentToolUseId: parent } } });
  const update = (state: SessionState, fields: object): SessionState =>
    reduce(state, {
      type: 'update',
      update: { sessionUpdate: 'tool_call', ...fields } as SessionUpdate,
    });
  const call = (id: string, fields: object = {}) => ({
    toolCallId: id,
    title: id,
    kind: 'read',
    status: 'completed',
    ...fields,
  });
  const begun = reduce(newSession('demo', '/p'), { type: 'prompted', content: [] });
  const told = (...updates: object[]): SessionState => updates.reduce(update, begun);
  const texts = (sections: readonly Section[]): string[] =>
    sections.flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines.map(textOf)));

  it('shows what they do under their calls, whatever runs beside them', () => {
    const state = told(
      call('A', { status: 'in_progress' }),
      call('B', { status: 'in_progress' }),
      call('b1', under('B')),
      call('a1', under('A')),
      call('b2', { ...under('b1'), status: 'failed' }),
      call('a2', { ...under('A'), status: 'in_progress' }),
    );
    expect(texts(view().sections(state, 80))).toEqual([
      '→ A  ◐ running',
      '  → a1',
      '  → a2  ◐ running',
      '',
      '→ B  ◐ running',
      '  → b1',
      '    → b2  ✗ failed',
      '',
    ]);
  });

  it('sees that something has changed under a call far above', () => {
    const chat = view();
    const many = Array.from({ length: 100 }, (_, n) => call(`c${n}`));
    const before = told(call('A'), ...many, call('a1', { ...under('A'), status: 'pending' }));
    const old = chat.sections(before, 80);
    expect(texts(old).slice(0, 2)).toEqual(['→ A', '  → a1  ○ waiting']);
    const next = update(before, { ...call('a1'), sessionUpdate: 'tool_call_update' });
    const now = chat.sections(next, 80);
    expect(texts(now).slice(0, 2)).toEqual(['→ A', '  → a1']);
    expect(now[1]?.blocks.every((block, at) => block === old[1]?.blocks[at])).toBe(true);
    expect(chat.sections(next, 80).every((section, at) => section === now[at])).toBe(true);
  });

  it('moves what was there before its call, with all below it, and loses nothing from view', () => {
    const chat = view();
    const many = Array.from({ length: 100 }, (_, n) => call(`c${n}`));
    const before = told(
      call('a2', under('a1')),
      call('a1', under('A')),
      call('x', under('nobody')),
      ...many,
    );
    const old = chat.sections(before, 80);
    expect(texts(old).slice(0, 4)).toEqual(['→ a1', '  → a2', '→ x', '→ c0']);
    const state = update(before, call('A', { status: 'in_progress' }));
    const now = texts(chat.sections(state, 80));
    expect(now.slice(0, 2)).toEqual(['→ x', '→ c0']);
    expect(now.slice(-5)).toEqual(['→ c99', '→ A  ◐ running', '  → a1', '    → a2', '']);
    expect(now).toEqual(texts(view().sections(state, 80)));
    expect(now.filter((text) => text !== '')).toHaveLength(104);
  });

  it('shows what belongs to a call that is not shown in its own place', () => {
    const state = told(call('A'), call('a1', under('A')));
    expect(texts(view().sections(state, 80, 2))).toEqual(['  → a1', '']);
  });

  it('folds what they have done to one line that counts it, once all of it is over', () => {
    const chat = view();
    const groups = (state: SessionState): unknown[] =>
      chat
        .blocks(state, 80)
        .flatMap(({ groups = [] }) =>
          groups.map(({ closed, open }) => `${textOf(closed)}${open ? ' (open)' : ''}`),
        );
    const running = told(
      call('A', { status: 'in_progress' }),
      call('a1', under('A')),
      call('a2', { ...under('A'), status: 'in_progress' }),
      call('b1', { ...under('a2'), status: 'failed' }),
    );
    expect(groups(running)).toEqual([]);
    const end = (toolCallId: string, status: string): object => ({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status,
    });
    const inner = update(running, end('a2', 'completed'));
    expect(groups(inner)).toEqual(['  → a2  ▸ 1 call, 1 failed']);
    const over = update(inner, end('A', 'completed'));
    expect(groups(over)).toEqual(['  → a2  ▸ 1 call, 1 failed', '→ A  ▸ 3 calls, 1 failed']);
    expect(chat.blocks(over, 80).at(-1)).toBe(chat.blocks(over, 80).at(-1));
    const failed = update(inner, end('A', 'failed'));
    expect(groups(failed).at(-1)).toBe('→ A  ✗ failed  ▸ 3 calls, 1 failed (open)');
    const late = update(over, call('a3', { ...under('A'), status: 'pending' }));
    expect(groups(late)).toEqual(['  → a2  ▸ 1 call, 1 failed']);
  });

  it('shows calls close to each other that have folded what stands under them', () => {
    const state = told(
      call('A'),
      call('a1', under('A')),
      call('B'),
      call('b1', under('B')),
      call('b2', { ...under('b1'), status: 'failed', rawOutput: 'why' }),
      call('C', { status: 'in_progress' }),
      call('c1', under('C')),
      call('c2', { ...under('c1'), status: 'in_progress' }),
      call('c3', under('c2')),
      call('c4', under('c3')),
      call('c5', under('C')),
      call('D', { status: 'failed' }),
      call('d1', under('D')),
      call('E'),
    );
    expect(texts(view().sections(state, 80))).toEqual([
      ...['→ A', '  → a1'],
      ...['→ B', '  → b1', '    → b2  ✗ failed', '      why'],
      '→ C  ◐ running',
      ...['  → c1', '    → c2  ◐ running', '      → c3', '        → c4', ''],
      ...['  → c5', ''],
      ...['→ D  ✗ failed', '  → d1', ''],
      ...['→ E', ''],
    ]);
  });

  it('does so over the borders of chunks', () => {
    const chat = view();
    const many = Array.from({ length: 62 }, (_, n) => call(`c${n}`));
    const before = told(...many, call('A'), call('a1', under('A')));
    expect(texts(chat.sections(before, 80)).slice(-3)).toEqual(['→ A', '  → a1', '']);
    const sections = chat.sections(update(before, call('B')), 80);
    expect(sections).toHaveLength(2);
    expect(texts(sections).slice(-4)).toEqual(['→ A', '  → a1', '→ B', '']);
  });

  it('says in one line what they have done, also of a change', () => {
    const content = [{ type: 'diff', path: '/p/a.ts', oldText: 'a\n', newText: 'b\n' }];
    const [, block] = view().blocks(
      told(call('A'), call('a1', { ...under('A'), kind: 'edit', content })),
      80,
    );
    expect(textOf(block?.fold?.closed ?? '')).toBe('  ✎ a1  ▸ +3 lines');
    expect(block?.lines.map(textOf)).toEqual([
      '  ✎ a1',
      '    a.ts  +1 −1',
      '    - a',
      '    + b',
      '',
    ]);
    expect(block?.lines[2]).toMatchObject({ diff: { sign: 4, column: 6 } });
  });
});

describe('ChatView and calls that follow each other', () => {
  const done = (id: string): ToolEntry => ({
    kind: 'tool',
    id,
    turn: 1,
    call: { ...run.call, kind: 'read', title: id, state: 'output-available', content: [] },
  });
  const rows = (...entries: Entry[]): string[] =>
    view()
      .blocks(session(...entries), 80)
      .flatMap(({ lines }) => lines.map(textOf));

  it('shows them close', () => {
    const answer = say('agent', 'e9', 'That was it.');
    expect(rows(done('a'), done('b'), answer)).toEqual(['→ a', '→ b', '', 'That was it.', '']);
  });

  it('keeps the blank below one with more than a line', () => {
    const failed: ToolEntry = {
      ...done('a'),
      call: { ...run.call, kind: 'read', title: 'a', state: 'output-error', rawOutput: 'why' },
    };
    expect(rows(failed, done('b'))).toEqual(['→ a  ✗ failed', '  why', '', '→ b', '']);
  });

  it('does so over the borders of chunks, and gives the same sections again', () => {
    const chat = view();
    const calls = Array.from({ length: 64 }, (_, n) => done(`c${n}`));
    const first = session(...calls);
    const [alone] = chat.sections(first, 80);
    expect(alone?.rows).toBe(65);
    const more = { ...first, entries: first.entries.push(done('next')) };
    const sections = chat.sections(more, 80);
    expect(sections.map((section) => section.rows)).toEqual([64, 2]);
    const last = { ...more, entries: more.entries.push(say('agent', 'e9', 'x')) };
    expect(chat.sections(last, 80)[0]).toBe(sections[0]);
  });
});
