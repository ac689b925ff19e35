/** What the keys of `:Acp review` do. */
import type { ReviewedFiles } from '../../files/review/reviewed-files';
import type { Selection } from '../../model/review/selection';
import type { Lua } from '../../nvim/lua';
import { type ReviewModel, reviewSurface } from '../../view/surfaces/review';
import type { ReviewItem } from '../../view/surfaces/review-file';
import type { ActionContext, SurfaceActions, Surfaces } from '../surfaces';
import { commentedOn } from './commented';
import type { Comparisons } from './comparisons';
import type { Decisions } from './decisions';
import type { ReviewComments } from './review-comments';

export interface ReviewSurfaceTools extends Pick<ReviewModel, 'cwd' | 'titleOf'> {
  readonly surfaces: Surfaces;
  readonly reviewed: ReviewedFiles;
  readonly decisions: Decisions;
  readonly comments: ReviewComments;
  readonly comparisons: Comparisons;
  readonly quickfix: () => Promise<void>;
  /** Sends all comments. */
  readonly send: () => Promise<void>;
  readonly lua: Lua;
  readonly help: (kind: string) => void;
  readonly isReporting: () => boolean;
  /** The file that the cursor is put on. */
  readonly path?: string;
}

type Context = ActionContext<ReviewItem>;

export interface OpenReview {
  /** Puts the cursor on the file. */
  show(path: string): void;
}

/** Opens the window, which follows the review as long as it is open. */
export function openReview(tools: ReviewSurfaceTools): OpenReview {
  const { surfaces, reviewed, decisions, comments, comparisons, lua, help, path } = tools;
  const { cwd, titleOf, isReporting, quickfix, send } = tools;
  let grouping: ReviewModel['grouping'] = 'file';
  const model = (): ReviewModel => ({
    review: reviewed.review,
    comments: comments.list,
    grouping,
    cwd,
    titleOf,
    isReporting: isReporting(),
  });
  const move = ({ item, goTo }: Context, by: 1 | -1): void => {
    const wanted = neighbour(model(), item, by);
    if (wanted) goTo((one) => isSameChange(one, wanted));
  };
  const actions: SurfaceActions<ReviewItem> = {
    review_open: async ({ item, close }) => {
      if (!item || !('path' in item)) return;
      const row = item.kind === 'file' ? 0 : item.row;
      await close();
      await lua.call('review.go', { path: item.path, row });
    },
    review_keep: (context) => eachSelection(context, (selection) => decisions.keep(selection)),
    review_undo: (context) => eachSelection(context, (selection) => decisions.undo(selection)),
    review_undo_now: (context) =>
      eachSelection(context, (selection) => decisions.undoNow(selection)),
    review_next: (context) => move(context, 1),
    review_prev: (context) => move(context, -1),
    review_compare: async ({ item }) => {
      if (item && 'path' in item) await comparisons.open(item.path);
    },
    review_comment: async ({ item, items }) => {
      if (item?.kind === 'comment') return await comments.change(item.id);
      const commented = commentedOn(reviewed.review, items);
      if (commented) await comments.add(commented, cwd);
    },
    review_send: () => send(),
    review_quickfix: () => quickfix(),
    review_group: ({ goTo }) => {
      grouping = grouping === 'file' ? 'turn' : 'file';
      goTo(() => true);
    },
    review_forget: ({ items }) => {
      for (const item of items) if (item.kind === 'note') reviewed.removeNote(item.id);
      comments.remove(items.flatMap((item) => (item.kind === 'comment' ? [item.id] : [])));
    },
    review_help: () => help(reviewSurface.kind),
  };

  const opened = surfaces.open({
    definition: reviewSurface,
    model,
    changes: [reviewed.onChange],
    actions,
  });
  const show = (wanted: string): void =>
    opened.goTo((item) => item.kind === 'file' && item.path === wanted);
  if (path !== undefined) show(path);
  return { show };
}

/** The change after the one of the cursor, or before it; round and round. */
function neighbour(
  model: ReviewModel,
  item: ReviewItem | undefined,
  by: 1 | -1,
): ReviewItem | undefined {
  const { blocks } = reviewSurface.content(model);
  const rows = blocks.flatMap((block) => block.items ?? (block.item ? [block.item] : []));
  const at = item ? rows.indexOf(item) : 0;
  const isOther = (one: ReviewItem): boolean =>
    one.kind === 'change' && !(item && isSameChange(one, item));
  return by === 1
    ? (rows.slice(Math.max(0, at)).find(isOther) ?? rows.find(isOther))
    : (rows.slice(0, at + 1).findLast(isOther) ?? rows.findLast(isOther));
}

function isSameChange(a: ReviewItem, b: ReviewItem): boolean {
  return a.kind === 'change' && b.kind === 'change' && a.id === b.id && a.path === b.path;
}

/** Of what is selected, files and turns include their changes. */
async function eachSelection(
  { items }: Context,
  decide: (selection: Selection) => void | Promise<void>,
): Promise<void> {
  const turns = items.filter((item) => item.kind === 'turn');
  for (const { session, turn } of turns) await decide({ kind: 'turn', session, turn });
  const ids = items.flatMap((item) =>
    item.kind === 'file' ? item.ids : item.kind === 'change' ? [item.id] : [],
  );
  if (ids.length > 0) await decide({ kind: 'ids', ids: [...new Set(ids)] });
}
