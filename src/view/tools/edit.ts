import { outputLines } from './output';
import { changedDetail, changedPlaces } from './place';
import { foldRest, type ToolRenderer } from './renderer';

/** Diffs stay in sight: they are what the user reviews. */
export const edit: ToolRenderer = {
  icon: '✎',
  detail: changedDetail,
  body: (call, context) =>
    foldRest([...changedPlaces(call, context), ...outputLines(call, context, 'head')], 60),
};
