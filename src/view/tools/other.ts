import { jsonLines } from './input';
import { outputLines } from './output';
import { placeLines } from './place';
import { foldRest, type ToolRenderer } from './renderer';

/** Tools of unknown kind: the raw input says most as long as there is no output. */
export const other: ToolRenderer = {
  icon: '•',
  body: (call, context) => {
    const places = placeLines(call, context);
    const output = outputLines(call, context, 'head');
    const shown = output.length > 0 ? output : jsonLines(call.rawInput);
    return foldRest([...places, ...shown], places.length + 10);
  },
};
