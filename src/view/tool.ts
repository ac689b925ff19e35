import { displayWidth, oneLine, truncateDisplay, truncateStart } from '../base/text';
import type { ToolCall, ToolEntry } from '../model/state';
import type { ToolState } from '../model/tool-life';
import type { ContentBlock } from '../protocol/schema.gen';
import type { Block, Line } from './block';
import type { ViewContext } from './context';
import { FOLDED_WIDTH, foldedRows, foldedUnder } from './folded';
import type { Group } from './groups';
import { line, type Part, withTarget } from './line';
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
  const header = headerLine(call, renderer, context);
  // The question shows all of it.
  if (call.state === 'approval-requested') return { id, lines: [header, ''] };
  const body = renderer.body(call, { ...context, turn });
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

/** One line is enough of what went well, has changed nothing and gave nothing but text. */
function isBrief({ call, changes }: ToolEntry, { isBrief }: ToolRenderer): boolean {
  const isDone = isBrief === true && call.state === 'output-available' && changes === undefined;
  return isDone && call.content.every((item) => item.type === 'content' && isText(item.content));
}

function isText({ type }: ContentBlock): boolean {
  return type === 'text';
}

function headerLine(call: ToolCall, renderer: ToolRenderer, context: ViewContext): Line {
  const { icon } = renderer;
  const state = STATES[call.state];
  const detail = renderer.detail?.(call, context);
  const taken = icon.length + 1 + (state ? displayWidth(state[0]) + 2 : FOLDED_WIDTH + 2);
  const room = Math.max(20, context.width - taken);
  const parts: Part[] = [
    [icon, 'AcpToolKind'],
    ' ',
    ...named(withoutIcon(shownTitle(call, context), icon), detail && oneLine(detail.text), room),
    ...(state ? ['  ', state] : []),
  ];
  return withTarget(line(parts), detail?.target ?? titleTarget(call, context));
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
