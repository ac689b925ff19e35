/** What the rules say about a request, and why. Pure; deny before ask before allow, whatever the order of the rules. */
import type { PermissionRequest } from '../state';
import { globMatches, literalLength } from './glob';
import type { CommandPart, Word } from './parts';
import { CONDITIONS, type Effect, type Rule, ruleText } from './rule';
import { type Subject, type Surroundings, slashes, subjectOf, type Unit } from './subject';
import { programName } from './wrappers';

/** Which rule answered, or why none could. */
export interface Verdict {
  readonly effect: Effect;
  /** The rule that answered: the most specific of those that count. */
  readonly rule?: Rule;
  /** In words, for the user. */
  readonly why: string;
}

export function decide(
  request: PermissionRequest,
  rules: readonly Rule[],
  around: Surroundings,
): Verdict {
  return judge(subjectOf(request, around), rules, around);
}

/** The strictest answer to any unit is the answer to all of them. */
export function judge(
  subject: Subject,
  rules: readonly Rule[],
  around: Pick<Surroundings, 'cwd' | 'home'>,
): Verdict {
  const verdicts = subject.units.map((unit) => unitVerdict(unit, rules, around));
  const denied = verdicts.find(({ effect }) => effect === 'deny');
  if (denied) return denied;
  // A rule that asks explains more than a doubt does.
  const asked = verdicts.find(({ effect, rule }) => effect === 'ask' && rule);
  if (asked) return asked;
  const [doubt] = subject.doubts;
  if (doubt !== undefined) return { effect: 'ask', why: `only you can tell: ${doubt}` };
  const open = verdicts.find(({ effect }) => effect === 'ask');
  return (
    open ??
    verdicts.find(({ rule }) => rule) ??
    verdicts[0] ?? { effect: 'ask', why: 'there is nothing to go by' }
  );
}

type Match = 'yes' | 'maybe' | 'no';

function unitVerdict(
  unit: Unit,
  rules: readonly Rule[],
  around: Pick<Surroundings, 'cwd' | 'home'>,
): Verdict {
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
  return `"${ruleText(rule)}" (${rule.source.replace('_', ' ')}) is about ${about}`;
}

/** Its wrapper is judged in its place, or nothing runs. */
function isCovered({ covered, words, env }: CommandPart): boolean {
  return covered || (words.length === 0 && env.length === 0);
}

function describe({ command, paths, kinds, tool }: Unit): string {
  if (command) {
    const words = command.words.map(({ text, known }) => (known ? text : `${text}…`));
    return `the command "${[...command.env, ...words].join(' ')}"`;
  }
  if (paths[0] !== undefined) return paths[0];
  return tool ? `the tool ${tool}` : `"${kinds[0]}"`;
}

function matchUnit(rule: Rule, unit: Unit, around: Pick<Surroundings, 'cwd' | 'home'>): Match {
  const allows = rule.effect === 'allow';
  if (rule.agent !== undefined && !globMatches(rule.agent, unit.agent)) return 'no';
  if (rule.tool !== undefined && !globMatches(rule.tool, unit.tool ?? '')) return 'no';
  if (rule.kind !== undefined && !matchKind(rule.kind, unit, allows)) return 'no';
  if (rule.path !== undefined && !matchPath(rule.path, unit, allows, around)) return 'no';
  return rule.command === undefined ? 'yes' : matchCommand(rule.command, unit.command, allows);
}

/** A command is a command, whatever kind the agent calls it: only as such is it allowed. */
function matchKind(kind: string, { kinds, command }: Unit, allows: boolean): boolean {
  return allows && command ? kind === 'execute' : kinds.some((one) => one === kind);
}

function matchPath(
  pattern: string,
  { paths, mentions }: Unit,
  allows: boolean,
  around: Pick<Surroundings, 'cwd' | 'home'>,
): boolean {
  const fits = (path: string): boolean => globMatches(absolute(pattern, around), path);
  return allows ? paths.length > 0 && paths.every(fits) : [...paths, ...mentions].some(fits);
}

/** A pattern without a beginning starts at the session's folder; `~` is the home folder. */
function absolute(pattern: string, { cwd, home }: Pick<Surroundings, 'cwd' | 'home'>): string {
  if (pattern.startsWith('/') || pattern.startsWith('**') || /^[A-Za-z]:/.test(pattern))
    return pattern;
  const plainly = (folder: string): string => slashes(folder).replace(/[*?[\]{},]/g, '\\$&');
  if (pattern.startsWith('~/') && home) return plainly(home) + pattern.slice(1);
  const root = plainly(cwd);
  return `${root.endsWith('/') ? root : `${root}/`}${pattern.replace(/^\.\//, '')}`;
}

// --- commands

/** The words and assignments that a rule's command begins with; undefined when it is no plain command. */
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
    return fits && words.length > 0 && part.env.every((one) => env.includes(one)) ? 'yes' : 'no';
  }
  return deniedBy(words, part.words);
}

function isWord(pattern: string, word: Word | undefined): boolean {
  return word?.known === true && (pattern === word.text || wordMatches(pattern, word.text));
}

/** Only `*` is special in a word of a rule. */
function wordMatches(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return false;
  const pieces = pattern.split('*').map((piece) => piece.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.*')}$`, 's').test(text);
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
