/** `sudo`, `doas` and `env`: assignments may stand before their command. */
import { isHarmlessName } from './parts';
import { afterOptions, emit, type Options, type SimpleCommand, type Sink } from './wrapper-options';

type Unwrap = (simple: SimpleCommand, sink: Sink) => void;

const SUDO: Options = {
  flags: /^-[AEHPSbkn]+$|^--(?:preserve-env|set-home|non-interactive)$/,
  values: /^-[ughpCTrt]$/,
};

export function sudo(simple: SimpleCommand, sink: Sink, unwrap: Unwrap): void {
  emit(simple, sink);
  const words = afterOptions(simple.words, SUDO);
  if (!words) sink.doubt('options of sudo that are not understood');
  else environment({ ...simple, words, covered: true }, sink, unwrap);
}

export function env(simple: SimpleCommand, sink: Sink, unwrap: Unwrap): void {
  const flags = /^-i$|^--ignore-environment$|^-u\w+$|^--unset=\w+$/;
  const words = afterOptions(simple.words, { flags, values: /^-u$/ });
  if (!words) {
    sink.doubt('options of env that are not understood');
    emit(simple, sink);
    return;
  }
  const rest = words[0]?.text === '-' && words[0].known ? words.slice(1) : words;
  environment({ ...simple, words: rest }, sink, unwrap, simple);
}

/** A command after assignments that are words; without one, `alone` is what runs. */
function environment(
  simple: SimpleCommand,
  sink: Sink,
  unwrap: Unwrap,
  alone?: SimpleCommand,
): void {
  const added: string[] = [];
  let at = 0;
  for (; at < simple.words.length; at++) {
    const word = simple.words[at];
    const name = /^([^=]+)=/.exec(word?.text ?? '')?.[1];
    if (!word || name === undefined) break;
    if (!isHarmlessName(name)) added.push(word.known ? word.text : `${name}=…`);
  }
  const words = simple.words.slice(at);
  if (words.length > 0) unwrap({ ...simple, words, env: [...simple.env, ...added] }, sink);
  else if (alone) emit(alone, sink);
}
