import { describe, expect, it } from 'vitest';
import { List } from '../../../src/base/list';
import { type Entry, newSession } from '../../../src/model/state';
import type { ToolState } from '../../../src/model/tool-life';
import type { Block } from '../../../src/view/block';
import { ChatView } from '../../../src/view/chat';
import { MOTIONS } from '../../../src/view/motions';
import { diffBlocks } from '../../../src/view/patch';
import { transcriptSurface } from '../../../src/view/surfaces/transcript';

const say = (kind: 'user' | 'agent' | 'thought', done = true): Entry => ({
  kind,
  id: kind,
  content: [{ type: 'text', text: 'one\ntwo' }],
  done,
});

const call = (state: ToolState): Entry => ({
  kind: 'tool',
  id: 'call',
  turn: 1,
  call: {
    toolCallId: 'c',
    title: 'Read',
    kind: 'read',
    status: 'in_progress',
    state,
    content: [],
    locations: [],
  },
});

const draw = (...entries: Entry[]): Block[] =>
  new ChatView({ onError: () => {} }).blocks(
    { ...newSession('demo', '/p'), entries: List.of(entries) },
    80,
  );

describe('where motions stop', () => {
  it('is said by the kind of an entry and by how it went', () => {
    const stops = (entry: Entry) => draw(entry)[0]?.stops;
    expect([say('user'), say('agent'), say('thought')].map(stops)).toEqual([
      ['message', 'prompt'],
      ['message'],
      undefined,
    ]);
    expect([call('running'), call('output-error'), call('output-denied')].map(stops)).toEqual([
      ['tool'],
      ['tool', 'error'],
      ['tool'],
    ]);
    expect(stops({ kind: 'notice', id: 'n', level: 'error', text: 'no' })).toEqual(['error']);
    expect(stops({ kind: 'notice', id: 'n', level: 'info', text: 'so' })).toBeUndefined();
  });

  it('comes with patches, also when only how it went has changed', () => {
    const before: Block = { id: 'a', lines: ['same', ''], stops: ['tool'] };
    const after: Block = { ...before, stops: ['tool', 'error'] };
    const ranges = (old: Block[], next: Block[]) => diffBlocks(old, next).patch.ranges;
    expect(ranges([], [before])).toEqual([{ key: 'a', kind: 'tool', from: 0, to: 0 }]);
    expect(ranges([before], [after])).toContainEqual({ key: 'a', kind: 'error', from: 0, to: 0 });
    expect(ranges([after], [before])).toContainEqual({ key: 'a', kind: 'error' });
    expect(ranges([after], [])).toEqual([
      { key: 'a', kind: 'tool' },
      { key: 'a', kind: 'error' },
    ]);
  });

  it('has two keys for each of the table', () => {
    const names = MOTIONS.flatMap(({ name }) => [`${name}_next`, `${name}_prev`]);
    expect(transcriptSurface.keys.flatMap((key) => (key.motion ? [key.action] : []))).toEqual(
      names,
    );
  });
});

describe('a message', () => {
  it('folds when it grows no more, and is open until the user closes it', () => {
    const fold = (entry: Entry) => draw(entry)[0]?.fold;
    expect(fold(say('agent'))).toEqual({ from: 0, to: 1, open: true });
    expect(fold(say('agent', false))).toBeUndefined();
    expect(fold({ ...say('agent'), content: [{ type: 'text', text: 'one' }] } as Entry)).toBe(
      undefined,
    );
  });
});
