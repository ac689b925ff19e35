import type { Actions } from '../action-tools';

/** What files can be brought back to. */
export const checkpointActions = {
  checkpoints: (app, scope) => app.checkpoints.list(scope),
  restore: (app, { number, ...scope }) => app.checkpoints.restore(scope, wantedNumber(number)),
} satisfies Partial<Actions>;

function wantedNumber(given: string | undefined): number {
  if (/^[1-9]\d{0,8}$/.test(given ?? '')) return Number(given);
  throw new Error('expected the number of a checkpoint; :Acp checkpoints lists them');
}
