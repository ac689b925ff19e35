import { outputLines } from './output';
import { foldRest, type ToolRenderer } from './renderer';

export const think: ToolRenderer = {
  icon: '…',
  isBrief: true,
  body: (call, context) => foldRest(outputLines(call, context, 'head'), 3),
};
