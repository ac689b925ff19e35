/** `:Acp review`: what agents have changed and nobody has decided about, by file or by turn. */
import { groupByFile, groupByTurn, totalsOf } from '../../model/review/overview';
import type { FileReview, Review } from '../../model/review/state';
import { countParts, totalText } from '../changes';
import { line } from '../line';
import { shownPath } from '../path';
import { fileBlock, type ReviewItem } from './review-file';
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
  readonly cwd: string;
  /** The next prompt says what was undone. */
  readonly isReporting: boolean;
  /** What a turn is called: its session's title, and its number. */
  readonly titleOf: (session: string, turn: number) => string;
}

export const reviewSurface: SurfaceDefinition<ReviewModel, ReviewItem> = {
  kind: 'review',
  heading: 'Review',
  place: { kind: 'center', zindex: 60, zindexBehind: 50, minWidth: 70 },
  cursorline: true,
  keys: [
    { action: 'review_open', lhs: '<CR>', label: 'open the file at the change' },
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
    { action: 'review_group', lhs: 't', label: 'group by turn, or by file' },
    {
      action: 'review_forget',
      lhs: 'd',
      modes: ['n', 'x'],
      label: 'do not say in the next prompt that this was undone',
    },
    { action: 'review_help', lhs: 'g?', label: 'show the keys' },
    { action: 'review_close', lhs: 'q', label: 'close the review', closes: true },
  ],
  content,
  hints,
};

function content(model: ReviewModel): Content<ReviewItem> {
  const { review } = model;
  const totals = totalsOf(groupByFile(review));
  if (totals.files === 0) {
    const nothing = line(['  Nothing to review'], 'AcpMuted');
    return { title: 'Review', blocks: [plainBlock('none', nothing, ''), ...noteBlocks(model)] };
  }
  const title = `Review: ${totalText(totals)}`;
  const files = model.grouping === 'file' ? byFile(model) : byTurn(model);
  return { title, blocks: [...files, ...noteBlocks(model)] };
}

function byFile({ review, cwd }: ReviewModel): ItemBlock<ReviewItem>[] {
  return groupByFile(review).flatMap((summary) => {
    const file = review.files.get(summary.path);
    return file ? [cached(file, cwd, () => fileBlock(file.path, { summary, file }, cwd))] : [];
  });
}

/** Files that have not changed look as before: there may be many. */
const blocks = new WeakMap<
  FileReview,
  { readonly cwd: string; readonly block: ItemBlock<ReviewItem> }
>();

function cached(
  file: FileReview,
  cwd: string,
  make: () => ItemBlock<ReviewItem>,
): ItemBlock<ReviewItem> {
  const known = blocks.get(file);
  if (known?.cwd === cwd) return known.block;
  const block = make();
  blocks.set(file, { cwd, block });
  return block;
}

function byTurn({ review, cwd, titleOf }: ReviewModel): ItemBlock<ReviewItem>[] {
  return groupByTurn(review).flatMap(({ session, turn, files }) => {
    const key = `${session} ${turn}`;
    const title = line([
      [titleOf(session, turn), 'AcpPermissionTitle'],
      '  ',
      ...countParts(totalsOf(files)),
    ]);
    return [
      { id: key, lines: [title], item: { kind: 'turn', session, turn } as const },
      ...files.flatMap((summary) => {
        const file = review.files.get(summary.path);
        return file ? [fileBlock(`${key} ${file.path}`, { summary, file }, cwd)] : [];
      }),
    ];
  });
}

/** What was undone and no agent has heard of. */
function noteBlocks({ review, cwd, isReporting }: ReviewModel): ItemBlock<ReviewItem>[] {
  if (!isReporting || review.notes.length === 0) return [];
  const heading = line(['The next prompt says that you have undone'], 'AcpPermissionTitle');
  return [
    plainBlock('notes', heading),
    ...review.notes.map(({ id, path, range, reason }) => {
      const place = range ? `, line ${range.from}` : '';
      const why = reason ? `: ${reason}` : '';
      const text = `  ${shownPath(path, cwd)}${place}${why}`;
      return { id: `note ${id}`, lines: [line([text])], item: { kind: 'note', id } as const };
    }),
  ];
}

function hints(_: ReviewModel, item: ReviewItem | undefined): Hint[] {
  if (!item) return [['review_close', 'close']];
  if (item.kind === 'note') return [['review_forget', 'do not say it']];
  return [
    ['review_keep', 'keep'],
    ['review_undo', 'undo'],
    ...(item.kind === 'turn' ? [] : ([['review_open', 'open']] as const)),
    ['review_help', 'keys'],
  ];
}
