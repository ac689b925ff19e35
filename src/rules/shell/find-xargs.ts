/** `xargs`, `find` and `fd`: they run a command for what they find. */
import { UNKNOWN_COMMAND, UNKNOWN_WORD, type Word } from './parts';
import { afterOptions, type Options, type Sink, type Unwrap } from './wrapper-options';

const XARGS: Options = {
  flags:
    /^-[0rtpxo]+$|^-[nPLsdI]\S+$|^--(?:null|no-run-if-empty|verbose|max-(?:args|procs|lines)=\d+)$/,
  values: /^-[nPLsdEaI]$/,
};

/** Its command gets words that nobody knows yet. */
export function xargs(words: readonly Word[], sink: Sink, unwrap: Unwrap): void {
  let mark: string | undefined;
  const found = afterOptions(words, sink, XARGS, (option, value) => {
    if (option.startsWith('-I')) mark = option.slice(2) || (value?.known ? value.text : '');
  });
  if (!found || found.length === 0) return;
  unwrap(mark === undefined ? [...found, UNKNOWN_WORD] : found.map((one) => marked(one, mark)));
}

/** A word in which a mark will be replaced by something unknown. */
function marked(word: Word, mark = ''): Word {
  const at = word.text.indexOf(mark);
  return at < 0 ? word : { text: word.text.slice(0, at), raw: word.raw, known: false };
}

const FIND_RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

export function find(words: readonly Word[], sink: Sink, unwrap: Unwrap): void {
  for (let at = 1; at < words.length; at++) {
    if (!FIND_RUNS.has(words[at]?.text ?? '')) continue;
    const length = words
      .slice(at + 1)
      .findIndex(({ text }, i) => text === ';' || (text === '+' && words[at + i]?.text === '{}'));
    if (length <= 0) {
      sink.command(UNKNOWN_COMMAND);
      return;
    }
    unwrap(words.slice(at + 1, at + 1 + length).map((one) => marked(one, '{}')));
    at += length + 1;
  }
}

export function fdFind(words: readonly Word[], sink: Sink): void {
  if (words.some(({ text }) => /^-[^-]*[xX]|^--exec/.test(text))) sink.command(UNKNOWN_COMMAND);
}
