/** The narrowest rules that would have allowed a request: for the user to look at, change and make. Pure. */
import { literally } from '../base/glob';
import { sanitize } from '../base/text';
import type { PermissionRequest } from '../model/state';
import { decide, notAllowed } from './decide';
import { CONDITIONS, parseRule, type Rule, ruleText } from './rule';
import type { PlainCommand } from './shell/plain-line';
import { type Consent, type RuleContext, ruleTargetsOf, slashes } from './target';

export interface Suggestion {
  /** As text; none when no rule can allow the request. */
  readonly rules: readonly string[];
  /** Why not, as a message. */
  readonly why?: string;
}

/** More would not be read before they are made. */
const MAX_RULES = 8;

/** What allows the request, added to the rules that hold already. */
export function suggestRules(
  request: PermissionRequest,
  rules: readonly Rule[],
  context: RuleContext,
): Suggestion {
  const open = notAllowed(ruleTargetsOf(request, context), rules, context);
  const made = open.flatMap((consent) => ruleFor(consent, context) ?? []);
  const texts = [...new Set(made.map(ruleText))];
  const verdict = decide(request, [...rules, ...made], context);
  if (verdict.effect !== 'allow') return { rules: [], why: verdict.why };
  if (texts.length > MAX_RULES) {
    return { rules: [], why: `it would take ${texts.length} rules` };
  }
  return { rules: texts };
}

function ruleFor(consent: Consent, context: RuleContext): Rule | undefined {
  if (consent.command) return commandRule(consent.command);
  const [kind = 'other'] = consent.kinds;
  const [path] = consent.paths;
  const named = path === undefined ? {} : { path: pattern(path, context) };
  if (consent.tool !== undefined && (path === undefined || !consent.familiar)) {
    return safely({ tool: consent.tool, kind, ...named });
  }
  return path === undefined ? safely({ kind, agent: consent.agent }) : safely({ kind, ...named });
}

/** Exactly this command; none where a rule cannot say so. */
function commandRule({ env, words }: PlainCommand): Rule | undefined {
  const all = [...env, ...words.map(({ text }) => text)];
  if (all.some((text) => !/^[^\s*]+$/.test(text))) return undefined;
  return safely({ command: all.join(' ') });
}

/** Exactly this path, as seen from the session's folder where it is below that. */
function pattern(path: string, { cwd }: RuleContext): string {
  const root = `${slashes(cwd).replace(/\/$/, '')}/`;
  return literally(path.startsWith(root) ? path.slice(root.length) : path);
}

/** The rule, if its text says the same, and shows all that it says. */
function safely(conditions: Omit<Rule, 'effect' | 'source'>): Rule | undefined {
  const rule: Rule = { effect: 'allow', source: 'session', ...conditions };
  const text = ruleText(rule);
  const back = parseRule(text, 'session');
  const isSame = typeof back !== 'string' && CONDITIONS.every((name) => back[name] === rule[name]);
  return isSame && sanitize(text) === text && !text.includes('\n') ? rule : undefined;
}
