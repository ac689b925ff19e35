import { outputLines } from './output';
import { placeLines } from './place';
import { foldRest, type ToolRenderer } from './renderer';

/** Diffs stay in sight: they are what the user reviews. */
export const edit: ToolRenderer = {
  icon: '✎',
  body: (call, context) =>
    foldRest([...placeLines(call, context), ...outputLines(call, context, 'head')], 60),
};
