import type { ToolCall } from '../../model/state';
import type { ViewContext } from '../context';
import { findLines } from './finds';
import { inputField } from './input';
import { outputLines } from './output';
import { placeDetail, severalPlaces } from './place';
import { type Detail, foldRest, type ToolRenderer } from './renderer';

const PATTERN_KEYS = ['pattern', 'query', 'regex', 'glob'];

/** What was looked for, and the first finds. */
export const search: ToolRenderer = {
  icon: '⌕',
  isBrief: true,
  detail: searchDetail,
  body: (call, context) => {
    const output = findLines(outputLines(call, context, 'head'), context.cwd);
    return foldRest([...severalPlaces(call, context), ...output], 10);
  },
};

/** Most titles name the pattern. */
function searchDetail(call: ToolCall, context: ViewContext): Detail | undefined {
  const pattern = inputField(call.rawInput, PATTERN_KEYS);
  const place = placeDetail(call, context);
  if (!pattern || call.title.includes(pattern)) return place;
  return place ? { ...place, text: `${pattern} in ${place.text}` } : { text: pattern };
}
