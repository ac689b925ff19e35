import { outputLines } from './output';
import { foldRest, type ToolRenderer } from './renderer';

/** Often carries a whole plan to agree to. */
export const switchMode: ToolRenderer = {
  icon: '⇆',
  body: (call, context) => foldRest(outputLines(call, context, 'head'), 60),
};
