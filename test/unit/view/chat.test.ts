import { describe, expect, it } from 'vitest';
import { List } from '../../../src/base/list';
import { type Entry, newSession, type SessionState } from '../../../src/model/state';
import { ChatView } from '../../../src/view/chat';

const say = (kind: 'user' | 'agent', id: string, text: string): Entry => ({
  kind,
  id,
  content: [{ type: 'text', text }],
  done: true,
});

const run: Entry = {
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
    expect(first?.lines.slice(1)).toEqual([{ text: '  one', lineGroup: 'AcpOutput' }, '']);
    expect(silent?.lines).toHaveLength(2);
    expect(chat.blocks(state, 80)[0]).toBe(first);
  });

  it('draws again for another width', () => {
    const chat = view();
    const state = session({ ...run, call: { ...run.call, title: 'x'.repeat(200) } } as Entry);
    const [wide, narrow] = [chat.blocks(state, 100)[0], chat.blocks(state, 50)[0]];
    expect(JSON.stringify(wide?.lines).length).toBeGreaterThan(
      JSON.stringify(narrow?.lines).length,
    );
  });
});
