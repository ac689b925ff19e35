import { line } from '../line';
import { inputField } from './input';
import { outputLines } from './output';
import { foldRest, type ToolRenderer } from './renderer';

/** The whole address: a title often shortens it. */
export const fetch: ToolRenderer = {
  icon: '⇣',
  body: (call, context) => {
    const address = inputField(call.rawInput, ['url', 'uri', 'address']);
    const shown = address ? [line(['  ', [address, 'AcpPath']])] : [];
    return foldRest([...shown, ...outputLines(call, context, 'head')], shown.length + 5);
  },
};
