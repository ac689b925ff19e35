import { setMaxListeners } from 'node:events';
import { type Clock, systemClock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { Logger } from '../base/logger';
import { isDeeper } from '../base/shallow';
import { oneLine } from '../base/text';
import { MAX_LEVELS } from '../nvim/rpc';
import { AcpError, describeError } from '../protocol/errors';
import { newOwnCall } from '../session/own-question';
import { CallLimits } from './call-limits';
import {
  BY_AGENT,
  type CallOutcome,
  type CallRecord,
  Ending,
  isCancelled,
  textOf,
  whyEnded,
} from './call-outcome';
import { type DescribedCall, describedCall, showCall, showCancelled, showEnd } from './cards';
import { Deadline } from './deadline';
import { type KeyWatch, WAITS_FOR_KEY } from './key-watch';
import { failedResult, tooLarge, type WireResult } from './result';
import { type RunResult, runTool } from './run-tool';
import type { SchemaCheck } from './schema-check';
import type { Fields, OfferedTool, ToolContext } from './tool';
import type { EditorAccess, ToolSession } from './tool-session';

export interface CallsOptions {
  readonly session: ToolSession;
  readonly editor: EditorAccess;
  /** The tools that the session offers now. */
  readonly offered: () => readonly OfferedTool[];
  /** Tools have come or gone. */
  readonly onOffered: (listener: () => void) => Disposable;
  /** What the agent knows the server by: rules match `<server>/<tool>`. */
  readonly server: string;
  readonly schemas: SchemaCheck;
  readonly keys: KeyWatch;
  /** Writes a call into the audit log. */
  readonly record: (record: CallRecord) => void;
  /** Reports to the user what is wrong with a tool of theirs. */
  readonly blame: (problem: string) => void;
  readonly log: Logger;
  readonly clock?: Clock;
}

/** How a call came. */
export interface Caller {
  /** The agent has cancelled it, or is gone. */
  readonly signal: AbortSignal;
  readonly progress: ToolContext['progress'];
  /** A wrong input is an error of the protocol, as it was in 2025-06-18: the model does not see that. */
  readonly rejectsInput: boolean;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** Nobody reads more of a wrong name. */
const MAX_NAME = 64;
/** More would not reach the handler of a registered tool as it is. */
const TOO_DEEP = `they are nested deeper than ${MAX_LEVELS} levels`;

/** Does the calls of one session's agent, whatever connections they come by. */
export class Calls {
  readonly #options: CallsOptions;
  readonly #clock: Clock;
  /** What was last reported to the user of tools of theirs. */
  readonly #blamed = new WeakMap<OfferedTool, string>();

  /** What else the session's agent asks for counts, too. */
  readonly limits: CallLimits;

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.limits = new CallLimits(this.#clock);
  }

  /** Rejects with an `AcpError` for what is an error of the protocol. */
  async call(name: string, input: Fields, caller: Caller): Promise<WireResult> {
    const tool = this.#options.offered().find((one) => one.name === name);
    if (!tool) throw AcpError.invalidParams(`Unknown tool: ${oneLine(name.slice(0, MAX_NAME))}`);
    const isTooDeep = isDeeper(input, MAX_LEVELS);
    const described = this.#describe(tool, isTooDeep ? {} : input);
    const entered = this.limits.enter();
    if (typeof entered === 'string') {
      this.#record(described, { outcome: 'refused', why: entered });
      return failedResult(`Not called: ${entered}.`);
    }
    try {
      const problem = isTooDeep ? TOO_DEEP : this.#options.schemas.problem(tool.inputSchema, input);
      if (problem !== undefined) return this.#invalid(described, problem, caller);
      showCall(this.#options.session, described);
      return await this.#run(tool, described, caller);
    } finally {
      entered.dispose();
    }
  }

  #describe(tool: OfferedTool, input: Fields): DescribedCall {
    const { server, session } = this.#options;
    return describedCall(newOwnCall(), tool, input, { server, cwd: session.state.cwd });
  }

  #invalid(described: DescribedCall, problem: string, { rejectsInput }: Caller): WireResult {
    const why = `Invalid arguments for tool ${described.name.split('/')[1]}: ${problem}`;
    this.#record(described, { outcome: 'invalid', why });
    if (rejectsInput) throw AcpError.invalidParams(why);
    return failedResult(why);
  }

  async #run(tool: OfferedTool, described: DescribedCall, caller: Caller): Promise<WireResult> {
    const { session, editor, keys } = this.#options;
    const ended = new AbortController();
    const end = (why: string, isLate = false): void => ended.abort(new Ending(why, isLate));
    const ms = tool.timeoutMs === undefined ? DEFAULT_TIMEOUT_MS : tool.timeoutMs;
    const deadline = new Deadline(this.#clock, ms, () =>
      end(`it took longer than ${ms} ms${keys.isWaiting ? `: ${WAITS_FOR_KEY}` : ''}`, true),
    );
    let isHandedOver = false;
    const waiting = keys.watch(() => {
      // It is the user who is asked, or a handler of theirs that asks.
      if (!deadline.isAsking && !isHandedOver) end(WAITS_FOR_KEY, true);
    });
    const offer = this.#onWithdrawn(tool, () =>
      end('the editor does not offer this tool any more'),
    );
    const stop = [
      offer.dispose,
      waiting.dispose,
      onAbort(caller.signal, () => ended.abort(BY_AGENT)),
      onAbort(session.turnCancelled, () => end('the turn was cancelled')),
    ];
    const progress: ToolContext['progress'] = (...step) => {
      if (ended.signal.aborted) return;
      deadline.restart();
      caller.progress(...step);
    };
    const { signal } = ended;
    try {
      const run = { session, tool, described, input: described.rawInput, editor };
      const handedOver = (): void => {
        isHandedOver = true;
        offer.dispose();
      };
      const done = await runTool({ ...run, signal, deadline, progress, handedOver });
      return this.#finish(tool, described, done);
    } catch (error) {
      return this.#fail(tool, described, error, signal);
    } finally {
      end('it is over');
      deadline.dispose();
      for (const remove of stop) remove();
    }
  }

  /** The user has switched it off, or it is another one now: nobody has agreed to that. */
  #onWithdrawn(tool: OfferedTool, end: () => void): Disposable {
    const { offered, onOffered } = this.#options;
    return onOffered(() => {
      if (!offered().includes(tool)) end();
    });
  }

  #finish(tool: OfferedTool, described: DescribedCall, { result, by }: RunResult): WireResult {
    const problem = this.#mismatch(tool, result);
    if (problem !== undefined) {
      throw new Error(`the result of ${tool.name} does not match its output schema: ${problem}`);
    }
    const large = tooLarge(result, tool.effect === 'changes');
    const sent = large === undefined ? result : failedResult(large);
    const outcome = sent.isError ? 'failed' : 'completed';
    const text = textOf(sent);
    const { session } = this.#options;
    const isShownByFiles = tool.effect === 'changes' && outcome === 'completed';
    showEnd(session, described, outcome, isShownByFiles ? undefined : text);
    this.#record(described, { outcome, by, ...(sent.isError ? { why: text } : {}) });
    return sent;
  }

  #mismatch({ outputSchema }: OfferedTool, result: WireResult): string | undefined {
    if (!outputSchema || result.isError) return undefined;
    const { structuredContent } = result;
    if (structuredContent === undefined) return 'there is no structured result';
    return this.#options.schemas.problem(outputSchema, structuredContent);
  }

  #fail(
    tool: OfferedTool,
    described: DescribedCall,
    error: unknown,
    signal: AbortSignal,
  ): WireResult {
    const ending = whyEnded(error, signal);
    const { session, log } = this.#options;
    if (isCancelled(ending, signal)) showCancelled(session, described, ending.why);
    else showEnd(session, described, 'failed', ending.why);
    this.#record(described, ending);
    if (ending.outcome !== 'fault') return failedResult(ending.why);
    log.error(`the tool ${described.name} failed`, error);
    if (tool.effect === 'unknown') this.#blame(tool, describeError(error));
    throw AcpError.internal(`The editor could not run this tool because of a fault of its own.`);
  }

  /** Once: the next call may well come to the same. */
  #blame(tool: OfferedTool, problem: string): void {
    if (this.#blamed.get(tool) === problem) return;
    this.#blamed.set(tool, problem);
    this.#options.blame(`your tool "${tool.name}" answers what cannot be sent: ${problem}`);
  }

  #record({ locations, ...call }: DescribedCall, outcome: CallOutcome): void {
    this.#options.record({ ...call, paths: locations.map(({ path }) => path), ...outcome });
  }
}

function onAbort(signal: AbortSignal, run: () => void): () => void {
  // As many calls as are in flight listen to the same turn.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', run, { once: true });
  if (signal.aborted) run();
  return () => signal.removeEventListener('abort', run);
}
