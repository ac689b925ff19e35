import type { AppliedCode } from '../../files/applied-code';
import type { UserInterface } from '../user-interface';
import type { CodeTools } from './code-actions';

/** What code blocks are applied and compared with. */
export function codeTools(
  { asks, lua, notify, proposals }: UserInterface,
  applied: AppliedCode,
): CodeTools {
  return {
    asks: {
      input: (prompt, text) => asks.input(prompt, text),
      select: (prompt, kind, items, label) => asks.select(prompt, kind, items, label),
      files: () => lua.call('ui.editor_window.files'),
    },
    notify,
    proposals,
    applied,
  };
}
