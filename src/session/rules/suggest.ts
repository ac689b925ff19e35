/** The narrowest rules that would have allowed a request: for the user to look at, change and make. Pure. */
import { sanitize } from '../../base/text';
import type { PermissionRequest } from '../state';
import { decide, notAllowed } from './decide';
import { parseRule, type Rule, ruleText } from './rule';
import { type Surroundings, slashes, subjectOf, type Unit } from './subject';

export interface Suggestion {
  /** As text; none when no rule can allow the request. */
  readonly rules: readonly string[];
  /** Why not, in words. */
  readonly why?: string;
}

/** More would not be read before they are made. */
const MAX_RULES = 8;

/** What allows the request, added to the rules that hold already. */
export function suggestRules(
  request: PermissionRequest,
  rules: readonly Rule[],
  around: Surroundings,
): Suggestion {
  const units = notAllowed(subjectOf(request, around), rules, around);
  const made = units.flatMap((unit) => ruleFor(unit, around) ?? []);
  const texts = [...new Set(made.map(ruleText))];
  const verdict = decide(request, [...rules, ...made], around);
  if (verdict.effect !== 'allow') return { rules: [], why: verdict.why };
  if (texts.length > MAX_RULES) {
    return { rules: [], why: `it would take ${texts.length} rules` };
  }
  return { rules: texts };
}

function ruleFor(unit: Unit, around: Surroundings): Rule | undefined {
  if (unit.command) return commandRule(unit.command);
  const [kind = 'other'] = unit.allowKinds.slice(-1);
  const [path] = unit.paths;
  if (path !== undefined) return safely({ kind, path: pattern(path, around) });
  return unit.tool === undefined
    ? safely({ kind, agent: unit.agent })
    : safely({ tool: unit.tool, kind });
}

/** The words of the command up to the first that a rule cannot name. */
function commandRule({ words, env }: NonNullable<Unit['command']>): Rule | undefined {
  const end = words.findIndex(({ text, known }) => !known || !/^\S+$/.test(text));
  const named = words.slice(0, end < 0 ? words.length : end).map(({ text }) => text);
  if (named.length === 0 || env.some((one) => /\s/.test(one))) return undefined;
  for (let length = named.length; length > 0; length--) {
    const rule = safely({ command: [...env, ...named.slice(0, length)].join(' ') });
    if (rule) return rule;
  }
  return undefined;
}

/** Exactly this path, as seen from the session's folder where it is below that. */
function pattern(path: string, { cwd }: Surroundings): string {
  const root = `${slashes(cwd).replace(/\/$/, '')}/`;
  const name = path.startsWith(root) ? path.slice(root.length) : path;
  return name.replace(/[*?[\]{},\\]/g, '\\$&');
}

/** The rule, if its text says the same, and shows all that it says. */
function safely(conditions: Omit<Rule, 'effect' | 'source'>): Rule | undefined {
  const rule: Rule = { effect: 'allow', source: 'session', ...conditions };
  const text = ruleText(rule);
  const back = parseRule(text, 'session');
  const same = typeof back !== 'string' && ruleText(back) === text && sameFields(back, rule);
  return same && sanitize(text) === text && !text.includes('\n') ? rule : undefined;
}

function sameFields(one: Rule, other: Rule): boolean {
  const fields = (rule: Rule): string => JSON.stringify(Object.entries(rule).sort());
  return fields(one) === fields(other);
}
