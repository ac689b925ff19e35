/** The transcript of a chat: what a session's state shows, in the buffer that the chat's windows share. Pure. */
import type { SharedMap } from '../../base/shared-map';
import type { SessionState } from '../../model/state';
import type { Block, Section, Target } from '../block';
import type { ChatView } from '../chat';
import type { CustomDrawing } from '../custom';
import { withMarks } from '../line';
import { MOTIONS, type Motion } from '../motions';
import { blockAt, lineAt, sectionOf } from '../pieces';
import {
  footerText,
  type Hint,
  type KeyOverrides,
  mappedKeys,
  type SurfaceDefinition,
  type SurfaceKey,
} from './surface';

function motionKeys({ name, stop, next, prev, label }: Motion): SurfaceKey[] {
  const modes = ['n', 'x', 'o'] as const;
  return [
    {
      action: `${name}_next`,
      lhs: next,
      modes,
      label: `the next ${label}`,
      motion: { stop, by: 1 },
    },
    {
      action: `${name}_prev`,
      lhs: prev,
      modes,
      label: `the ${label} before`,
      motion: { stop, by: -1 },
    },
  ];
}

export const transcriptSurface: Pick<
  SurfaceDefinition<never, Target>,
  'kind' | 'heading' | 'keys'
> = {
  kind: 'chat',
  heading: 'Transcript',
  keys: [
    { action: 'chat_cancel', lhs: '<C-c>', label: 'cancel the running turn' },
    { action: 'chat_permission', lhs: '<C-g>', label: 'go to the open permission' },
    { action: 'chat_activity', lhs: '<C-q>', label: 'go to plan and queue' },
    {
      action: 'chat_open',
      lhs: '<CR>',
      label: 'open what is folded, else the file, link, change or command on this line',
    },
    {
      action: 'chat_fold',
      lhs: 'o',
      label:
        'open what is folded (text, or the calls of a sub-agent), on a header also below it; or fold it',
    },
    { action: 'chat_goto_file', lhs: 'gf', label: 'the same, but nothing that is folded' },
    { action: 'terminal_end', lhs: 'X', label: 'end the command of this line' },
    { action: 'message_yank', lhs: 'gY', label: 'yank the message, as it was written' },
    { action: 'code_yank', lhs: 'gy', label: 'yank the code block, without its fences' },
    { action: 'code_apply', lhs: 'ga', label: 'apply the code block to a file' },
    { action: 'code_diff', lhs: 'gd', label: 'show the code block beside a file' },
    { action: 'changes_review', lhs: 'r', label: 'review what agents have changed' },
    {
      action: 'changes_keep',
      lhs: 'a',
      modes: ['n', 'x'],
      label: 'keep what the turn has changed; on a file: in that file',
    },
    {
      action: 'changes_undo',
      lhs: 'u',
      modes: ['n', 'x'],
      label: 'undo the same (while the agent works: when its turn ends)',
    },
    { action: 'changes_undo_now', lhs: 'U', modes: ['n', 'x'], label: 'undo the same at once' },
    ...MOTIONS.flatMap(motionKeys),
    { action: 'chat_contents', lhs: 'gO', label: 'show the table of contents' },
    { action: 'chat_edit_prompt', lhs: 'c', label: 'change this prompt and send it again' },
    { action: 'chat_prompt', lhs: 'i', label: 'write in the prompt' },
    { action: 'chat_session_next', lhs: ']s', label: 'go to the next chat' },
    { action: 'chat_session_previous', lhs: '[s', label: 'go to the previous chat' },
    { action: 'chat_help', lhs: 'g?', label: 'show the keys' },
    { action: 'chat_close', lhs: 'q', label: 'close the chat', closes: true },
  ],
};

/** What can be done with what a turn has changed. */
export function changesHint(overrides: KeyOverrides): string {
  const hints: Hint[] = [
    ['changes_review', 'review'],
    ['changes_keep', 'keep all'],
    ['changes_undo', 'undo all'],
  ];
  return footerText(hints, mappedKeys(transcriptSurface.keys, overrides)).trim();
}

/** The same in every host, because the buffer outlives them. */
export function transcriptId(view: number): string {
  return `chat-${view}`;
}

export interface TranscriptModel {
  readonly state: SessionState;
  /** Text cells of the window. */
  readonly width: number;
  /** Rows that another host has drawn. */
  readonly earlier?: Section;
  /** Those rows already show this many of the first entries: of them only notices are drawn. */
  readonly hidden: number;
  /** What the user's renderers have drawn. */
  readonly drawings?: SharedMap<CustomDrawing>;
}

/** @param view has drawn the same session before: what has not changed is the same section */
export function transcriptSections(
  view: ChatView,
  { state, width, earlier, hidden, drawings }: TranscriptModel,
): readonly Section[] {
  return [...(earlier ? [earlier] : []), ...view.sections(state, width, hidden, drawings)];
}

const EARLIER = 'earlier';

/** Rows about which nothing more is known. */
export function earlierSection(rows: number): Section {
  return sectionOf([{ id: EARLIER, lines: Array<string>(rows).fill('') }]);
}

/** Another host has drawn this row. */
export function isEarlier({ block }: TranscriptRow): boolean {
  return block.id === EARLIER;
}

/** How many rows the sections have. */
export function rowsOf(sections: readonly Section[]): number {
  return sections.reduce((sum, { rows }) => sum + rows, 0);
}

/** A row as actions find it. */
export interface TranscriptRow {
  readonly text: string;
  /** What the user opens from it. */
  readonly target?: Target;
  readonly block: Block;
  /** In the block. */
  readonly row: number;
  /** In the transcript. */
  readonly at: number;
}

/** What is in a row; nothing below the last. */
export function rowAt(sections: readonly Section[], at: number): TranscriptRow | undefined {
  const place = blockAt(sections, at);
  const line = place && lineAt(place.block, place.row);
  if (!place || line === undefined) return undefined;
  const { text, target } = withMarks(line);
  return { text, at, ...place, ...(target ? { target } : {}) };
}
