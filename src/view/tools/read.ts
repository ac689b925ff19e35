import { outputLines } from './output';
import { placeDetail, severalPlaces } from './place';
import { foldRest, type ToolRenderer } from './renderer';

/** The place is what matters; the text is in the editor anyway. */
export const read: ToolRenderer = {
  icon: '→',
  isBrief: true,
  detail: placeDetail,
  body: (call, context) => {
    const places = severalPlaces(call, context);
    return foldRest([...places, ...outputLines(call, context, 'head')], places.length + 3);
  },
};
