/** `sudo`, `doas` and `env`: assignments may precede their command. */
import type { Word } from './parts';
import { afterOptions, type Options, type Sink, type Unwrap } from './wrapper-options';

const SUDO: Options = {
  flags: /^-[AEHPSbkn]+$|^--(?:preserve-env|set-home|non-interactive)$/,
  values: /^-[ughpCTrt]$/,
};

export function sudo(words: readonly Word[], sink: Sink, unwrap: Unwrap): void {
  const rest = afterOptions(words, sink, SUDO);
  if (rest) unwrap(afterAssignments(rest));
}

const ENV: Options = { flags: /^-i$|^--ignore-environment$|^-u\w+$|^--unset=\w+$/, values: /^-u$/ };

export function env(words: readonly Word[], sink: Sink, unwrap: Unwrap): void {
  const rest = afterOptions(words, sink, ENV);
  if (!rest) return;
  const dash = rest[0]?.text === '-' && rest[0].known;
  unwrap(afterAssignments(dash ? rest.slice(1) : rest));
}

function afterAssignments(words: readonly Word[]): readonly Word[] {
  const begin = words.findIndex(({ text }) => !/^[^=]+=/.test(text));
  return begin < 0 ? [] : words.slice(begin);
}
