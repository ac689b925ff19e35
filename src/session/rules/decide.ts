/** What the rules say about a request, and why. Pure; deny before ask before allow, whatever the order of the rules. */
import { oneLine, truncateDisplay } from '../../base/text';
import type { PermissionRequest } from '../state';
import { globMatches, literalLength, wordMatches } from './glob';
import { type CommandPart, isHarmlessName, type Word } from './parts';
import { CONDITIONS, type Effect, type Rule, ruleText } from './rule';
import { type Subject, type Surroundings, slashes, subjectOf, type Unit } from './subject';
import { programName } from './wrapper-options';

/** Which rule answered, or why none could. */
export interface Verdict {
  readonly effect: Effect;
  /** The rule that answered: the most specific of those that count. */
  readonly rule?: Rule;
  /** In words, for the user. */
  readonly why: string;
  /** A rule wants the user asked, or only the user can tell: no function may answer instead. */
  readonly final?: true;
}

export function decide(
  request: PermissionRequest,
  rules: readonly Rule[],
  around: Surroundings,
): Verdict {
  return judge(subjectOf(request, around), rules, placeOf(around));
}

/** The units of a subject that no rule allows yet. */
export function notAllowed(
  { units }: Subject,
  rules: readonly Rule[],
  around: Surroundings,
): Unit[] {
  const place = placeOf(around);
  return units.filter((unit) => unitVerdict(unit, rules, place).effect !== 'allow');
}

function placeOf({ cwd, home, realPath }: Surroundings): Place {
  const folders = [...new Set([cwd, realPath?.(cwd) ?? cwd])];
  return { folders, ...(home === undefined ? {} : { home }) };
}

/** The strictest answer to any unit is the answer to all of them. */
function judge(subject: Subject, rules: readonly Rule[], around: Place): Verdict {
  const verdicts = subject.units.map((unit) => unitVerdict(unit, rules, around));
  const denied = verdicts.find(({ effect }) => effect === 'deny');
  if (denied) return denied;
  // A rule that asks explains more than a doubt does.
  const asked = verdicts.find(({ effect, rule }) => effect === 'ask' && rule);
  if (asked) return { ...asked, final: true };
  const [doubt] = subject.doubts;
  if (doubt !== undefined) {
    const why = `only you can tell: ${doubt}`;
    return { effect: 'ask', why, ...(subject.opensLink ? { final: true } : {}) };
  }
  const open = verdicts.find(({ effect }) => effect === 'ask');
  return open ?? allowed(verdicts) ?? { effect: 'ask', why: 'there is nothing to go by' };
}

/** The first rule stands for all; the words name every one that had a part in it. */
function allowed(verdicts: readonly Verdict[]): Verdict | undefined {
  const byRule = verdicts.filter(({ rule }) => rule);
  const [first = verdicts[0]] = byRule;
  const whys = new Map(byRule.map(({ rule, why }) => [rule, why]));
  return first && whys.size > 1 ? { ...first, why: [...whys.values()].join('; ') } : first;
}

/** What the paths in rules are relative to: the session's folder as named, and where it really is. */
interface Place {
  readonly folders: readonly string[];
  readonly home?: string;
}

type Match = 'yes' | 'maybe' | 'no';

function unitVerdict(unit: Unit, rules: readonly Rule[], around: Place): Verdict {
  const matched = (effect: Effect, wanted: Match): Rule | undefined =>
    mostSpecific(
      rules.filter((rule) => rule.effect === effect && matchUnit(rule, unit, around) === wanted),
    );
  const about = describe(unit);
  const deny = matched('deny', 'yes');
  if (deny) return { effect: 'deny', rule: deny, why: because(deny, about) };
  const ask = matched('ask', 'yes') ?? matched('ask', 'maybe');
  if (ask) return { effect: 'ask', rule: ask, why: because(ask, about) };
  const near = matched('deny', 'maybe');
  if (near)
    return { effect: 'ask', rule: near, why: `${about} may be what "${ruleText(near)}" is about` };
  if (unit.command && isCovered(unit.command))
    return { effect: 'allow', why: `${about} needs no rule` };
  const allow = matched('allow', 'yes');
  if (allow) return { effect: 'allow', rule: allow, why: because(allow, about) };
  return { effect: 'ask', why: `no rule is about ${about}` };
}

function because(rule: Rule, about: string): string {
  return `"${ruleText(rule)}" (${sourceText(rule)}) is about ${about}`;
}

function sourceText({ source }: Rule): string {
  return source === 'instead' ? 'instead of one of the options' : source.replace('_', ' ');
}

/** Its wrapper is judged in its place, or nothing runs. */
function isCovered({ covered, words, env }: CommandPart): boolean {
  return covered || (words.length === 0 && env.length === 0);
}

function describe({ command, paths, kinds, tool }: Unit): string {
  if (command) {
    const words = command.words.map(({ text, known }) => (known ? text : `${text}…`));
    return `the command "${shown([...command.env, ...words].join(' '))}"`;
  }
  if (paths[0] !== undefined) return shown(paths[0]);
  return tool ? `the tool ${shown(tool)}` : `"${kinds[0]}"`;
}

function shown(text: string): string {
  return truncateDisplay(oneLine(text), 200);
}

function matchUnit(rule: Rule, unit: Unit, around: Place): Match {
  const allows = rule.effect === 'allow';
  if (rule.agent !== undefined && !wordMatches(rule.agent, unit.agent)) return 'no';
  if (rule.tool !== undefined && !wordMatches(rule.tool, unit.tool ?? '')) return 'no';
  const kinds = allows ? unit.allowKinds : unit.kinds;
  if (rule.kind !== undefined && !kinds.some((kind) => kind === rule.kind)) return 'no';
  const command =
    rule.command === undefined ? 'yes' : matchCommand(rule.command, unit.command, allows);
  if (rule.path === undefined || matchPath(rule.path, unit, allows, around)) return command;
  return !allows && command !== 'no' && mayMean(unit.patterns, rule.path) ? 'maybe' : 'no';
}

/** Whether the shell may put the name of a file that the rule is about in the place of one of these patterns. */
function mayMean(patterns: readonly string[], path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (name === '' || /[*?[\]{}\\]/.test(name)) return false;
  return patterns.some((pattern) => globMatches(pattern.toLowerCase(), name));
}

function matchPath(
  pattern: string,
  { paths, mentions }: Unit,
  allows: boolean,
  around: Place,
): boolean {
  const patterns = around.folders.map((folder) => absolute(pattern, folder, around.home));
  const fits = (path: string): boolean => patterns.some((one) => globMatches(one, path));
  // File systems may ignore the case: what denies does so, too.
  const isNear = (path: string): boolean =>
    fits(path) || patterns.some((one) => globMatches(one.toLowerCase(), path.toLowerCase()));
  return allows ? paths.length > 0 && paths.every(fits) : [...paths, ...mentions].some(isNear);
}

/** A pattern without a beginning starts at the session's folder; `~` is the home folder. */
function absolute(pattern: string, cwd: string, home?: string): string {
  if (pattern.startsWith('/') || pattern.startsWith('**') || /^[A-Za-z]:/.test(pattern))
    return pattern;
  const plainly = (folder: string): string => slashes(folder).replace(/[*?[\]{},]/g, '\\$&');
  if (pattern.startsWith('~/') && home) return plainly(home) + pattern.slice(1);
  const root = plainly(cwd);
  return `${root.endsWith('/') ? root : `${root}/`}${pattern.replace(/^\.\//, '')}`;
}

// --- commands

/** The assignments and words that a rule's command consists of. */
function prefixOf(text: string): { words: readonly string[]; env: readonly string[] } {
  const words = text.trim().split(/\s+/);
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  return {
    env: words.slice(0, first < 0 ? words.length : first),
    words: first < 0 ? [] : words.slice(first),
  };
}

/**
 * `git status` is any command that begins with these words. A rule that denies also catches the program in another
 * folder; when the words stand apart, or one of them is not known, it is a "maybe", and the user is asked.
 */
function matchCommand(text: string, part: CommandPart | undefined, allows: boolean): Match {
  if (!part || part.words.length === 0) return 'no';
  const { words, env } = prefixOf(text);
  if (allows) {
    const fits = words.every((word, index) => isWord(word, part.words[index]));
    const sameEnv = sameSet(env.filter(canChange), part.env);
    return fits && sameEnv && words.length > 0 ? 'yes' : 'no';
  }
  return deniedBy(words, part.words);
}

function canChange(assignment: string): boolean {
  return !isHarmlessName(assignment.slice(0, assignment.indexOf('=')));
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.every((one) => b.includes(one)) && b.every((one) => a.includes(one));
}

function isWord(pattern: string, word: Word | undefined): boolean {
  return word?.known === true && wordMatches(pattern, word.text);
}

function deniedBy(wanted: readonly string[], words: readonly Word[]): Match {
  const [program = '', ...rest] = wanted;
  const [first, ...given] = words;
  if (!first) return 'no';
  if (!first.known) return 'maybe';
  const named =
    isWord(program, first) || program === first.text.slice(first.text.lastIndexOf('/') + 1);
  const alike = programName(program) === programName(first.text);
  if (!named && !alike) return 'no';
  if (named && rest.every((word, index) => isWord(word, given[index]))) return 'yes';
  if (given.some(({ known }) => !known)) return 'maybe';
  let from = 0;
  const apart = rest.every((word) => {
    const at = given.findIndex((one, index) => index >= from && isWord(word, one));
    from = at + 1;
    return at >= 0;
  });
  return apart ? 'maybe' : 'no';
}

// --- the most specific

function mostSpecific(rules: readonly Rule[]): Rule | undefined {
  const [first, ...rest] = rules;
  if (!first) return undefined;
  return rest.reduce((best, rule) => (specificity(rule) > specificity(best) ? rule : best), first);
}

const WEIGHTS = { command: 1000, path: 1000, tool: 300, kind: 100, agent: 50 } as const;

function specificity(rule: Rule): number {
  return CONDITIONS.reduce((sum, name) => {
    const value = rule[name];
    return value === undefined ? sum : sum + WEIGHTS[name] + literalLength(value);
  }, 0);
}
