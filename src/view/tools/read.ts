import { outputLines } from './output';
import { placeLines } from './place';
import { foldRest, type ToolRenderer } from './renderer';

/** The place is what matters; the text is in the editor anyway. */
export const read: ToolRenderer = {
  icon: '→',
  body: (call, context) => {
    const places = placeLines(call, context);
    return foldRest([...places, ...outputLines(call, context, 'head')], places.length + 3);
  },
};
