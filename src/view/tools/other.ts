import { outputLines } from './output';
import { placeDetail, severalPlaces } from './place';
import { foldRest, type ToolRenderer } from './renderer';
import { treeLines } from './value-tree';

/** Tools of unknown kind: the raw input says most as long as there is no output. */
export const other: ToolRenderer = {
  icon: '•',
  isBrief: true,
  detail: placeDetail,
  body: (call, context) => {
    const places = severalPlaces(call, context);
    const output = outputLines(call, context, 'head');
    const shown = output.length > 0 ? output : treeLines(call.rawInput);
    return foldRest([...places, ...shown], places.length + 10);
  },
};
