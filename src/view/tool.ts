import { displayWidth, truncateDisplay } from '../base/text';
import type { ToolCall, ToolEntry } from '../model/state';
import type { ToolState } from '../model/tool-life';
import type { Block, Line } from './block';
import type { ViewContext } from './context';
import type { Group } from './groups';
import { line, withTarget } from './line';
import { builtInTool } from './renderers';
import { withChanges } from './tools/changes';
import { shownTitle, titleTarget } from './tools/place';

/** How each state of a call is marked. */
const STATES: Readonly<Record<ToolState, readonly [mark: string, group: Group]>> = {
  'input-streaming': ['○ waiting', 'AcpToolPending'],
  'input-available': ['○ waiting', 'AcpToolPending'],
  'approval-requested': ['? asks', 'AcpToolPending'],
  'approval-responded': ['◐ allowed', 'AcpToolRunning'],
  running: ['◐ running', 'AcpToolRunning'],
  'output-available': ['✓ done', 'AcpToolDone'],
  'output-error': ['✗ failed', 'AcpToolFailed'],
  'output-denied': ['⊘ denied', 'AcpToolDenied'],
  cancelled: ['⊘ cancelled', 'AcpToolDenied'],
};

/** The card of a tool call: kind, title and state on one line, under it what its renderer shows. */
export function toolBlock(entry: ToolEntry, context: ViewContext): Block {
  const { call, id, turn } = entry;
  const renderer = builtInTool(call);
  // The question shows all of it.
  if (call.state === 'approval-requested') {
    return { id, lines: [header(call, renderer.icon, context), ''] };
  }
  const body = renderer.body(call, { ...context, turn });
  const { lines, fold } = withChanges(body, entry, context.cwd);
  return {
    id,
    lines: [header(call, renderer.icon, context), ...lines, ''],
    ...(fold ? { fold: { from: fold.from + 1, to: fold.to + 1 } } : {}),
  };
}

function header(call: ToolCall, icon: string, context: ViewContext): Line {
  const kind = `${icon} ${call.kind.replace('_', ' ')}`;
  const [mark, group] = STATES[call.state];
  const room = Math.max(20, context.width - displayWidth(kind) - displayWidth(mark) - 4);
  const title = truncateDisplay(shownTitle(call, context), room);
  return withTarget(
    line([[kind, 'AcpToolKind'], '  ', [title, 'AcpToolTitle'], '  ', [mark, group]]),
    titleTarget(call, context),
  );
}
