import { readText, writeText } from '../documents';
import { languageOf } from '../languages';
import { shortPath } from '../project';
import { suggestEdit } from '../suggest';
import type { Turn } from '../turn';
import type { DemoRequest } from './request';

export const edit: DemoRequest = {
  name: 'edit',
  description: 'Proposes a small change to a file, asks, and writes it',
  hint: 'file (default: one of the project)',
  run: async (turn, asked) => {
    const path = asked.file();
    if (!path) return turn.say(`I found no file to edit in ${turn.cwd}.\n`);
    const name = shortPath(path, turn.cwd);
    const language = languageOf(path);
    if (language.name === 'JSON')
      return turn.say(`${name} is JSON, where I have nothing to add.\n`);
    const oldText = await readText(turn, path);
    const { newText, line, what } = suggestEdit(oldText, language);
    await turn.say(`In ${name} I would like to ${what}.\n`);
    await propose(turn, { path, name, line, oldText, newText });
  },
};

interface Proposal {
  readonly path: string;
  readonly name: string;
  readonly line: number;
  readonly oldText: string;
  readonly newText: string;
}

async function propose(turn: Turn, proposal: Proposal): Promise<void> {
  const { path, name, line, oldText, newText } = proposal;
  const call = {
    title: `Edit ${name}`,
    kind: 'edit',
    locations: [{ path, line }],
    content: [{ type: 'diff', path, oldText, newText }],
  } as const;
  const tool = turn.tool(call);
  if ((await turn.ask({ toolCallId: tool.id, ...call }, 'edit')) === 'rejected') {
    tool.update({ status: 'failed' });
    return turn.say(`\nAll right: ${name} stays as it is.\n`);
  }
  tool.update({ status: 'in_progress' });
  try {
    await writeText(turn, path, newText);
  } catch (error) {
    tool.update({ status: 'failed' });
    throw error;
  }
  tool.update({ status: 'completed' });
  await turn.say(`\nDone: ${name}, line ${line}. One \`u\` in the file takes it back.\n`);
}
