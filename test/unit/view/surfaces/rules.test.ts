import { describe, expect, it } from 'vitest';
import { sanitize } from '../../../../src/base/text';
import type { Line } from '../../../../src/view/block';
import { textOf } from '../../../../src/view/line';
import {
  type ListedAnswer,
  type RulesModel,
  rulesSurface,
} from '../../../../src/view/surfaces/rules';
import { footerText, itemAt, mappedKeys, rowOf } from '../../../../src/view/surfaces/surface';

const answer: ListedAnswer = {
  time: '2026-11-21T10:11:12.345Z',
  outcome: 'reject_once',
  by: 'user',
  title: 'Run it',
  command: 'make it',
  paths: [],
  rule: 'no rule is about the command "make it"',
  suggested: ['allow command=make it'],
};
const model: RulesModel = {
  rules: [
    { text: 'allow command=make', source: 'session', n: 1 },
    { text: 'deny command=rm', source: 'options', off: true },
    { text: 'ask command=mv', source: 'options', off: true, instead: 'allow command=mv a b' },
  ],
  answers: [answer],
  hasSession: true,
  file: '.acp.json',
};
const blocks = (of: RulesModel) => rulesSurface.content(of).blocks;
const shown = (of: RulesModel): string[] =>
  blocks(of)
    .flatMap(({ lines }): readonly Line[] => lines)
    .map(textOf);
/** The footer where the cursor is on the line with this text. */
const footer = (of: RulesModel, text: string): string => {
  const row = shown(of).findIndex((line) => line.includes(text));
  const keys = mappedKeys(rulesSurface.keys, {});
  return footerText(rulesSurface.hints(of, itemAt(blocks(of), row)), keys);
};

describe('the window of rules', () => {
  it('lists the rules by where they come from, and the last answers', () => {
    expect(shown(model)).toEqual([
      'Session',
      '  allow command=make',
      '',
      'Project (.acp.json)',
      '  none that count',
      '',
      'Your configuration',
      '  deny command=rm  (off until Neovim ends)',
      '  ask command=mv  (until Neovim ends: allow command=mv a b)',
      '',
      'Last answers',
      '  10:11:12 reject_once by user: make it',
      '    no rule is about the command "make it"',
    ]);
  });

  it('has neither session nor project without a chat', () => {
    expect(shown({ ...model, hasSession: false, answers: [] })).toEqual([
      'Your configuration',
      '  deny command=rm  (off until Neovim ends)',
      '  ask command=mv  (until Neovim ends: allow command=mv a b)',
      '',
      'Last answers',
      '  none yet',
    ]);
  });

  it('says in the footer what can be done on the line of the cursor', () => {
    expect(footer(model, 'allow command=make')).toBe(
      ' <CR> change  d remove  p to the project  a add ',
    );
    expect(footer(model, 'deny command=rm')).toBe(' <CR> put another in its place  u undo  a add ');
    expect(footer(model, 'make it')).toBe(' <CR> make a rule of it  a add ');
    expect(footer(model, 'Session')).toBe(' a add  A add to the project ');
    expect(footer({ ...model, hasSession: false }, 'Your configuration')).toBe('');
  });

  it('shows control characters of agents as what they are', () => {
    const hostile = { ...model, answers: [{ ...answer, command: 'a\x1b[31m\nb\u202e' }] };
    for (const line of shown(hostile)) {
      expect(line).toBe(sanitize(line));
      expect(line).not.toContain('\n');
    }
  });

  it('finds the row of a rule', () => {
    const row = rowOf(blocks(model), (item) => item.kind === 'rule' && item.rule.off === true);
    expect(shown(model)[row ?? -1]).toContain('deny command=rm');
  });
});
