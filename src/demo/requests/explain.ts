import { describeText } from '../describe';
import { readText } from '../documents';
import { languageOf } from '../languages';
import { shortPath } from '../project';
import type { DemoRequest } from './request';

export const explain: DemoRequest = {
  name: 'explain',
  description: 'Reads a file and describes it',
  hint: 'file (default: one of the project)',
  run: async (turn, asked) => {
    const path = asked.file();
    if (!path) return turn.say(`I found no file to explain in ${turn.cwd}.\n`);
    const name = shortPath(path, turn.cwd);
    const tool = turn.tool({
      title: `Read ${name}`,
      kind: 'read',
      locations: [{ path, line: 1 }],
      rawInput: { path },
    });
    tool.update({ status: 'in_progress' });
    const text = await readText(turn, path).catch((error: unknown) => {
      tool.update({ status: 'failed' });
      throw error;
    });
    tool.update({ status: 'completed' });
    await turn.say(`${describeText(name, text, languageOf(path))}\n`);
  },
};
