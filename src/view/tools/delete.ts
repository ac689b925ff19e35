import { outputLines } from './output';
import { changedDetail, changedPlaces } from './place';
import { foldRest, type ToolRenderer } from './renderer';

export const deleteTool: ToolRenderer = {
  icon: '⌫',
  detail: changedDetail,
  body: (call, context) =>
    foldRest([...changedPlaces(call, context), ...outputLines(call, context, 'head')], 20),
};
