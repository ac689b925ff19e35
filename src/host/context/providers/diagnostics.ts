import { resolve } from 'node:path';
import { isInside } from '../../../files/paths/path-style';
import type { ReportedDiagnostic } from '../../../nvim/prompt-context';
import { shownPath } from '../../../view/path';
import { editorText } from '../embedded';
import type { Prompt, Provider } from '../provider';
import type { ContextTools } from '../tools';
import { permitted } from './permitted';

const PREFIX = 'diagnostics:';

/** `diagnostics`: those of the session's folders; `diagnostics:src/app.js`: those of one file. */
export function diagnosticsProvider({ lua }: ContextTools): Provider {
  const reported = async (name: string, prompt: Prompt): Promise<ReportedDiagnostic[]> => {
    const all = await lua.call('context.diagnostics');
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

function textOf(list: readonly ReportedDiagnostic[], cwd: string): string {
  if (list.length === 0) return 'There are no diagnostics.\n';
  return list
    .map(({ path, line, column, severity, message, source }) => {
      const place = `${shownPath(path, cwd)}:${line}:${column}`;
      return `${place}: ${severity}: ${message}${source ? ` (${source})` : ''}\n`;
    })
    .join('');
}
