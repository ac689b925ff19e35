/** Shells, `eval` and `trap`: their arguments are scripts. */
import { afterOptions, emit, type Options, type SimpleCommand, type Sink } from './wrapper-options';

export function evaluate(simple: SimpleCommand, sink: Sink): void {
  const words = simple.words.slice(1);
  if (words.every(({ known }) => known)) {
    sink.script(words.map(({ text }) => text).join(' '), simple);
  } else {
    sink.doubt('eval of a text that is only known when it runs');
  }
}

export function trap(simple: SimpleCommand, sink: Sink): void {
  const action = simple.words.slice(1).find(({ text }) => text !== '--');
  if (!action) emit(simple, sink);
  else if (!action.known || /^-./.test(action.text)) sink.doubt('a trap that is not understood');
  else if (action.text !== '-') sink.script(action.text, simple);
}

const SHELL: Options = {
  flags: /^-[abefhiklmnptuvxBCEHPT]*c?[abefhiklmnptuvxBCEHPT]*$|^--(?:norc|noprofile|login|posix)$/,
  values: /^-[a-zA-Z]*[oO]$/,
};

/** `sh -c 'script'` is the script; a shell with a file is a command; a shell that reads its input is a doubt. */
export function shell(simple: SimpleCommand, sink: Sink): void {
  let runsText = false;
  const words = afterOptions(simple.words, SHELL, (option) => {
    runsText ||= /^-[a-zA-Z]*c/.test(option);
  });
  const script = words?.[0];
  if (runsText && script?.known) {
    sink.script(script.text, simple);
    return;
  }
  if (!words) sink.doubt('options of a shell that are not understood');
  else if (!script || /^(?:-$|\+)/.test(script.text)) sink.doubt('a shell that reads its input');
  else if (runsText) sink.doubt('a script that is only known when it runs');
  emit(simple, sink);
}
