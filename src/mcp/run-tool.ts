/** Runs one tool: consent first, then what it does. */
import { Deferred } from '../base/deferred';
import { pause } from '../base/timeout';
import { throwIfAborted, unlessAborted } from '../protocol/abort';
import { endingOf, isLate, wasCancelled } from './call-outcome';
import { type AllowedBy, consentToChange, consentToRead, judged, type WantedCall } from './consent';
import { toolContext, UnaskedReads } from './context';
import type { Deadline } from './deadline';
import { PlannedWrites, shownChanges } from './planned-writes';
import { registeredResult, structuredResult, type WireResult } from './result';
import {
  type ChangingTool,
  type EditorTool,
  type Fields,
  type Plan,
  type ReadingTool,
  type RegisteredTool,
  type ToolContext,
  ToolFailure,
} from './tool';
import type { EditorAccess } from './tool-session';

export interface ToolRun<T = EditorTool | RegisteredTool> extends WantedCall {
  readonly tool: T & WantedCall['tool'];
  readonly input: Fields;
  readonly editor: EditorAccess;
  readonly deadline: Deadline;
  readonly progress: ToolContext['progress'];
  /** A handler of the user's runs from now on. It answers, too, when its tool is taken back: it may do that itself. */
  readonly handedOver: () => void;
}

export interface RunResult {
  readonly result: WireResult;
  readonly by: AllowedBy;
}

export function runTool(run: ToolRun): Promise<RunResult> {
  const { tool } = run;
  if (tool.effect === 'changes') return runChanging({ ...run, tool });
  return tool.effect === 'unknown' ? runRegistered({ ...run, tool }) : runReading({ ...run, tool });
}

async function runReading(run: ToolRun<ReadingTool>): Promise<RunResult> {
  const { tool, input, signal, deadline } = run;
  const by = await deadline.during(consentToRead(run));
  const fields = await unlessAborted(tool.run(input, toolContext(run)), signal);
  return { by, result: structuredResult(fields, tool.annotate?.(fields)) };
}

async function runRegistered(run: ToolRun<RegisteredTool>): Promise<RunResult> {
  const { tool, input, session, signal, progress, deadline } = run;
  const by = await deadline.during(consentToChange(run));
  throwIfAborted(signal);
  run.handedOver();
  const running = tool.run(input, { scope: session.scope, signal, progress });
  const returned = await unlessAborted(running, signal);
  return { by, result: registeredResult(returned, tool.outputSchema) };
}

/** Milliseconds in which writes that were given up say what became of them. */
const SETTLING_MS = 500;

/** Writes are waited for, whoever gives up the call: what became of them must be known. But not for ever. */
async function unlessLate(writing: Promise<void>, signal: AbortSignal): Promise<void> {
  const late = new Deferred<never>();
  const onAbort = async (): Promise<void> => {
    if (!isLate(signal)) return;
    await pause(SETTLING_MS);
    late.reject(new ToolFailure(unknownEnd(signal)));
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([writing, late.promise]);
  } catch (error) {
    throw isLate(signal) && wasCancelled(error) ? new ToolFailure(notWritten(signal)) : error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function unknownEnd(signal: AbortSignal): string {
  const { why } = endingOf(signal);
  return `It is not known whether this was done, or will be yet: ${why}. Look at the file before you do it again.`;
}

/** Writes wait for a user who is in the middle of a command: most likely it was that. */
function notWritten(signal: AbortSignal): string {
  const { why } = endingOf(signal);
  return `Not written: ${why}. The user may be in the middle of a command in the editor; try again later.`;
}

/** What is denied whatever comes of it is not even planned. */
async function runChanging(run: ToolRun<ChangingTool>): Promise<RunResult> {
  const { tool, signal } = run;
  judged(run);
  const reads = new UnaskedReads(run);
  const plan = await planned(run, reads);
  const by = await carryOut(run, plan, reads);
  const fields = await unlessAborted(Promise.resolve(plan.result()), signal);
  return { by, result: structuredResult(fields, tool.annotate?.(fields)) };
}

async function planned(run: ToolRun<ChangingTool>, reads: UnaskedReads): Promise<Plan> {
  const { tool, input, signal } = run;
  const context = { ...toolContext(run), documents: reads };
  try {
    return await unlessAborted(tool.plan(input, context), signal);
  } catch (error) {
    // What went wrong may say what is in the files.
    await reads.ask();
    throw error;
  }
}

async function carryOut(
  run: ToolRun<ChangingTool>,
  plan: Plan,
  reads: UnaskedReads,
): Promise<AllowedBy> {
  if (plan.writes.length === 0 && !plan.apply) {
    await reads.ask();
    return 'table';
  }
  const { described, deadline, signal } = run;
  const writes = new PlannedWrites(run, described.toolCallId);
  const prepared = await unlessAborted(writes.prepare(plan.writes), signal);
  const shown = { ...shownChanges(prepared), isRead: reads.any };
  const by = await deadline.during(consentToChange(run, shown));
  // The one question that the user has answered says both.
  if (by !== 'user') await reads.ask();
  await unlessLate(writes.write(prepared, signal), signal);
  const rest = plan.apply?.(signal, (more) => writes.writeMore(more, signal));
  if (rest) await unlessAborted(rest, signal);
  return by;
}
