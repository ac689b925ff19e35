import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState } from '../../../src/model/state';
import type { SessionUpdate } from '../../../src/protocol/schema.gen';
import type { Block, Section } from '../../../src/view/block';
import { ChatView } from '../../../src/view/chat';
import { diffSections } from '../../../src/view/patch';
import { allLines, PIECE } from '../../../src/view/pieces';
import { BufferModel, expected, expectedRanges } from './buffer';

const SEED = 20_261_121;
const reported = (state: SessionState, update: SessionUpdate): SessionState =>
  reduce(state, { type: 'update', update });
const newView = (): ChatView =>
  new ChatView({
    onError: (error) => {
      throw error;
    },
  });

/** A buffer that is kept at a state in limited patches, as the drawer does it. */
class Screen {
  readonly buffer = new BufferModel();
  readonly view = newView();
  #drawn: readonly Section[] = [];

  flush(state: SessionState, width: number, limit: number): boolean {
    const { patch, drawn, complete } = diffSections(
      this.#drawn,
      this.view.sections(state, width),
      limit,
    );
    this.buffer.apply(patch);
    this.#drawn = drawn;
    return complete;
  }
}

const speaker = fc.constantFrom('agent_message_chunk' as const, 'agent_thought_chunk' as const);
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('word ', '\n', 'a line\n', '\n\n', '```js\n', '```\n') },
  { weight: 2, arbitrary: fc.constantFrom('| a | b |\n|-|-|\n', '| a | b |\n', '| `c`', '|\n') },
  { weight: 1, arbitrary: fc.constantFrom('\x1b', '[31m', '\r', '👍', '\ud83d', '\udc4d') },
);
/** So much at once that pieces are sealed and tables grow long. */
const flood = fc
  .tuple(piece, fc.integer({ min: PIECE - 3, max: 3 * PIECE }))
  .map(([text, count]) => text.repeat(count));
const text = fc
  .tuple(speaker, fc.oneof({ weight: 8, arbitrary: piece }, { weight: 2, arbitrary: flood }))
  .map(
    ([sessionUpdate, value]): SessionUpdate => ({
      sessionUpdate,
      content: { type: 'text', text: value },
    }),
  );
const image = fc.constant<SessionUpdate>({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'image', mimeType: 'image/png', data: '' },
});
const call = fc
  .tuple(fc.nat(90), fc.constantFrom('in_progress' as const, 'completed' as const), fc.nat(20))
  .map(
    ([id, status, lines]): SessionUpdate => ({
      sessionUpdate: 'tool_call_update',
      toolCallId: `call ${id}`,
      title: 'Run',
      kind: 'execute',
      status,
      content: [{ type: 'content', content: { type: 'text', text: 'out\n'.repeat(lines) } }],
      _meta: { terminal_output: { terminal_id: `call ${lines}`, data: 'more\n' } },
    }),
  );
const calls = fc.array(call, { minLength: 60, maxLength: 90 });
const updates = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: text.map((one) => [one]) },
      { weight: 1, arbitrary: image.map((one) => [one]) },
      { weight: 2, arbitrary: call.map((one) => [one]) },
      { weight: 1, arbitrary: calls },
    ),
    { maxLength: 25 },
  )
  .map((groups) => groups.flat());

describe('a transcript that grows', () => {
  it('is in the end what drawing it anew gives, however it was cut', () => {
    const width = fc.constantFrom(12, 60);
    const limit = fc.constantFrom(64, 3000, Number.POSITIVE_INFINITY);
    fc.assert(
      fc.property(updates, limit, fc.array(width, { minLength: 25 }), (all, bytes, widths) => {
        const screen = new Screen();
        let state = newSession('agent', '/p');
        all.forEach((update, index) => {
          state = reported(state, update);
          if (index % 3 === 0) screen.flush(state, widths[index % 25] ?? 60, bytes);
        });
        for (let flush = 0; !screen.flush(state, 60, Math.max(bytes, 3000)); flush++) {
          expect(flush).toBeLessThan(1000);
        }
        const anew: Block[] = newView().blocks(state, 60);
        expect(screen.buffer.show()).toEqual(expected(anew));
        for (const [key, rows] of screen.buffer.ranges) {
          // The editor itself moves what only moved; the last report of a range has its length.
          expect([key, lengthOf(rows)]).toEqual([key, lengthOf(expectedRanges(anew).get(key))]);
        }
      }),
      { numRuns: 60, seed: SEED },
    );
  });

  it('hands out the pieces, and the sections, that did not change as the same objects', () => {
    const view = newView();
    let state = newSession('agent', '/p');
    for (let n = 0; n < 100; n++) {
      const toolCallId = `call ${n}`;
      state = reported(state, { sessionUpdate: 'tool_call', toolCallId, title: 'Read' });
    }
    const say = (value: string): void => {
      const content = { type: 'text', text: value } as const;
      state = reported(state, { sessionUpdate: 'agent_message_chunk', content });
    };
    say('one line\n'.repeat(10 * PIECE));
    const before = view.sections(state, 60);
    say('and more');
    const now = view.sections(state, 60);
    expect(now[0]).toBe(before[0]);
    const [old, next] = [before, now].map((sections) => sections.at(-1)?.blocks.at(-1));
    expect(next?.sealed).toHaveLength(9);
    expect(next?.sealed?.every((sealed, at) => sealed === old?.sealed?.[at])).toBe(true);
    expect(next && allLines(next)).toHaveLength(10 * PIECE + 2);
  });
});

function lengthOf(rows: string | undefined): number | undefined {
  const [from, to] = rows?.split('-').map(Number) ?? [];
  return from === undefined || to === undefined ? undefined : to - from;
}
