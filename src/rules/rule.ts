import type { ToolKind } from '../protocol/schema.gen';

export type Effect = 'allow' | 'ask' | 'deny';

export const EFFECTS: readonly Effect[] = ['deny', 'ask', 'allow'];

export const CONDITIONS = ['tool', 'kind', 'path', 'command', 'agent'] as const;
export type Condition = (typeof CONDITIONS)[number];

/**
 * A rule of the user: what it is about, and what happens then. It applies when all of its conditions do; absent ones hold
 * for everything.
 */
export interface Rule extends Readonly<Partial<Record<Condition, string>>> {
  readonly effect: Effect;
  /** `override`: the user put it in the place of a rule of the options, until Neovim ends. */
  readonly source: 'options' | 'project' | 'session' | 'allow_reads' | 'override';
}

/** The rule as one writes it: `allow kind=edit path=src/**`. */
export function ruleText(rule: Rule): string {
  const conditions = CONDITIONS.flatMap((name) => (rule[name] ? [`${name}=${rule[name]}`] : []));
  return [rule.effect, ...conditions].join(' ');
}

/** The rule as it is written in the options and in a project's file: `{ "allow": true, "command": "make" }`. */
export function ruleJson(rule: Rule): string {
  const conditions = CONDITIONS.flatMap((name) => (rule[name] ? [[name, rule[name]]] : []));
  const fields = [[rule.effect, true], ...conditions];
  return `{ ${fields.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')} }`;
}

const OBJECT = `expected { allow|ask|deny = true, ${CONDITIONS.join('|')} = "…" }`;
const SHAPE = `expected allow, ask or deny and ${CONDITIONS.map((name) => `${name}=…`).join(' ')}`;

/** The opposite of `ruleText`; a string that says what is wrong. */
export function parseRule(text: string, source: Rule['source']): Rule | string {
  const [effect = '', ...rest] = text.trim().split(/\s+(?=\w+=|$)/);
  if (!EFFECTS.includes(effect as Effect)) return `${SHAPE}, got "${effect}"`;
  const conditions: Partial<Record<Condition, string>> = {};
  for (const one of joinUnknown(rest)) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(one) ?? [];
    if (!(CONDITIONS as readonly string[]).includes(name) || value.trim() === '') {
      return `${SHAPE}, got "${one}"`;
    }
    conditions[name as Condition] = value.trim();
  }
  return checked(effect as Effect, conditions, source);
}

/** The rule, unless its conditions contradict each other. */
function checked(
  effect: Effect,
  conditions: Partial<Record<Condition, string>>,
  source: Rule['source'],
): Rule | string {
  if (conditions.kind !== undefined && !isKind(conditions.kind)) {
    return `expected one of ${KINDS.join(', ')}, got "kind=${conditions.kind}"`;
  }
  if (effect === 'allow' && conditions.path !== undefined && conditions.command !== undefined) {
    return 'a path says nothing about the other words of a command: allow one or the other';
  }
  return { effect, source, ...conditions };
}

export const KINDS: readonly ToolKind[] = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
];

function isKind(text: string): boolean {
  return (KINDS as readonly string[]).includes(text);
}

/** A command may hold `NAME=value` words of its own: only our names begin a condition. */
function joinUnknown(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const name = piece.split('=', 1)[0] ?? '';
    const known = (CONDITIONS as readonly string[]).includes(name);
    const last = joined.at(-1);
    if (known || last === undefined) joined.push(piece);
    else joined[joined.length - 1] = `${last} ${piece}`;
  }
  return joined;
}

/** Reads one rule of a file: `{ "allow": true, "kind": "read" }`; a string says what is wrong with it. */
export function ruleOf(item: unknown, source: Rule['source']): Rule | string {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return OBJECT;
  const fields = Object.entries(item) as [string, unknown][];
  const effects = EFFECTS.filter((effect) => fields.some(([name]) => name === effect));
  const [effect, another] = effects;
  const conditions = fields.filter(([name]) => !(EFFECTS as readonly string[]).includes(name));
  const known = conditions.every(
    ([name, value]) =>
      (CONDITIONS as readonly string[]).includes(name) &&
      typeof value === 'string' &&
      value.trim() !== '',
  );
  if (!effect || another || !known || !fields.some((one) => one[0] === effect && one[1] === true)) {
    return OBJECT;
  }
  return checked(effect, Object.fromEntries(conditions), source);
}

/** The rules of the options, and what is wrong with the others. */
export interface ConfiguredRules {
  readonly rules: readonly Rule[];
  readonly problems: readonly string[];
}

/**
 * Reads the rules of the options. One that is wrong may have been meant to deny what another allows, so that with it none
 * of them allows anything; those that deny or ask hold.
 */
export function configuredRules(list: readonly unknown[]): ConfiguredRules {
  const read = list.map((item) => ruleOf(item, 'options'));
  const problems = read.flatMap((rule, index) =>
    typeof rule === 'string'
      ? [`permissions.rules[${index + 1}]: ${rule}, got ${written(list[index])}`]
      : [],
  );
  const rules = read.filter((rule) => typeof rule !== 'string');
  return {
    rules: problems.length > 0 ? rules.filter(({ effect }) => effect !== 'allow') : rules,
    problems,
  };
}

/** Nobody reads more of what is wrong. */
const MAX_WRITTEN = 100;

function written(item: unknown): string {
  const text = JSON.stringify(item) ?? 'nothing';
  return text.length > MAX_WRITTEN ? `${text.slice(0, MAX_WRITTEN)}…` : text;
}
