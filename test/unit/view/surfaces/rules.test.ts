import { describe, expect, it } from 'vitest';
import { sanitize } from '../../../../src/base/text';
import type { Line } from '../../../../src/view/block';
import { textOf, withMarks } from '../../../../src/view/line';
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
    { text: 'ask command=mv', source: 'options', off: true, override: 'allow command=mv a b' },
  ],
  answers: [answer],
  hasSession: true,
  file: '.acp.json',
  now: Date.parse('2026-11-21T10:14:12Z'),
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
      '  Session',
      '    allow command=make',
      '',
      '  Project (.acp.json)',
      '    none that count',
      '',
      '  Your configuration',
      '    deny command=rm  (off until Neovim ends)',
      '    ask command=mv  (until Neovim ends: allow command=mv a b)',
      '',
      '  Last answers',
      '    reject_once by user: make it  2 min ago',
      '      no rule is about the command "make it"',
    ]);
  });

  it('has neither session nor project without a chat', () => {
    expect(shown({ ...model, hasSession: false, answers: [] })).toEqual([
      '  Your configuration',
      '    deny command=rm  (off until Neovim ends)',
      '    ask command=mv  (until Neovim ends: allow command=mv a b)',
      '',
      '  Last answers',
      '    none yet',
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

  it('offers for every rule what can be done with it', () => {
    const rules = [
      { text: 'deny command=a', source: 'project', n: 1 },
      { text: 'deny command=b', source: 'options' },
      { text: 'allow reads', source: 'allow_reads' },
    ] as const;
    const full = { ...model, rules };
    expect(shown(full).slice(3, 8)).toEqual([
      '  Project (.acp.json)',
      '    deny command=a',
      '',
      '  Your configuration',
      '    deny command=b',
    ]);
    expect(shown(full)).toContain('    allow reads');
    expect(footer(full, 'command=a')).toBe(
      ' <CR> change  d remove  p to the session  o file  a add ',
    );
    expect(footer(full, 'command=b')).toBe(' <CR> put another in its place  d off  a add ');
    const useless = { ...model, answers: [{ ...answer, suggested: [] }] };
    expect(footer(useless, 'make it')).toBe(' a add  A add to the project ');
    expect(footer({ ...model, hasSession: false }, 'make it')).toBe(' <CR> make a rule of it ');
  });

  it('says that there are no rules', () => {
    expect(shown({ ...model, rules: [], answers: [] })).toEqual([
      '  Session',
      '    none',
      '',
      '  Project (.acp.json)',
      '    none that count',
      '',
      '  Your configuration',
      '    none',
      '',
      '  Last answers',
      '    none yet',
    ]);
  });

  it('mutes a rule that is off', () => {
    const looks = blocks(model).flatMap(({ lines }) => lines.map(withMarks));
    const lookOf = (text: string) => looks.find((line) => line.text.includes(text))?.lineGroup;
    expect(lookOf('deny command=rm')).toBe('AcpMuted');
    expect(lookOf('allow command=make')).toBeUndefined();
    expect(lookOf('none that count')).toBe('AcpMuted');
    expect(lookOf('no rule is about')).toBe('AcpMuted');
    expect(lookOf('Session')).toBe('AcpPermissionTitle');
    expect(rulesSurface.content(model).title).toBe('Rules');
  });

  it('names an answer by its command, else by its file, else by its title', () => {
    const { command: _, rule: _rule, ...other } = answer;
    const last = (one: ListedAnswer): string | undefined =>
      shown({ ...model, answers: [one] }).at(-1);
    expect(last({ ...other, paths: ['/p/a', '/p/b'] })).toBe(
      '    reject_once by user: /p/a  2 min ago',
    );
    expect(last(other)).toBe('    reject_once by user: Run it  2 min ago');
    expect(last({ ...other, time: 'now' })).toBe('    reject_once by user: Run it');
  });

  it('lists the thirty newest answers', () => {
    const answers = Array.from({ length: 31 }, (_, n) => ({ ...answer, command: `make ${n}` }));
    const text = shown({ ...model, answers }).join('\n');
    expect(text).toContain('make 29');
    expect(text).not.toContain('make 30');
  });

  it('gives every line a name of its own', () => {
    for (const of of [
      { ...model, answers: [answer, answer] },
      { ...model, rules: [], answers: [] },
    ]) {
      const ids = blocks(of).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});
