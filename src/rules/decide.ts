/** What the rules say about a request, and why. Pure; deny before ask before allow, whatever the order of the rules. */

import { globMatches, literalLength, literally, mayMeet, wordMatches } from '../base/glob';
import type { PermissionRequest } from '../model/state';
import { coversCommand, wouldCover } from './allow-command';
import { type Match, meetsCommand } from './deny-command';
import { shown } from './known-input';
import { CONDITIONS, type Effect, type Rule, ruleText } from './rule';
import { isPattern } from './shell/command-paths';
import {
  type Consent,
  type RuleContext,
  type RuleTarget,
  type RuleTargets,
  ruleTargetsOf,
  slashes,
} from './target';

/** Which rule answered, or why none could. */
export interface Verdict {
  readonly effect: Effect;
  /** The rule that answered: the most specific of those that count. */
  readonly rule?: Rule;
  /** The reason, as a message for the user. */
  readonly why: string;
  /** A rule wants the user asked, or only the user can tell: no function may answer instead. */
  readonly final?: true;
}

export function decide(
  request: PermissionRequest,
  rules: readonly Rule[],
  context: RuleContext,
): Verdict {
  return judge(ruleTargetsOf(request, context), rules, placeOf(context));
}

/** What of a request no rule allows yet. */
export function notAllowed(
  { consents }: RuleTargets,
  rules: readonly Rule[],
  context: RuleContext,
): Consent[] {
  const place = placeOf(context);
  return consents.filter((consent) => consentVerdict(consent, rules, place).effect !== 'allow');
}

/** What the paths in rules are relative to: the session's folder as named, and where it really is. */
interface Place {
  readonly folders: readonly string[];
  readonly home?: string;
}

function placeOf({ cwd, home, realPath }: RuleContext): Place {
  const folders = [...new Set([cwd, realPath?.(cwd) ?? cwd])];
  return { folders, ...(home === undefined ? {} : { home }) };
}

/** The strictest answer to any part is the answer to all of them. */
function judge(targets: RuleTargets, rules: readonly Rule[], place: Place): Verdict {
  const strict = targets.all.flatMap((target) => strictVerdict(target, rules, place) ?? []);
  const denied = strict.find(({ effect }) => effect === 'deny');
  if (denied) return denied;
  // A rule that asks explains more than an uncertainty does.
  const [asked] = strict;
  if (asked) return { ...asked, final: true };
  const [uncertainty] = targets.uncertainties;
  if (uncertainty !== undefined) {
    const why = `only you can tell: ${uncertainty}`;
    return { effect: 'ask', why, ...(targets.opensLink ? { final: true } : {}) };
  }
  const verdicts = targets.consents.map((consent) => consentVerdict(consent, rules, place));
  const open = verdicts.find(({ effect }) => effect === 'ask');
  return open ?? allowed(verdicts) ?? { effect: 'ask', why: 'there is nothing to go by' };
}

/** The first rule represents all; the message names each that had a part in it. */
function allowed(verdicts: readonly Verdict[]): Verdict | undefined {
  const [first] = verdicts;
  const whys = new Map(verdicts.map(({ rule, why }) => [rule, why]));
  return first && whys.size > 1 ? { ...first, why: [...whys.values()].join('; ') } : first;
}

/** What rules that deny or ask say; nothing: they do not. */
function strictVerdict(
  target: RuleTarget,
  rules: readonly Rule[],
  place: Place,
): Verdict | undefined {
  const met = rules
    .filter(({ effect }) => effect !== 'allow')
    .map((rule) => ({ rule, match: meets(rule, target, place) }));
  const matched = (effect: Effect, wanted: Match): Rule | undefined =>
    mostSpecific(
      met
        .filter(({ rule, match }) => rule.effect === effect && match === wanted)
        .map(({ rule }) => rule),
    );
  const about = describe(target);
  const deny = matched('deny', 'yes');
  if (deny) return { effect: 'deny', rule: deny, why: because(deny, about) };
  const ask = matched('ask', 'yes') ?? matched('ask', 'maybe');
  if (ask) return { effect: 'ask', rule: ask, why: because(ask, about) };
  const near = matched('deny', 'maybe');
  if (!near) return undefined;
  return { effect: 'ask', rule: near, why: `${about} may be what "${ruleText(near)}" is about` };
}

function consentVerdict(consent: Consent, rules: readonly Rule[], place: Place): Verdict {
  const rule = mostSpecific(
    rules.filter((one) => one.effect === 'allow' && covers(one, consent, place)),
  );
  const about = describe(consent);
  if (rule) return { effect: 'allow', rule, why: because(rule, about) };
  const near = rules.find((one) => isNear(one, consent));
  if (near) {
    const why = `does not take all words of ${about}: what they are to it is not known`;
    return { effect: 'ask', why: `"${ruleText(near)}" (${sourceText(near)}) ${why}` };
  }
  const why = `no rule is about ${about}`;
  return {
    effect: 'ask',
    why: consent.familiar
      ? why
      : `${why} by the name of its tool, and not all of its input is known`,
  };
}

function because(rule: Rule, about: string): string {
  return `"${ruleText(rule)}" (${sourceText(rule)}) is about ${about}`;
}

function sourceText({ source }: Rule): string {
  return source === 'override' ? 'instead of one of the options' : source.replace('_', ' ');
}

function describe({ command, paths, kinds, tool }: RuleTarget | Consent): string {
  if (command) {
    const env = 'env' in command ? command.env : [];
    const words = command.words.map((word) =>
      'known' in word && !word.known ? `${word.text}…` : word.text,
    );
    return `the command "${shown([...env, ...words].join(' '))}"`;
  }
  if (paths[0] !== undefined) return shown(paths[0]);
  return tool ? `the tool ${shown(tool)}` : `"${kinds[0]}"`;
}

/** Conditions that are alike in rules of all kinds. */
function fitsPlainly(rule: Rule, { agent, tool, kinds }: RuleTarget | Consent): boolean {
  if (rule.agent !== undefined && !wordMatches(rule.agent, agent)) return false;
  if (rule.tool !== undefined && !wordMatches(rule.tool, tool ?? '')) return false;
  return rule.kind === undefined || kinds.some((kind) => kind === rule.kind);
}

/** Whether a rule allows something for sure. */
function covers(rule: Rule, consent: Consent, place: Place): boolean {
  const { command, paths, familiar } = consent;
  if (!fitsPlainly(rule, consent)) return false;
  if (!familiar && literalLength(rule.tool ?? '') === 0) return false;
  if (command) return rule.path === undefined && coversCommand(rule.command, command);
  if (rule.command !== undefined) return false;
  if (rule.path === undefined) return true;
  const patterns = absolutePatterns(rule.path, place);
  return paths.length > 0 && paths.every((path) => patterns.some((one) => globMatches(one, path)));
}

/** Whether a rule would allow a command if more were known of its program. */
function isNear(rule: Rule, consent: Consent): boolean {
  const { effect, command = '', path } = rule;
  if (effect !== 'allow' || path !== undefined || !fitsPlainly(rule, consent)) return false;
  return consent.command !== undefined && wouldCover(command, consent.command);
}

/** Whether a rule that denies or asks is about something, or may be. */
function meets(rule: Rule, target: RuleTarget, place: Place): Match {
  if (!fitsPlainly(rule, target)) return 'no';
  const byCommand =
    rule.command === undefined
      ? 'yes'
      : target.command
        ? meetsCommand(rule.command, target.command)
        : 'no';
  if (rule.path === undefined || byCommand === 'no') return byCommand;
  const byPath = meetsPath(rule.path, target, place);
  return byPath === 'yes' ? byCommand : byPath;
}

function meetsPath(path: string, { paths, mentions, loose }: RuleTarget, place: Place): Match {
  // File systems may ignore the case.
  const patterns = absolutePatterns(path, place).map((one) => one.toLowerCase());
  const isNear = (name: string): boolean =>
    patterns.some((one) => globMatches(one, name.toLowerCase()));
  if ([...paths, ...mentions].some(isNear)) return 'yes';
  const mayBe = (name: string): boolean =>
    isPattern(name) ? patterns.some((one) => mayStandFor(name.toLowerCase(), one)) : isNear(name);
  return loose.some(mayBe) ? 'maybe' : 'no';
}

/** Whether a pattern may be replaced by the name of a file that a rule is about: by the shell, or by a program that looks into folders. */
function mayStandFor(pattern: string, rule: string): boolean {
  if (mayMeet(pattern, rule)) return true;
  const name = baseName(pattern);
  const wanted = baseName(rule);
  return literalLength(name) > 0 && literalLength(wanted) > 0 && mayMeet(name, wanted);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function absolutePatterns(pattern: string, { folders, home }: Place): string[] {
  return folders.map((folder) => absolute(pattern, folder, home));
}

/** A pattern without a beginning starts at the session's folder; `~` is the home folder. */
function absolute(pattern: string, cwd: string, home?: string): string {
  if (pattern.startsWith('/') || pattern.startsWith('**') || /^[A-Za-z]:/.test(pattern))
    return pattern;
  if (pattern.startsWith('~/') && home) return literally(slashes(home)) + pattern.slice(1);
  const root = literally(slashes(cwd));
  return `${root.endsWith('/') ? root : `${root}/`}${pattern.replace(/^\.\//, '')}`;
}

// --- the most specific

function mostSpecific(rules: readonly Rule[]): Rule | undefined {
  return rules.reduce<Rule | undefined>(
    (best, rule) => (best && specificity(best) >= specificity(rule) ? best : rule),
    undefined,
  );
}

const WEIGHTS = { command: 1000, path: 1000, tool: 300, kind: 100, agent: 50 } as const;

function specificity(rule: Rule): number {
  return CONDITIONS.reduce((sum, name) => {
    const value = rule[name];
    return value === undefined ? sum : sum + WEIGHTS[name] + literalLength(value);
  }, 0);
}
