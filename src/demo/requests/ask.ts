import type { ToolCall } from '../../protocol/schema.gen';
import type { Turn } from '../turn';
import type { DemoRequest } from './request';

const CALLS: readonly Omit<ToolCall, 'toolCallId'>[] = [
  { title: 'Fetch https://example.org', kind: 'fetch', rawInput: { url: 'https://example.org' } },
  { title: 'make coffee', kind: 'execute', rawInput: { command: 'make coffee' } },
  { title: 'Delete the internet', kind: 'delete', rawInput: { path: '/internet' } },
];

export const ask: DemoRequest = {
  name: 'ask',
  description: 'Several permission requests at once',
  run: async (turn) => {
    await turn.say(
      'I have three questions, to be answered in any order. Whatever you say, nothing is done.\n',
    );
    const answers = await Promise.all(CALLS.map((call) => answerTo(turn, call)));
    await turn.say(`\nYour answers:\n\n${answers.map((answer) => `- ${answer}\n`).join('')}`);
  },
};

async function answerTo(turn: Turn, call: Omit<ToolCall, 'toolCallId'>): Promise<string> {
  const tool = turn.tool(call);
  const decision = await turn.ask({ toolCallId: tool.id, ...call });
  tool.update({ status: decision === 'allowed' ? 'completed' : 'failed' });
  return `${call.title}: ${decision}`;
}
