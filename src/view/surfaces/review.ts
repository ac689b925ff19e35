/** `:Acp review`: what agents have changed and nobody has decided about, by file or by turn. */
import { quantity } from '../../base/quantity';
import type { Comment } from '../../model/review/comments';
import { sortedNotes, type UndoneNote } from '../../model/review/notes';
import { type FileSummary, groupByFile, groupByTurn, totalsOf } from '../../model/review/overview';
import type { FileReview, Review } from '../../model/review/state';
import { countParts, totalText } from '../changes';
import { line } from '../line';
import { shownPath } from '../path';
import { commentRows, fileBlock, headBlock, maxRowsOf, type ReviewItem } from './review-file';
import {
  type Content,
  type Hint,
  type ItemBlock,
  plainBlock,
  type SurfaceDefinition,
} from './surface';

export interface ReviewModel {
  readonly review: Review;
  readonly grouping: 'file' | 'turn';
  readonly comments: readonly Comment[];
  readonly cwd: string;
  /** The next prompt says what was undone. */
  readonly isReporting: boolean;
  /** What a turn is called: its session's title, and its number. */
  readonly titleOf: (session: string, turn: number) => string;
}

/** Of all files together. */
const MAX_ROWS = 100_000;

export const reviewSurface: SurfaceDefinition<ReviewModel, ReviewItem> = {
  kind: 'review',
  heading: 'Review',
  place: { kind: 'center', zindex: 60, zindexBehind: 50, minWidth: 70 },
  cursorline: true,
  keys: [
    { action: 'review_open', lhs: '<CR>', label: 'open the file at this line' },
    {
      action: 'review_keep',
      lhs: 'a',
      modes: ['n', 'x'],
      label: 'keep the change; on a file or turn: all of its changes',
    },
    {
      action: 'review_undo',
      lhs: 'u',
      modes: ['n', 'x'],
      label: 'undo the same (while the agent works: when its turn ends)',
    },
    { action: 'review_undo_now', lhs: 'U', modes: ['n', 'x'], label: 'undo the same at once' },
    { action: 'review_next', lhs: ']c', label: 'go to the next change' },
    { action: 'review_prev', lhs: '[c', label: 'go to the previous change' },
    { action: 'review_compare', lhs: 's', label: 'compare the file side by side, in a tab page' },
    {
      action: 'review_comment',
      lhs: 'c',
      modes: ['n', 'x'],
      label: 'comment on the change or the selected lines, or change the comment',
    },
    { action: 'review_send', lhs: 'S', label: 'send all comments as the next prompt' },
    { action: 'review_group', lhs: 't', label: 'group by turn, or by file' },
    { action: 'review_quickfix', lhs: '<C-q>', label: 'put all changes into the quickfix list' },
    {
      action: 'review_forget',
      lhs: 'd',
      modes: ['n', 'x'],
      label: 'remove the comment; do not say in the next prompt that this was undone',
    },
    { action: 'review_help', lhs: 'g?', label: 'show the keys' },
    { action: 'review_close', lhs: 'q', label: 'close the review', closes: true },
  ],
  content,
  hints,
};

function content(model: ReviewModel): Content<ReviewItem> {
  const { review, comments } = model;
  const totals = totalsOf(groupByFile(review));
  const files = model.grouping === 'file' ? byFile(model) : byTurn(model);
  const nothing = plainBlock('none', line(['  Nothing to review'], 'AcpMuted'), '');
  const counts = totals.files === 0 ? '' : `: ${totalText(totals)}`;
  const remarks = comments.length === 0 ? '' : `, ${quantity(comments.length, 'comment')}`;
  return {
    title: `Review${counts}${remarks}`,
    blocks: [
      ...(totals.files === 0 ? [nothing] : files),
      ...otherComments(model, files),
      ...noteBlocks(model),
    ],
  };
}

function byFile(model: ReviewModel): ItemBlock<ReviewItem>[] {
  const room = { rows: MAX_ROWS };
  return groupByFile(model.review).flatMap((summary) =>
    summaryBlock(summary.path, summary, model, room),
  );
}

function byTurn(model: ReviewModel): ItemBlock<ReviewItem>[] {
  const room = { rows: MAX_ROWS };
  return groupByTurn(model.review).flatMap(({ session, turn, files }) => {
    const key = `${session} ${turn}`;
    const title = line([
      [model.titleOf(session, turn), 'AcpPermissionTitle'],
      '  ',
      ...countParts(totalsOf(files)),
    ]);
    return [
      { id: key, lines: [title], item: { kind: 'turn', session, turn } as const },
      ...files.flatMap((summary) => summaryBlock(`${key} ${summary.path}`, summary, model, room)),
    ];
  });
}

/** @param room what is left of it for all files: what the editor keeps is bounded */
function summaryBlock(
  id: string,
  summary: FileSummary,
  { review, cwd, comments }: ReviewModel,
  room: { rows: number },
): ItemBlock<ReviewItem>[] {
  const file = review.files.get(summary.path);
  if (!file) return [];
  room.rows -= maxRowsOf(summary);
  if (room.rows < 0) return [headBlock(id, summary, cwd)];
  const own = comments.filter(({ path }) => path === file.path);
  return [cached(file, id, own, cwd, () => fileBlock(id, { summary, file, comments: own }, cwd))];
}

interface CachedBlock {
  readonly cwd: string;
  readonly comments: readonly Comment[];
  readonly block: ItemBlock<ReviewItem>;
}

/** By block id. Files that have not changed look as before: there may be many. */
const blocks = new WeakMap<FileReview, Map<string, CachedBlock>>();

function cached(
  file: FileReview,
  id: string,
  comments: readonly Comment[],
  cwd: string,
  make: () => ItemBlock<ReviewItem>,
): ItemBlock<ReviewItem> {
  const ofFile = blocks.get(file) ?? new Map<string, CachedBlock>();
  blocks.set(file, ofFile);
  const known = ofFile.get(id);
  if (known?.cwd === cwd && areSame(known.comments, comments)) return known.block;
  const block = make();
  ofFile.set(id, { cwd, comments, block });
  return block;
}

function areSame(a: readonly Comment[], b: readonly Comment[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}

/** Comments on what is not listed. */
function otherComments(
  { comments, cwd }: ReviewModel,
  listed: readonly ItemBlock<ReviewItem>[],
): ItemBlock<ReviewItem>[] {
  if (comments.length === 0) return [];
  const shown = new Set(
    listed.flatMap(({ items = [] }) =>
      items.flatMap((item) => (item.kind === 'comment' ? [item.id] : [])),
    ),
  );
  const others = comments.filter(({ id }) => !shown.has(id));
  if (others.length === 0) return [];
  return [
    plainBlock('comments', line(['Other comments'], 'AcpPermissionTitle')),
    ...others.map((comment) => {
      const { id, path, from } = comment;
      const item = { kind: 'comment', id, path, row: from } as const;
      const place = line([
        '  ',
        [shownPath(path, cwd), 'AcpPath'],
        [`, line ${from + 1}`, 'AcpMuted'],
      ]);
      const lines = [place, ...commentRows(comment).map((row) => row.line)];
      return { id: `comment ${id}`, lines, item };
    }),
    plainBlock('comments end', ''),
  ];
}

const NOTE_HEADINGS = {
  undone: 'The next prompt says that you have undone',
  restored: 'The next prompt says that you have restored',
  edited: 'The next prompt says that you have edited before it was written',
} as const;

/** What the user has done with changes and no agent has heard of. */
function noteBlocks({ review, cwd, isReporting }: ReviewModel): ItemBlock<ReviewItem>[] {
  const sorted = sortedNotes(review.notes);
  return (['undone', 'restored', 'edited'] as const).flatMap((what) => {
    // What was edited is said in any case.
    const notes = isReporting || what === 'edited' ? sorted[what] : [];
    if (notes.length === 0) return [];
    const heading = line([NOTE_HEADINGS[what]], 'AcpPermissionTitle');
    return [plainBlock(`notes ${what}`, heading), ...notes.map((note) => noteBlock(note, cwd))];
  });
}

function noteBlock({ id, path, range, reason }: UndoneNote, cwd: string): ItemBlock<ReviewItem> {
  const text = [
    '  ',
    [shownPath(path, cwd), 'AcpPath'] as const,
    ...(range ? [[`, line ${range.from}`, 'AcpMuted'] as const] : []),
    ...(reason ? [`: ${reason}`] : []),
  ];
  return { id: `note ${id}`, lines: [line(text)], item: { kind: 'note', id } };
}

function hints({ comments }: ReviewModel, item: ReviewItem | undefined): Hint[] {
  const send: Hint[] = comments.length === 0 ? [] : [['review_send', 'send']];
  const help: Hint = ['review_help', 'keys'];
  switch (item?.kind) {
    case undefined:
      return [...send, ['review_close', 'close']];
    case 'note':
      return [['review_forget', 'do not say it'], help];
    case 'comment':
      return [['review_comment', 'change'], ['review_forget', 'remove'], ...send, help];
    case 'turn':
      return [['review_keep', 'keep'], ['review_undo', 'undo'], ...send, help];
    case 'file':
    case 'change':
      return [
        ['review_keep', 'keep'],
        ['review_undo', 'undo'],
        ['review_comment', 'comment'],
        // A narrow footer has no room for both.
        ...(send.length > 0 ? send : ([['review_compare', 'compare']] as const)),
        help,
      ];
  }
}
