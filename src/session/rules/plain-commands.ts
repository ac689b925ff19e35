/** Programs that start nothing else, and what some of them do to what is started after them. */
import { isHarmlessName, type Word } from './parts';
import { runsMore } from './runners';
import { emit, mayBeOption, type SimpleCommand, type Sink } from './wrapper-options';

/** They look into names like `a[$(…)]` even where those are quoted. */
const EVALUATING = new Set(
  '[ declare export getopts local printf read readonly test typeset unset wait'.split(' '),
);

const DECLARING = new Set(['declare', 'export', 'local', 'readonly', 'typeset']);

export function plain(name: string, simple: SimpleCommand, sink: Sink): void {
  const rest = simple.words.slice(1);
  if (['cd', 'pushd', 'popd', 'chdir'].includes(name)) sink.moves();
  if (EVALUATING.has(name) && rest.some(({ text }) => /\$\(|`|<\(/.test(text))) {
    sink.doubt(`${name} may run what its arguments say`);
  }
  if (setsVariable(name, rest)) sink.doubt(`${name} sets a variable that may change what runs`);
  if (runsMore(name, rest)) sink.doubt(`${name} may run commands of its own`);
  if (DECLARING.has(name) && rest.length > 0 && rest.every(isHarmlessAssignment)) return;
  emit(simple, sink);
}

function setsVariable(name: string, words: readonly Word[]): boolean {
  if (DECLARING.has(name))
    return words.some((word) => !isOption(word) && !isHarmlessDeclaration(word));
  if (name === 'printf') return words.some((word) => mayBeOption(word) || /^-v/.test(word.text));
  if (name !== 'read' && name !== 'getopts') return false;
  return words.some(
    ({ text, known }) => !known || (/^[A-Za-z_]\w*$/.test(text) && !isHarmlessName(text)),
  );
}

function isOption({ text, known }: Word): boolean {
  // -n makes a variable stand for another one.
  return known && /^-[^n]*$/.test(text);
}

function isHarmlessDeclaration({ text, known }: Word): boolean {
  const name = /^([A-Za-z_]\w*)(?:$|\+?=)/.exec(text)?.[1];
  return name !== undefined && (known || text.includes('=')) && isHarmlessName(name);
}

function isHarmlessAssignment({ text }: Word): boolean {
  const variable = /^([A-Za-z_]\w*)=/.exec(text)?.[1];
  return variable !== undefined && isHarmlessName(variable);
}
