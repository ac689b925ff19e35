import { describe, expect, it } from 'vitest';
import { noticeBlock } from '../../../src/view/notice';
import { planBlock } from '../../../src/view/plan';
import { showBlock } from './show';

describe('a plan', () => {
  it('shows how far it is, and the state and weight of its items', () => {
    const block = planBlock({
      kind: 'plan',
      id: 'e1',
      turn: 1,
      plan: [
        { content: 'Read the file', priority: 'medium', status: 'completed' },
        { content: 'Fix\nthe bug', priority: 'high', status: 'in_progress' },
        { content: 'Tidy up', priority: 'low', status: 'pending' },
      ],
    });
    expect(showBlock(block)).toMatchInlineSnapshot(`
      "  |Plan 1/3
        |^^^^ AcpToolTitle
        |     ^^^ AcpMuted
        |  ✓ Read the file
        |  ^^^^^^^^^^^^^^^ AcpPlanDone
        |  ◐ Fix the bug !
        |  ^^^^^^^^^^^^^ AcpPlanActive
        |               ^^ AcpMuted
        |  ○ Tidy up ↓
        |  ^^^^^^^^^ AcpPlanPending
        |           ^^ AcpMuted
        |"
    `);
  });

  it('that was cleared shows nothing', () => {
    expect(planBlock({ kind: 'plan', id: 'e1', turn: 1, plan: [] }).lines).toEqual([]);
  });
});

describe('a notice', () => {
  it('differs by level', () => {
    const shown = (['info', 'warn', 'error'] as const).map((level) =>
      showBlock(noticeBlock({ kind: 'notice', id: 'e1', level, text: `It is ${level}` })),
    );
    expect(shown.join('\n')).toMatchInlineSnapshot(`
      "  |· It is info
        |^^^^^^^^^^^^ AcpNoticeInfo
        |
        |! It is warn
        |^^^^^^^^^^^^ AcpNoticeWarn
        |
        |✗ It is error
        |^^^^^^^^^^^^^ AcpNoticeError
        |"
    `);
  });

  it('has its details below', () => {
    const block = noticeBlock({
      kind: 'notice',
      id: 'e1',
      level: 'error',
      text: 'The agent\nended with code 3',
      detail: 'Error: \x1b[31mno key\x1b[0m\n    at x\n',
    });
    expect(showBlock(block)).toMatchInlineSnapshot(`
      "  |✗ The agent ended with code 3
        |^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ AcpNoticeError
        |  Error: no key  «AcpMuted»
        |         ^^^^^^ AcpTerminalRed
        |      at x  «AcpMuted»
        |"
    `);
  });

  it('folds long details and keeps their end', () => {
    const detail = Array.from({ length: 300 }, (_, n) => `line ${n + 1}`).join('\n');
    const { lines, fold } = noticeBlock({
      kind: 'notice',
      id: 'e1',
      level: 'warn',
      text: 'x',
      detail,
    });
    expect(fold).toEqual({ from: 1, to: 201 });
    const short = (count: number) =>
      noticeBlock({
        kind: 'notice',
        id: 'e1',
        level: 'warn',
        text: 'x',
        detail: 'a\n'.repeat(count),
      });
    expect([short(10).fold, short(11).fold]).toEqual([undefined, { from: 1, to: 11 }]);
    expect([lines[1], lines[201]]).toMatchObject([
      { text: '  … 100 earlier lines' },
      { text: '  line 300' },
    ]);
  });
});
