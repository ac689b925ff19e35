import type { QuickfixList } from '../../../nvim/prompt-context';
import { shownPath } from '../../../view/path';
import { editorText } from '../embedded';
import type { Prompt, Provider } from '../provider';
import type { ContextTools } from '../tools';
import { permitted } from './permitted';

const NAME = 'quickfix';

/** `quickfix`: the entries of the quickfix list. */
export function quickfixProvider({ lua }: ContextTools): Provider {
  const list = async (prompt: Prompt): Promise<QuickfixList> => {
    const { title, items } = await lua.call('context.quickfix');
    return { title, items: await permitted(items, prompt) };
  };
  return {
    word: NAME,
    about: 'the quickfix list',
    find: async (name, prompt) => {
      if (name !== NAME) return undefined;
      const { length } = (await list(prompt)).items;
      return {
        name,
        detail: length === 0 ? 'empty' : String(length),
        content: async () => editorText(NAME, textOf(await list(prompt), prompt.cwd)),
      };
    },
  };
}

function textOf({ title, items }: QuickfixList, cwd: string): string {
  if (items.length === 0) return 'The quickfix list is empty.\n';
  const lines = items.map(({ path, line, text }) => {
    const place = path === '' ? '' : `${shownPath(path, cwd)}${line > 0 ? `:${line}` : ''}: `;
    return `${place}${text}\n`;
  });
  return [title === '' ? '' : `${title}\n`, ...lines].join('');
}
