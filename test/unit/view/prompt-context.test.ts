import { expect, it } from 'vitest';
import { reduce } from '../../../src/model/reduce';
import { newSession, type SessionState } from '../../../src/model/state';
import type { ContentBlock } from '../../../src/protocol/schema.gen';
import type { Block } from '../../../src/view/block';
import { ChatView } from '../../../src/view/chat';
import { withMarks } from '../../../src/view/line';
import { showBlock } from './show';

function drawn(...content: ContentBlock[]): Block {
  const state: SessionState = reduce(newSession('a', '/p'), { type: 'prompted', content });
  const view = new ChatView({
    onError: (error) => {
      throw error;
    },
  });
  return view.blocks(state, 60)[0] as Block;
}

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const range: ContentBlock = {
  type: 'resource',
  resource: { uri: 'file:///p/src/app.js#L4-L5', text: 'one\n\x1b[31mtwo\n' },
};

it('a prompt shows what went along by name, and folded what it was', () => {
  const link: ContentBlock = { type: 'resource_link', uri: 'file:///p/b.js', name: 'b.js' };
  const block = drawn(text('fix '), range, text(' as in '), link);
  const rows = showBlock(block).split('\n');
  expect(rows.some((row) => row.includes('fix @src/app.js:4-5 as in @b.js'))).toBe(true);
  expect(rows.filter((row) => row.endsWith('AcpChip'))).toHaveLength(2);
  expect(rows.slice(rows.findIndex((row) => row.includes('Context')))).toEqual([
    'F |▾ Context  src/app.js:4-5, b.js  «AcpMuted»',
    'F |  src/app.js:4-5 · 2 lines',
    '  |  ^^^^^^^^^^^^^^ AcpPath',
    '  |                ^^^^^^^^^^ AcpMuted',
    'F |    one  «AcpOutput»',
    'F |    two  «AcpOutput»',
    'F |  [link] b.js · file:///p/b.js',
    '  |  ^^^^^^ AcpMuted',
    '  |         ^^^^ AcpPath',
    '  |             ^^^^^^^^^^^^^^^^^ AcpMuted',
    '  |',
  ]);
});

it('its lines lead to what they name', () => {
  const block = drawn(text('fix '), range);
  const targets = block.lines.map((line) => withMarks(line).target);
  const place = (line: number) => ({ kind: 'file', path: '/p/src/app.js', line });
  expect(targets.filter((target) => target)).toEqual([
    place(4),
    place(4),
    place(4),
    place(4),
    place(5),
  ]);
});

it('a long text is cut, and says so', () => {
  const long = { uri: 'neovim://diff', text: 'x\n'.repeat(500) };
  const shown = showBlock(drawn({ type: 'resource', resource: long }));
  expect(shown).toContain('diff · 500 lines');
  expect(shown).toContain('… 300 more lines');
});
