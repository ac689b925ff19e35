import { listingCommand, USAGES } from '../commands';
import { permittedOnly } from '../files';
import { clipText } from '../limits';
import { objectOf, TEXT, TRUNCATED } from '../schemas';
import { type Fields, type ReadingTool, ToolFailure } from '../tool';

interface Input {
  readonly command: string;
}

export const runCommandOutput: ReadingTool = {
  name: 'run_command_output',
  title: 'Output of a command',
  description:
    `The output of an ex command of Neovim that only lists something: ${USAGES.map((usage) => `\`:${usage}\``).join(', ')}. ` +
    'It is about the window that the user works in. One command, without a range or "|". Lines about files that you ' +
    'may not read are left out. Other commands are refused.',
  effect: 'reads',
  inputSchema: objectOf({
    command: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'For example `ls` or `set shiftwidth?`.',
    },
  }),
  outputSchema: objectOf({ output: TEXT, truncated: TRUNCATED }),
  async run(input, context): Promise<Fields> {
    const { command: line } = input as unknown as Input;
    const command = listingCommand(line);
    if (!command) {
      throw new ToolFailure(`"${line}" is not run here. What may be run: ${USAGES.join(', ')}`);
    }
    const answer = await context.lua.call('tools.command.run', command.name, command.args);
    if (answer.output === undefined) throw new ToolFailure(answer.problem ?? 'there is no output');
    const { files } = answer;
    const lines = answer.output.replace(/^\n/, '').split('\n');
    const permitted = new Set(await permittedOnly(Object.values(files), (path) => path, context));
    const keys = command.keysOf(lines);
    const shown = lines.filter((_, row) => {
      const key = keys[row] ?? null;
      return key === null || permitted.has(files[key] ?? '');
    });
    const { text, truncated } = clipText(shown.join('\n'));
    return { output: text, truncated };
  },
};
