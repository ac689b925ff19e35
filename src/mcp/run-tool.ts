/** Runs one tool: consent first, then what it does. */
import { throwIfAborted, unlessAborted } from '../protocol/abort';
import { type AllowedBy, consentToChange, consentToRead, judged, type WantedCall } from './consent';
import { toolContext } from './context';
import type { Deadline } from './deadline';
import { PlannedWrites, shownChanges } from './planned-writes';
import { registeredResult, structuredResult, type WireResult } from './result';
import type {
  ChangingTool,
  EditorTool,
  Fields,
  Plan,
  ReadingTool,
  RegisteredTool,
  ToolContext,
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

/** What is denied whatever comes of it is not even planned. */
async function runChanging(run: ToolRun<ChangingTool>): Promise<RunResult> {
  const { tool, input, signal } = run;
  judged(run);
  const plan = await unlessAborted(tool.plan(input, toolContext(run)), signal);
  const by = await carryOut(run, plan);
  const fields = await unlessAborted(Promise.resolve(plan.result()), signal);
  return { by, result: structuredResult(fields, tool.annotate?.(fields)) };
}

async function carryOut(run: ToolRun<ChangingTool>, plan: Plan): Promise<AllowedBy> {
  if (plan.writes.length === 0 && !plan.apply) return 'table';
  const { described, deadline, signal } = run;
  const writes = new PlannedWrites(run, described.toolCallId);
  const prepared = await unlessAborted(writes.prepare(plan.writes), signal);
  const by = await deadline.during(consentToChange(run, shownChanges(prepared)));
  await writes.write(prepared, signal);
  const rest = plan.apply?.(signal, (more) => writes.writeMore(more, signal));
  if (rest) await unlessAborted(rest, signal);
  return by;
}
