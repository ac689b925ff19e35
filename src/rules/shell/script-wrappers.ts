/** Shells, `eval` and `trap`: their arguments are scripts. */
import { UNKNOWN_COMMAND, type Word } from './parts';
import { afterOptions, type Options, type Sink } from './wrapper-options';

export function evaluate(words: readonly Word[], sink: Sink): void {
  const texts = words.slice(1);
  if (texts.every(({ known }) => known)) sink.script(texts.map(({ text }) => text).join(' '));
  else sink.command(UNKNOWN_COMMAND);
}

export function trap(words: readonly Word[], sink: Sink): void {
  const action = words.slice(1).find(({ text }) => text !== '--');
  if (!action || action.text === '-') return;
  if (action.known && !action.text.startsWith('-')) sink.script(action.text);
  else sink.command(UNKNOWN_COMMAND);
}

const SHELL: Options = {
  flags: /^-[abefhiklmnptuvxBCEHPT]*c?[abefhiklmnptuvxBCEHPT]*$|^--(?:norc|noprofile|login|posix)$/,
  values: /^-[a-zA-Z]*[oO]$/,
};

/** `sh -c 'script'` is the script; with a file it is a program as any; reading its input, a shell may run anything. */
export function shell(words: readonly Word[], sink: Sink): void {
  let runsText = false;
  const rest = afterOptions(words, sink, SHELL, (option) => {
    runsText ||= /^-[a-zA-Z]*c/.test(option);
  });
  const script = rest?.[0];
  if (runsText && script?.known) sink.script(script.text);
  else if (rest && (runsText || !script?.known || /^(?:-$|\+)/.test(script.text))) {
    sink.command(UNKNOWN_COMMAND);
  }
}
