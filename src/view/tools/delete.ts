import { outputLines } from './output';
import { placeLines } from './place';
import { foldRest, type ToolRenderer } from './renderer';

export const deleteTool: ToolRenderer = {
  icon: '⌫',
  body: (call, context) =>
    foldRest([...placeLines(call, context), ...outputLines(call, context, 'head')], 20),
};
