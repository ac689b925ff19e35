import type { ToolCall } from '../../model/state';
import type { Line } from '../block';
import { commandLines, inputCommand } from './input';
import { outputLines } from './output';
import { foldEarlier, type ToolRenderer } from './renderer';

/** The command, and the end of what it printed. */
export const execute: ToolRenderer = {
  icon: '$',
  body: (call, context) => {
    const command = unlessTitle(call);
    return foldEarlier([...command, ...outputLines(call, context, 'tail')], command.length, 12);
  },
};

/** The title of most agents is the command already. */
function unlessTitle(call: ToolCall): Line[] {
  const command = inputCommand(call.rawInput)?.command;
  return command === undefined || command === call.title ? [] : commandLines(command);
}
