import { homedir } from 'node:os';
import { Emitter } from '../../base/emitter';
import type { Logger } from '../../base/logger';
import { plain } from '../../base/plain';
import { within } from '../../base/timeout';
import { filesMatching } from '../../files/paths/glob-files';
import { realPathSync } from '../../files/paths/real-path';
import type { Ruling } from '../../model/operations';
import type { PermissionRequest } from '../../model/state';
import { askedCommands, askedPaths } from '../../rules/asked';
import { decide, type Verdict } from '../../rules/decide';
import {
  type ConfiguredRules,
  configuredRules,
  parseRule,
  type Rule,
  ruleText,
} from '../../rules/rule';
import { type Suggestion, suggestRules } from '../../rules/suggest';
import type { RuleContext } from '../../rules/target';
import type { Decision, Policy } from '../../session/permissions';
import type { RuledSession } from '../../session/session-options';
import type { ListedRule } from '../../view/surfaces/rules';
import type { Asks } from '../asks';
import type { PermissionConfig } from '../lua-door/host-config';

export interface RuleBookOptions {
  readonly config: () => PermissionConfig;
  readonly asks: Pick<Asks, 'decide'>;
  readonly log: Logger;
}

/** The user's function gets no more time than this. */
const HOOK_MS = 2000;

const READS: readonly Rule[] = ['read', 'search'].map((kind) => ({
  effect: 'allow',
  source: 'allow_reads',
  kind,
  path: './**',
}));

/** All rules: of the options, of projects, of sessions; and the user's function. Answers permissions by them. */
export class RuleBook {
  readonly #options: RuleBookOptions;
  /** By the project's folder. */
  readonly #projects = new Map<string, readonly Rule[]>();
  readonly #sessions = new WeakMap<RuledSession, readonly Rule[]>();
  /** The rules of the options as they were read last. */
  #read: (ConfiguredRules & { readonly list: readonly unknown[] }) | undefined;
  /** Rules of the options that the user has switched off (`undefined`) or replaced, by their text. */
  readonly #overrides = new Map<string, Rule | undefined>();
  readonly #changed = new Emitter<void>();
  /** The rules have changed. */
  readonly onChange = this.#changed.on;

  constructor(options: RuleBookOptions) {
    this.#options = options;
  }

  /** What is wrong with the rules of the options, for the user; nothing when they are right. */
  problem(): string | undefined {
    this.#configured();
    const problems = this.#read?.problems ?? [];
    if (problems.length === 0) return undefined;
    return `${problems.join('; ')}. Until this is mended no rule of the options allows anything.`;
  }

  /** They may have other rules: what is asked now is decided by those. */
  optionsChanged(): void {
    this.#changed.fire();
  }

  /** The rules that hold for a session. */
  rules(session: RuledSession | undefined): readonly Rule[] {
    return [
      ...(session ? this.#own(session) : []),
      ...(session ? this.#project(session) : []),
      ...this.#configured().flatMap((rule) => {
        const text = ruleText(rule);
        return this.#overrides.has(text) ? (this.#overrides.get(text) ?? []) : rule;
      }),
    ];
  }

  /** What `:Acp rules` lists, those that are switched off too. */
  list(session: RuledSession | undefined): ListedRule[] {
    const numbered = (rules: readonly Rule[]): ListedRule[] =>
      rules.map((rule, index) => ({ text: ruleText(rule), source: rule.source, n: index + 1 }));
    const configured = this.#configured().map((rule): ListedRule => {
      const text = ruleText(rule);
      const override = this.#overrides.get(text);
      return {
        text,
        source: rule.source,
        ...(this.#overrides.has(text) ? { off: true } : {}),
        ...(override ? { override: ruleText(override) } : {}),
      };
    });
    return [
      ...(session ? numbered(this.#own(session)) : []),
      ...(session ? numbered(this.#project(session)) : []),
      ...configured,
    ];
  }

  /**
   * Switches a rule of the options off until the host ends, or puts another in its place; `null` undoes either.
   * Only the user asks for this. Throws an error with a message for the user.
   */
  override(text: string, override?: string | null): void {
    if (override === null) {
      this.#overrides.delete(text);
      this.#changed.fire();
      return;
    }
    if (!this.#configured().some((rule) => ruleText(rule) === text)) {
      throw new Error(`the options have no rule "${text}"`);
    }
    const rule = override === undefined ? undefined : parseRule(override, 'override');
    if (typeof rule === 'string') throw new Error(rule);
    this.#overrides.set(text, rule);
    this.#changed.fire();
  }

  /** The narrowest rules that would allow a request. */
  suggest(session: RuledSession, request: PermissionRequest): Suggestion {
    try {
      return suggestRules(request, this.rules(session), contextOf(session));
    } catch (error) {
      this.#options.log.error('no rule can be suggested', error);
      return { rules: [], why: 'the request cannot be understood' };
    }
  }

  setProject(cwd: string, rules: readonly Rule[]): void {
    this.#projects.set(cwd, rules);
    this.#changed.fire();
  }

  /** Adds a rule for a session. Throws with a message for the user. */
  put(session: RuledSession, text: string): void {
    this.#setOwn(session, [...this.#own(session), sessionRule(text)]);
  }

  /** Changes the `n`th rule (1-based) of a session; without a text removes it. Throws with a message for the user. */
  change(session: RuledSession, n: number, text?: string): void {
    const own = this.#own(session);
    const index = this.#index(own, n);
    this.#setOwn(
      session,
      text === undefined ? own.toSpliced(index, 1) : own.with(index, sessionRule(text)),
    );
  }

  /** See `SessionRules.answer`. */
  answer(session: RuledSession, request: PermissionRequest): ReturnType<Policy> {
    let verdict: Verdict;
    try {
      verdict = this.#verdict(session, request);
    } catch (error) {
      // A fault of ours must not answer for the user.
      this.#options.log.error('the rules failed', error);
      return undefined;
    }
    if (verdict.effect !== 'deny' && this.#options.config().decide) {
      return this.#withHook(session, request, verdict);
    }
    return verdict.effect === 'ask' ? { why: verdict.why } : choose(request, verdict, 'rule');
  }

  /** See `SessionRules.judge`. What no rule is about is let pass: nobody was asked. */
  judge(session: RuledSession, operation: PermissionRequest): Ruling | undefined {
    if (this.rules(session).every(({ effect }) => effect === 'allow')) return undefined;
    try {
      const { effect, rule, why } = this.#verdict(session, operation);
      return effect === 'allow' || !rule ? undefined : { effect, why };
    } catch (error) {
      this.#options.log.error('the rules failed', error);
      return { effect: 'deny', why: 'the rules failed' };
    }
  }

  #setOwn(session: RuledSession, rules: readonly Rule[]): void {
    this.#sessions.set(session, rules);
    this.#changed.fire();
  }

  #own(session: RuledSession): readonly Rule[] {
    return this.#sessions.get(session) ?? [];
  }

  #project({ state }: RuledSession): readonly Rule[] {
    return this.#projects.get(state.cwd) ?? [];
  }

  #configured(): readonly Rule[] {
    const { rules, allow_reads } = this.#options.config();
    if (rules !== this.#read?.list) this.#read = { list: rules, ...configuredRules(rules) };
    return [...this.#read.rules, ...(allow_reads ? READS : [])];
  }

  #index(own: readonly Rule[], n: number): number {
    if (!own[n - 1]) throw new Error(`this session has no rule ${n}`);
    return n - 1;
  }

  #verdict(session: RuledSession, request: PermissionRequest): Verdict {
    return decide(request, this.rules(session), contextOf(session));
  }

  /** The function may deny what a rule allows, and allow what no rule asks about and is understood. */
  async #withHook(
    session: RuledSession,
    request: PermissionRequest,
    verdict: Verdict,
  ): Promise<Decision> {
    const said = await this.#askHook(session, request, verdict);
    const why = 'the function permissions.decide';
    if (said === 'deny') return choose(request, { effect: 'deny', why }, 'hook');
    if (verdict.effect === 'allow') return choose(request, verdict, 'rule');
    if (said === 'allow' && !verdict.final) {
      return choose(request, { effect: 'allow', why }, 'hook');
    }
    return { why: verdict.why };
  }

  async #askHook(
    { state }: RuledSession,
    request: PermissionRequest,
    verdict: Verdict,
  ): Promise<'allow' | 'deny' | undefined> {
    const card = {
      id: request.id,
      session: state.id,
      agent: state.agent,
      cwd: state.cwd,
      title: request.title,
      kind: request.kind,
      tool: request.name,
      command: askedCommands(request),
      paths: askedPaths(request),
      input: request.rawInput ?? undefined,
      options: request.options.map(({ optionId, name, kind }) => ({ optionId, name, kind })),
      rules: verdict.effect,
      why: verdict.why,
    };
    try {
      const asked = this.#options.asks.decide(plain(card) as Record<string, unknown>);
      const said = await within(HOOK_MS, asked, `no answer in ${HOOK_MS} ms`);
      return said === 'allow' || said === 'deny' ? said : undefined;
    } catch (error) {
      this.#options.log.warn('permissions.decide', error);
      return undefined;
    }
  }
}

/** Takes an option that answers just once; without one the user is asked. */
function choose(
  { options }: PermissionRequest,
  { effect, why }: Pick<Verdict, 'effect' | 'why'>,
  by: 'rule' | 'hook',
): Decision {
  const kind = effect === 'allow' ? 'allow_once' : 'reject_once';
  const [option, another] = options.filter((one) => one.kind === kind);
  // Some agents offer answers to a question in this way: a rule cannot choose among them.
  if (option && (effect === 'deny' || !another)) return { optionId: option.optionId, by, why };
  return { why: `${why}, but the agent offers ${option ? 'several' : 'no'} ${kind}` };
}

function sessionRule(text: string): Rule {
  const rule = parseRule(text, 'session');
  if (typeof rule === 'string') throw new Error(rule);
  return rule;
}

function contextOf({ state: { agent, cwd } }: RuledSession): RuleContext {
  const isWindows = process.platform === 'win32';
  return { agent, cwd, home: homedir(), isWindows, realPath: realPathSync, filesMatching };
}
