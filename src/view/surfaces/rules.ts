/** `:Acp rules`: which rules hold, who gave the last answers and why, and all that can be changed about it. */
import { ageText } from '../age';
import type { Line } from '../block';
import { line } from '../line';
import {
  type Content,
  type Hint,
  type ItemBlock,
  plainBlock,
  type SurfaceDefinition,
} from './surface';

/** One rule as the user sees it. */
export interface ListedRule {
  readonly text: string;
  readonly source: 'options' | 'project' | 'session' | 'allow_reads' | 'override';
  /** Its place among the rules of the session, or of the project's file. */
  readonly n?: number;
  /** A rule of the options that is switched off until Neovim ends. */
  readonly off?: boolean;
  /** The rule that replaces it. */
  readonly override?: string;
}

/** One of the last answers to a permission. */
export interface ListedAnswer {
  /** ISO 8601. */
  readonly time: string;
  readonly outcome: string;
  readonly by: string;
  readonly title: string;
  readonly command?: string;
  readonly paths: readonly string[];
  /** Which rule answered and why, or why none did. */
  readonly rule?: string;
  /** Rules that would have allowed it. */
  readonly suggested: readonly string[];
}

export interface RulesModel {
  readonly rules: readonly ListedRule[];
  /** Newest first. */
  readonly answers: readonly ListedAnswer[];
  /** There is a session, and so a project. */
  readonly hasSession: boolean;
  /** Name of the project's file. */
  readonly file: string;
  /** Milliseconds. */
  readonly now: number;
}

export type RuleItem =
  | { readonly kind: 'rule'; readonly rule: ListedRule }
  | { readonly kind: 'answer'; readonly answer: ListedAnswer };

const MAX_ANSWERS = 30;
export const UNTIL = 'until Neovim ends';

export const rulesSurface: SurfaceDefinition<RulesModel, RuleItem> = {
  kind: 'rules',
  heading: 'Rules',
  place: { kind: 'center', zindex: 65, zindexBehind: 55, minWidth: 60 },
  cursorline: true,
  keys: [
    {
      action: 'rules_change',
      lhs: '<CR>',
      label: 'change the rule; of an answer: make a rule that allows it',
    },
    { action: 'rules_add', lhs: 'a', label: 'add a rule for the session' },
    { action: 'rules_add_project', lhs: 'A', label: 'add a rule for the project' },
    {
      action: 'rules_remove',
      lhs: 'd',
      label: 'remove the rule (one of your configuration: switch it off)',
    },
    { action: 'rules_undo', lhs: 'u', label: 'let a rule of your configuration hold again' },
    {
      action: 'rules_keep',
      lhs: 'p',
      label: 'move the rule from the session to the project, or back',
    },
    { action: 'rules_file', lhs: 'o', label: 'open the file of the project at the rule' },
    { action: 'rules_help', lhs: 'g?', label: 'show the keys' },
    { action: 'rules_close', lhs: 'q', label: 'close the rules', closes: true },
  ],
  content,
  hints,
};

function content(model: RulesModel): Content<RuleItem> {
  const { hasSession, file, answers, now } = model;
  return {
    title: 'Rules',
    blocks: [
      ...(hasSession ? section(model, 'Session', ['session'], 'none') : []),
      ...(hasSession ? section(model, `Project (${file})`, ['project'], 'none that count') : []),
      ...section(model, 'Your configuration', ['options', 'allow_reads'], 'none'),
      plainBlock('answers', heading('Last answers')),
      ...(answers.length === 0 ? [plainBlock('answers none', muted('none yet'))] : []),
      ...answers.slice(0, MAX_ANSWERS).map((answer, index) => answerBlock(answer, index, now)),
    ],
  };
}

function section(
  { rules }: RulesModel,
  title: string,
  sources: readonly ListedRule['source'][],
  empty: string,
): ItemBlock<RuleItem>[] {
  const own = rules.filter(({ source }) => sources.includes(source));
  return [
    plainBlock(title, heading(title)),
    ...(own.length === 0 ? [plainBlock(`${title} none`, muted(empty))] : []),
    ...own.map((rule, index) => ruleBlock(rule, `${title} ${index}`)),
    plainBlock(`${title} end`, ''),
  ];
}

function ruleBlock(rule: ListedRule, id: string): ItemBlock<RuleItem> {
  const state =
    rule.override !== undefined
      ? `  (${UNTIL}: ${rule.override})`
      : rule.off
        ? `  (off ${UNTIL})`
        : '';
  const shown = line([`    ${rule.text}${state}`], rule.off ? 'AcpMuted' : undefined);
  return { id, lines: [shown], item: { kind: 'rule', rule } };
}

function answerBlock(answer: ListedAnswer, index: number, now: number): ItemBlock<RuleItem> {
  const about = answer.command ?? answer.paths[0] ?? answer.title;
  const age = ageText(answer.time, now);
  const first = line([
    `    ${answer.outcome} by ${answer.by}: ${about}`,
    ...(age ? [[`  ${age}`, 'AcpMuted'] as const] : []),
  ]);
  return {
    id: `answer ${index}`,
    lines: answer.rule ? [first, line([`      ${answer.rule}`], 'AcpMuted')] : [first],
    item: { kind: 'answer', answer },
  };
}

function heading(text: string): Line {
  return line([`  ${text}`], 'AcpPermissionTitle');
}

function muted(text: string): Line {
  return line([`    ${text}`], 'AcpMuted');
}

function hints({ hasSession }: RulesModel, item: RuleItem | undefined): Hint[] {
  const here = item ? hintsFor(item) : [];
  if (!hasSession) return here;
  const add: Hint = ['rules_add', 'add'];
  return here.length > 0 ? [...here, add] : [add, ['rules_add_project', 'add to the project']];
}

function hintsFor(item: RuleItem): Hint[] {
  if (item.kind === 'answer') {
    return item.answer.suggested.length > 0 ? [['rules_change', 'make a rule of it']] : [];
  }
  const { source, off } = item.rule;
  if (source === 'session') {
    return [
      ['rules_change', 'change'],
      ['rules_remove', 'remove'],
      ['rules_keep', 'to the project'],
    ];
  }
  if (source === 'project') {
    return [
      ['rules_change', 'change'],
      ['rules_remove', 'remove'],
      ['rules_keep', 'to the session'],
      ['rules_file', 'file'],
    ];
  }
  return [
    ['rules_change', 'put another in its place'],
    off ? ['rules_undo', 'undo'] : ['rules_remove', 'off'],
  ];
}
