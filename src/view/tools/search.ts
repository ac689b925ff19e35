import { line } from '../line';
import { findLines } from './finds';
import { inputField } from './input';
import { outputLines } from './output';
import { placeLines } from './place';
import { foldRest, type ToolRenderer } from './renderer';

const PATTERN_KEYS = ['pattern', 'query', 'regex', 'glob'];

/** What was looked for, and the first finds. */
export const search: ToolRenderer = {
  icon: '⌕',
  body: (call, context) => {
    const pattern = inputField(call.rawInput, PATTERN_KEYS);
    // Most titles name the pattern.
    const shown = pattern && !call.title.includes(pattern) ? [line([`  ${pattern}`])] : [];
    const output = findLines(outputLines(call, context, 'head'), context.cwd);
    return foldRest([...shown, ...placeLines(call, context), ...output], 10);
  },
};
