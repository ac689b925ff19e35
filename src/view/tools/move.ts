import { line } from '../line';
import { shownPath } from '../path';
import { inputField } from './input';
import { outputLines } from './output';
import { placeLines } from './place';
import { foldRest, type ToolRenderer } from './renderer';

const TARGET_KEYS = ['destination', 'to', 'new_path', 'newPath', 'target'];

export const move: ToolRenderer = {
  icon: '⇄',
  body: (call, context) => {
    const to = inputField(call.rawInput, TARGET_KEYS);
    const target = to ? [line(['  → ', [shownPath(to, context.cwd), 'AcpPath']])] : [];
    const output = outputLines(call, context, 'head');
    return foldRest([...placeLines(call, context), ...target, ...output], 20);
  },
};
