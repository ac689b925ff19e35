import type { ToolCall } from '../../model/state';
import type { Line } from '../block';
import type { ViewContext } from '../context';
import { commandLines, inputCommand } from './input';
import { outputLines } from './output';
import { shownTitle } from './place';
import { foldEarlier, type ToolRenderer } from './renderer';

/** The command, and the end of what it printed. */
export const execute: ToolRenderer = {
  icon: '$',
  body: (call, context) => {
    const command = unlessTitle(call, context);
    return foldEarlier([...command, ...outputLines(call, context, 'tail')], command.length, 12);
  },
};

/** The title of most agents is the command already. */
function unlessTitle(call: ToolCall, context: ViewContext): Line[] {
  const command = inputCommand(call.rawInput)?.command;
  const isTitle = command === call.title || command === shownTitle(call, context);
  return command === undefined || isTitle ? [] : commandLines(command);
}
