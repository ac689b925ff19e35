import { AcpError } from '../../protocol/errors';
import type { DemoRequest } from './request';

export const fail: DemoRequest = {
  name: 'fail',
  description: 'A tool call that fails, then an error instead of an answer',
  run: async (turn) => {
    await turn.say('First a tool call goes wrong, then I do.\n');
    const tool = turn.tool({
      title: 'Divide by zero',
      kind: 'execute',
      rawInput: { command: 'echo $((1 / 0))' },
    });
    tool.update({ status: 'in_progress' });
    await turn.pause(300);
    const text = 'sh: division by zero';
    tool.update({
      status: 'failed',
      content: [{ type: 'content', content: { type: 'text', text } }],
    });
    throw AcpError.internal('this is the error you asked for');
  },
};
