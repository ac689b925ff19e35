import { homedir } from 'node:os';
import type { Logger } from '../base/logger';
import { plain } from '../base/plain';
import type { Lua } from '../nvim/lua';
import type { PolicyAnswer } from '../session/permissions';
import { decide, type Verdict } from '../session/rules/decide';
import { configuredRules, parseRule, type Rule, ruleText } from '../session/rules/rule';
import { askedCommands, askedPaths } from '../session/rules/subject';
import type { Session } from '../session/session';
import type { PermissionRequest } from '../session/state';
import type { PermissionConfig } from './events';
import { realPathSync } from './real-path';

export interface RuleBookOptions {
  readonly config: () => PermissionConfig;
  readonly lua: Lua;
  readonly log: Logger;
}

/** The user's function gets no more time than this. */
const HOOK_MS = 200;

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
  readonly #sessions = new WeakMap<Session, readonly Rule[]>();
  /** Why a question was put to the user, by its id. */
  readonly #whys = new Map<string, string>();

  constructor(options: RuleBookOptions) {
    this.#options = options;
  }

  /** The rules that hold for a session. */
  rules(session: Session | undefined): readonly Rule[] {
    const { rules, allow_reads } = this.#options.config();
    return [
      ...(session ? this.#own(session) : []),
      ...(session ? (this.#projects.get(session.state.cwd) ?? []) : []),
      ...configuredRules(rules, 'options'),
      ...(allow_reads ? READS : []),
    ];
  }

  setProject(cwd: string, rules: readonly unknown[]): void {
    this.#projects.set(cwd, configuredRules(rules, 'project'));
  }

  /** Adds a rule for a session; as its `n`th, counting from 1, when given. Throws with a text for the user. */
  put(session: Session, text: string, n?: number): void {
    const rule = parseRule(text, 'session');
    if (typeof rule === 'string') throw new Error(rule);
    const own = this.#own(session);
    if (n === undefined) this.#sessions.set(session, [...own, rule]);
    else this.#sessions.set(session, own.with(this.#index(own, n), rule));
  }

  remove(session: Session, n: number): void {
    const own = this.#own(session);
    this.#sessions.set(session, own.toSpliced(this.#index(own, n), 1));
  }

  /** Why the question of this id was not answered by a rule; forgets it. */
  takeWhy(id: string): string | undefined {
    const why = this.#whys.get(id);
    this.#whys.delete(id);
    return why;
  }

  /** See `Policy`. */
  answer(
    session: Session,
    request: PermissionRequest,
  ): PolicyAnswer | undefined | Promise<PolicyAnswer | undefined> {
    let verdict: Verdict;
    try {
      verdict = this.#verdict(session, request);
    } catch (error) {
      // A mistake of ours must not answer for the user.
      this.#options.log.error('the rules failed', error);
      return undefined;
    }
    this.#whys.set(request.id, verdict.why);
    if (verdict.effect !== 'deny' && this.#options.config().decide) {
      return this.#withHook(session, request, verdict);
    }
    return verdict.effect === 'ask' ? undefined : this.#choose(request, verdict, 'rule');
  }

  #own(session: Session): readonly Rule[] {
    return this.#sessions.get(session) ?? [];
  }

  #index(own: readonly Rule[], n: number): number {
    if (!own[n - 1]) throw new Error(`this session has no rule ${n}`);
    return n - 1;
  }

  #verdict(session: Session, request: PermissionRequest): Verdict {
    const { agent, cwd } = session.state;
    const around = { agent, cwd, home: homedir(), realPath: realPathSync };
    return decide(request, this.rules(session), around);
  }

  /** Takes an option that answers just once; without one the user is asked. */
  #choose(
    { id, options }: PermissionRequest,
    { effect, why }: Pick<Verdict, 'effect' | 'why'>,
    by: 'rule' | 'hook',
  ): PolicyAnswer | undefined {
    const kind = effect === 'allow' ? 'allow_once' : 'reject_once';
    const [option, another] = options.filter((one) => one.kind === kind);
    // Some agents put the answers to a question so: which one is not for a rule to say.
    if (option && (effect === 'deny' || !another)) return { optionId: option.optionId, by, why };
    const offered = option ? `several ${kind}` : `no ${kind}`;
    this.#whys.set(id, `${why}, but the agent offers ${offered}`);
    return undefined;
  }

  /** The function may deny what a rule allows, and allow what no rule asks about and is understood. */
  async #withHook(
    session: Session,
    request: PermissionRequest,
    verdict: Verdict,
  ): Promise<PolicyAnswer | undefined> {
    const said = await this.#askHook(session, request, verdict);
    const why = 'the function permissions.decide';
    if (said === 'deny') return this.#choose(request, { effect: 'deny', why }, 'hook');
    if (verdict.effect === 'allow') return this.#choose(request, verdict, 'rule');
    if (said === 'allow' && !verdict.final) {
      return this.#choose(request, { effect: 'allow', why }, 'hook');
    }
    return undefined;
  }

  async #askHook(
    { state }: Session,
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
      const asked = this.#options.lua.call('rules.decide', plain(card) as Record<string, unknown>);
      const said = await within(HOOK_MS, asked);
      return said === 'allow' || said === 'deny' ? said : undefined;
    } catch (error) {
      this.#options.log.warn('permissions.decide', error);
      return undefined;
    }
  }
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What `:Acp rules` lists. */
export function listRules(book: RuleBook, session: Session | undefined) {
  let own = 0;
  return book.rules(session).map((rule) => ({
    text: ruleText(rule),
    source: rule.source,
    ...(rule.source === 'session' ? { n: ++own } : {}),
  }));
}
