import type { Actions } from '../action-tools';

/** What is neither kept nor undone. */
export const reviewActions = {
  review_edited: (app, { path, lines, start, removed }) =>
    app.review.userEdited(path, { start, removed, lines: lines.map(String) }),
  review_loaded: (app, { path }) => app.review.loaded(path),
  review_act: (app, { path, row, end_row, action }) =>
    app.review.act(action, { path, row, ...(end_row === undefined ? {} : { endRow: end_row }) }),
  review_go: (app, { direction, cwd, ...from }) => app.review.go(direction, cwd, from),
  review: (app, about) => app.review.open(about),
  review_quickfix: (app, about) => app.review.quickfix(about),
  review_compare: (app, { cwd, path }) => app.review.compare(cwd, path),
  review_compare_closed: (app, { id }) => app.review.list.comparisons.closed(id),
  review_comment: (app, { path, row, end_row, lines, cwd, text }) =>
    app.review.comment({ path, from: row, to: end_row, lines: lines.map(String) }, cwd, text),
  review_comments: (app, { action, cwd, view }) => app.review.decideComments(action, cwd, view),
  review_comments_left: (app, { places }) => app.review.comments.left(places),
  review_decide: async (app, { action, scope, cwd, cb, ...wanted }) => {
    await app.review.decide(action, scope, cwd, wanted);
    app.reply(cb, null);
  },
} satisfies Partial<Actions>;
