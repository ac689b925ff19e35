import { displayWidth, oneLine, truncateDisplay, truncateStart } from '../base/text';
import type { ToolCall, ToolEntry } from '../model/state';
import { isWorking } from '../model/times';
import { keepsPlan } from '../model/todo-tools';
import type { ToolState } from '../model/tool-life';
import type { ContentBlock } from '../protocol/schema.gen';
import type { Block, Line } from './block';
import type { ViewContext } from './context';
import { shownTime } from './elapsed';
import { FOLDED_WIDTH, foldedRows, foldedUnder } from './folded';
import type { Group } from './groups';
import { line, type Part, textOf, withTarget } from './line';
import { withChanges } from './tools/changes';
import { shownTitle, titleTarget } from './tools/place';
import type { ToolRenderer } from './tools/renderer';

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
  const header = headerLine(call, renderer, context, time);
  // The question shows all of it.
  if (call.state === 'approval-requested') return { id, lines: [header, ''] };
  const body = renderer.body(call, { ...context, turn, saysTime: time !== undefined });
  if (isBrief(entry, renderer) && body.lines.length > 0) {
    const lines = [header, ...body.lines, ''];
    return { id, lines, fold: foldedUnder(header, 0, body.lines.length) };
  }
  const { lines, fold } = withChanges(body, entry, context.cwd);
  return {
    id,
    lines: [header, ...lines, ''],
    ...(fold ? { fold: foldedRows(fold.from + 1, fold.to + 1) } : {}),
  };
}

/** What keeps the plan says nothing else. Whether there is one is known when it has ended. */
function isInPlan({ call, turn }: ToolEntry, { hasPlan }: ViewContext): boolean {
  if (!keepsPlan(call)) return false;
  const { state } = call;
  return isWorking(state) || state === 'input-streaming' || (isDone(call) && hasPlan(turn));
}

/** One line is enough of what went well, has changed nothing and gave nothing but text. */
function isBrief({ call, changes }: ToolEntry, { isBrief }: ToolRenderer): boolean {
  if (!isBrief || !isDone(call) || changes !== undefined) return false;
  return call.content.every((item) => item.type === 'content' && isText(item.content));
}

function isDone({ state }: ToolCall): boolean {
  return state === 'output-available';
}

function isText({ type }: ContentBlock): boolean {
  return type === 'text';
}

function headerLine(
  call: ToolCall,
  renderer: ToolRenderer,
  context: ViewContext,
  time: string | undefined,
): Line {
  const { icon } = renderer;
  const state = STATES[call.state];
  const detail = renderer.detail?.(call, context);
  const end = endOf(state, time);
  const taken = icon.length + 1 + displayWidth(textOf(line(end))) + (state ? 0 : FOLDED_WIDTH + 2);
  const room = Math.max(20, context.width - taken);
  const parts: Part[] = [
    [icon, 'AcpToolKind'],
    ' ',
    ...named(withoutIcon(shownTitle(call, context), icon), detail && oneLine(detail.text), room),
    ...end,
  ];
  return withTarget(line(parts), detail?.target ?? titleTarget(call, context));
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
function named(title: string, detail: string | undefined, room: number): Part[] {
  if (!detail) return [[truncateDisplay(title, room), 'AcpToolTitle']];
  const half = Math.floor((room - 2) / 2);
  const forTitle = Math.max(half, room - 2 - displayWidth(detail));
  const shown = truncateDisplay(title, forTitle);
  const rest = room - 2 - displayWidth(shown);
  return [[shown, 'AcpToolTitle'], '  ', [truncateStart(detail, rest), 'AcpPath']];
}
