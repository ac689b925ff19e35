import { resolve } from 'node:path';
import { isInside } from '../../../files/paths/path-style';
import type { FoundDiagnostic } from '../../../nvim/language-servers';
import { shownPath } from '../../../view/path';
import { editorText } from '../embedded';
import type { Prompt, Provider } from '../provider';
import type { ContextTools } from '../tools';
import { permitted } from './permitted';

const PREFIX = 'diagnostics:';

/** `diagnostics`: those of the session's folders; `diagnostics:src/app.js`: those of one file. */
export function diagnosticsProvider({ lua }: ContextTools): Provider {
  const reported = async (name: string, prompt: Prompt): Promise<FoundDiagnostic[]> => {
    const all = await lua.call('tools.diagnostics.get', null, []);
    const path =
      name === 'diagnostics' ? undefined : resolve(prompt.cwd, name.slice(PREFIX.length));
    const wanted = all.filter((one) =>
      path === undefined ? isInside(prompt.scope.roots, one.path) : one.path === path,
    );
    return permitted(wanted, prompt);
  };
  return {
    word: 'diagnostics',
    about: 'errors and warnings of the session’s files',
    find: async (name, prompt) => {
      if (name !== 'diagnostics' && !name.startsWith(PREFIX)) return undefined;
      const { length } = await reported(name, prompt);
      return {
        name,
        detail: length === 0 ? 'none' : String(length),
        content: async () => editorText(name, textOf(await reported(name, prompt), prompt.cwd)),
      };
    },
  };
}

function textOf(list: readonly FoundDiagnostic[], cwd: string): string {
  if (list.length === 0) return 'There are no diagnostics.\n';
  return list
    .map(({ path, row, byte, severity, message, source }) => {
      const place = `${shownPath(path, cwd)}:${row + 1}:${byte + 1}`;
      return `${place}: ${severity}: ${message}${source ? ` (${source})` : ''}\n`;
    })
    .join('');
}
