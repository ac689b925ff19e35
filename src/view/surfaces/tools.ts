/** `:Acp tools`: which tools of the editor each session's agent may call, with a switch for each. */
import { oneLine } from '../../base/text';
import { type Cell, columnsLine, columnWidths } from '../columns';
import type { Group } from '../groups';
import { line } from '../line';
import {
  type Content,
  type Hint,
  type ItemBlock,
  plainBlock,
  type Room,
  type SurfaceDefinition,
} from './surface';

export interface ListedTool {
  readonly name: string;
  readonly title: string;
  /** For the model. */
  readonly description: string;
  readonly effect: 'reads' | 'shows' | 'asks' | 'changes' | 'unknown';
  readonly isOn: boolean;
  /** The user has switched it here, whatever the options say. */
  readonly isSwitched: boolean;
}

/** What one session's agent is offered. */
export interface ListedToolSession {
  readonly view: number;
  /** Title of the agent. */
  readonly by: string;
  readonly title?: string;
  /** What the agent knows the editor's server by; absent: it was given none. */
  readonly server?: string;
  readonly isConnected: boolean;
  readonly tools: readonly ListedTool[];
}

export interface ToolsModel {
  readonly sessions: readonly ListedToolSession[];
  /** Names of the tools that are described. */
  readonly described: ReadonlySet<string>;
  /** The chat that the user came from. */
  readonly current?: number;
}

export interface ToolItem {
  readonly view: number;
  readonly tool: ListedTool;
}

export const toolsSurface: SurfaceDefinition<ToolsModel, ToolItem> = {
  kind: 'tools',
  heading: 'Tools of the editor',
  place: { kind: 'center', zindex: 65, zindexBehind: 55, minWidth: 60 },
  cursorline: true,
  fitted: true,
  wrap: true,
  keys: [
    { action: 'tools_switch', lhs: '<CR>', label: 'switch the tool on or off for this session' },
    { action: 'tools_about', lhs: 'K', label: 'say what the tool does' },
    { action: 'tools_help', lhs: 'g?', label: 'show the keys' },
    { action: 'tools_close', lhs: 'q', label: 'close the list', closes: true },
  ],
  content,
  hints,
};

function content({ sessions, described, current }: ToolsModel, room?: Room): Content<ToolItem> {
  const widths = columnWidths(
    sessions.flatMap(({ tools }) => tools.map(cellsOf)),
    1,
    room,
  );
  const none = plainBlock('none', line(['  there is no chat; :AcpChat opens one'], 'AcpMuted'));
  return {
    title: 'Tools of the editor',
    blocks: sessions.length === 0 ? [none] : sessions.flatMap((session) => section(session)),
  };

  function section(session: ListedToolSession): ItemBlock<ToolItem>[] {
    const { view, tools } = session;
    return [
      plainBlock(`session ${view}`, headingOf(session, view === current)),
      ...tools.map((tool) => ({
        id: `${view} ${tool.name}`,
        lines: [
          columnsLine(cellsOf(tool), widths),
          ...(described.has(tool.name)
            ? [line([`    ${oneLine(tool.description)}`], 'AcpMuted')]
            : []),
        ],
        item: { view, tool },
      })),
      plainBlock(`end ${view}`, ''),
    ];
  }
}

function headingOf(session: ListedToolSession, isCurrent: boolean) {
  const { by, title, tools } = session;
  const on = tools.filter(({ isOn }) => isOn).length;
  const name = [by, title, isCurrent ? 'this one' : ''].filter(Boolean).join(' · ');
  return line([
    [`  ${oneLine(name)}`, 'AcpPermissionTitle'],
    [`  ${on} of ${tools.length} on · ${stateOf(session)}`, 'AcpMuted'],
  ]);
}

function stateOf({ server, isConnected }: ListedToolSession): string {
  if (server === undefined) return 'the agent was given none of them';
  return isConnected ? `connected as ${server}` : `not connected yet (${server})`;
}

const EFFECTS: Readonly<Record<ListedTool['effect'], readonly [text: string, group: Group]>> = {
  reads: ['reads', 'AcpMuted'],
  shows: ['shows', 'AcpMuted'],
  asks: ['asks you', 'AcpMuted'],
  changes: ['changes, after a question', 'AcpPermissionAlways'],
  unknown: ['registered, after a question', 'AcpPermissionAlways'],
};

function cellsOf({ name, title, effect, isOn, isSwitched }: ListedTool): Cell[] {
  const [text, group] = EFFECTS[effect];
  return [
    isOn ? [`● ${name}`] : [`○ ${name}`, 'AcpMuted'],
    [oneLine(title), 'AcpMuted'],
    isOn ? [text, group] : [isSwitched ? 'off' : 'off by your options', 'AcpMuted'],
  ];
}

function hints(_: ToolsModel, item: ToolItem | undefined): Hint[] {
  if (!item) return [];
  return [
    ['tools_switch', item.tool.isOn ? 'off' : 'on'],
    ['tools_about', 'about'],
    ['tools_help', 'keys'],
  ];
}
