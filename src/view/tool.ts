import { displayWidth, oneLine, truncateDisplay, truncateStart } from '../base/text';
import { tellsError } from '../model/mcp-result';
import type { ToolCall, ToolEntry } from '../model/state';
import { isWorking } from '../model/times';
import { keepsPlan } from '../model/todo-tools';
import type { ToolState } from '../model/tool-life';
import type { Block, Line } from './block';
import type { ViewContext } from './context';
import { shownTime } from './elapsed';
import { FOLDED_WIDTH, foldedRows, foldedUnder, GROUP_WIDTH } from './folded';
import type { Group } from './groups';
import { line, type Part, textOf, withTarget } from './line';
import { shownPath } from './path';
import { untoldChanges, withChanges } from './tools/changes';
import { onlyCommand } from './tools/output';
import { shownTitle, titleTarget, titleWithout } from './tools/place';
import type { Detail, ToolRenderer } from './tools/renderer';

/** How each state of a call is marked. Nothing has to be said of what went well. */
const STATES: Readonly<Record<ToolState, readonly [mark: string, group: Group] | undefined>> = {
  'input-streaming': ['○ waiting', 'AcpToolPending'],
  'input-available': ['○ waiting', 'AcpToolPending'],
  'approval-requested': ['? asks', 'AcpToolPending'],
  'approval-responded': ['◐ allowed', 'AcpToolRunning'],
  running: ['◐ running', 'AcpToolRunning'],
  'output-available': undefined,
  'output-error': ['✗ failed', 'AcpToolFailed'],
  'output-denied': ['⊘ denied', 'AcpToolDenied'],
  cancelled: ['⊘ cancelled', 'AcpToolDenied'],
};

/** The card of a tool call: icon, title and state on one line, under it what its renderer shows. */
export function toolBlock(entry: ToolEntry, context: ViewContext, renderer: ToolRenderer): Block {
  const { call, id, turn } = entry;
  if (isInPlan(entry, context)) return { id, lines: [] };
  const time = shownTime(entry, context.now);
  const group = entry.children ? GROUP_WIDTH : 0;
  const header = (folded = 0): Line => {
    return headerLine(entry, renderer, context, { time, folded: Math.max(folded, group) });
  };
  // The question shows all of it.
  if (call.state === 'approval-requested') return { id, lines: [header(), ''] };
  const body = renderer.body(call, {
    ...context,
    turn,
    saysTime: time !== undefined,
    ...(entry.changes ? { changes: entry.changes } : {}),
  });
  const { lines, fold } = withChanges(body, entry, context.cwd);
  if (lines.length > 0 && isBrief(entry, renderer)) {
    const first = header(FOLDED_WIDTH);
    return { id, lines: [first, ...lines, ''], fold: foldedUnder(first, 0, lines.length) };
  }
  return {
    id,
    lines: [header(), ...lines, ''],
    ...(fold ? { fold: foldedRows(fold.from + 1, fold.to + 1) } : {}),
  };
}

/** What keeps the plan says nothing else. Whether there is one is known when it has ended. */
function isInPlan({ call, turn }: ToolEntry, { hasPlan }: ViewContext): boolean {
  if (!keepsPlan(call)) return false;
  const { state } = call;
  return isWorking(state) || state === 'input-streaming' || (isDone(call) && hasPlan(turn));
}

/** One line is enough of what was told to a sub-agent and what it did well, and of what was not done at all. */
function isBrief(entry: ToolEntry, renderer: ToolRenderer): boolean {
  const { call, parent, children } = entry;
  if (children && isWorking(call.state)) return true;
  if (isDone(call))
    return children !== undefined || parent !== undefined || isOnlyText(entry, renderer);
  if (untoldChanges(entry)) return false;
  // A command that was ended may have printed why.
  return call.state === 'output-denied' || (call.state === 'cancelled' && call.kind !== 'execute');
}

/** It has changed nothing and gave nothing but text, which tells of no error. */
function isOnlyText(entry: ToolEntry, { isBrief }: ToolRenderer): boolean {
  if (!isBrief || untoldChanges(entry) || tellsError(entry.call.rawOutput)) return false;
  return entry.call.content.every(
    (item) => item.type === 'content' && item.content.type === 'text',
  );
}

function isDone({ state }: ToolCall): boolean {
  return state === 'output-available';
}

/** What a header says besides the call. */
interface Beside {
  readonly time: string | undefined;
  /** Cells for what is folded under it. */
  readonly folded: number;
}

function headerLine(
  entry: ToolEntry,
  renderer: ToolRenderer,
  context: ViewContext,
  { time, folded }: Beside,
): Line {
  const { call } = entry;
  const { icon } = renderer;
  const detail = detailOf(entry, renderer, context);
  const end = endOf(STATES[call.state], time);
  const taken = icon.length + 1 + displayWidth(textOf(line(end))) + (folded > 0 ? folded + 2 : 0);
  const room = Math.max(20, context.width - taken);
  const title = withoutIcon(shownTitle(call, context), icon);
  const parts: Part[] = [[icon, 'AcpToolKind'], ' ', ...named(title, detail, room), ...end];
  const target = detail?.target ?? titleTarget(call, context) ?? onlyCommand(call, context);
  return withTarget(line(parts), target);
}

/** What it has changed names its place already. */
function detailOf(
  entry: ToolEntry,
  renderer: ToolRenderer,
  context: ViewContext,
): Detail | undefined {
  const detail = renderer.detail?.(entry.call, context);
  const isChanged = untoldChanges(entry)?.files.some(
    ({ path }) => shownPath(path, context.cwd) === detail?.path,
  );
  return isChanged ? undefined : detail;
}

/** What stands behind the title. */
function endOf(state: (typeof STATES)[ToolState], time: string | undefined): Part[] {
  const parts: Part[] = [...(state ? [state] : []), ...(time ? [[time, 'AcpMuted'] as const] : [])];
  return parts.flatMap((part, at): Part[] => [at === 0 ? '  ' : [' · ', 'AcpMuted'], part]);
}

/** Some agents begin their titles with signs like ours. */
function withoutIcon(title: string, icon: string): string {
  return title.startsWith(`${icon} `) ? title.slice(icon.length + 1).trimStart() : title;
}

/** The title, and what it leaves out; of that the end says most. */
function named(title: string, detail: Detail | undefined, room: number): Part[] {
  if (!detail) return [[truncateDisplay(title, room), 'AcpToolTitle']];
  const { path = '' } = detail;
  const text = oneLine(detail.text);
  const own = titleWithout(title, path);
  if (own === '') return [[truncateStart(text, room), 'AcpPath']];
  const half = Math.floor((room - 2) / 2);
  const forTitle = Math.max(half, room - 2 - displayWidth(text));
  const shown = truncateDisplay(own, forTitle);
  const rest = room - 2 - displayWidth(shown);
  return [[shown, 'AcpToolTitle'], '  ', [truncateStart(text, rest), 'AcpPath']];
}
