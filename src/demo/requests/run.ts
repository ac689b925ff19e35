import { type CommandEnd, runCommand } from '../command';
import { runInTerminal } from '../terminal';
import type { Turn } from '../turn';
import type { DemoRequest } from './request';

const USUAL = 'node --version';

type Tool = ReturnType<Turn['tool']>;

export const run: DemoRequest = {
  name: 'run',
  description: 'Runs a shell command, asking first',
  hint: 'command',
  run: async (turn, { argument }) => {
    const command = argument.replace(/^`+|`+$/g, '') || USUAL;
    const call = { title: command, kind: 'execute', rawInput: { command } } as const;
    const tool = turn.tool(call);
    const decision = await turn.ask({ toolCallId: tool.id, ...call }, `run ${command}`);
    if (decision === 'rejected') {
      tool.update({ status: 'failed' });
      return turn.say('All right: nothing was run.\n');
    }
    tool.update({ status: 'in_progress' });
    const end = await (turn.capabilities.terminal ? inTerminal : byOurselves)(turn, tool, command);
    const { exitCode } = end;
    tool.update({ status: exitCode === 0 ? 'completed' : 'failed', rawOutput: end });
    await turn.say(`${verdict(end)}\n`);
  },
};

function inTerminal(turn: Turn, tool: Tool, command: string): Promise<CommandEnd> {
  return runInTerminal(turn, command, (terminalId) => {
    tool.update({ content: [{ type: 'terminal', terminalId }] });
  });
}

function byOurselves(turn: Turn, tool: Tool, command: string): Promise<CommandEnd> {
  const show = (text: string): void =>
    tool.update({ content: [{ type: 'content', content: { type: 'text', text } }] });
  return turn.orCancelled(runCommand(command, turn.cwd, show, turn.signal));
}

function verdict({ exitCode, signal }: CommandEnd): string {
  if (signal) return `The command was ended by ${signal}.`;
  return exitCode === 0
    ? 'The command went well.'
    : `The command failed with exit code ${exitCode}.`;
}
