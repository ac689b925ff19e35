/** `xargs`, `find` and `fd`: they run a command for what they find. */
import type { Word } from './parts';
import {
  afterOptions,
  emit,
  mayBeOption,
  type Options,
  type SimpleCommand,
  type Sink,
} from './wrapper-options';

type Unwrap = (simple: SimpleCommand, sink: Sink) => void;

const XARGS: Options = {
  flags:
    /^-[0rtpxo]+$|^-[nPLsdI]\S+$|^--(?:null|no-run-if-empty|verbose|max-(?:args|procs|lines)=\d+)$/,
  values: /^-[nPLsdEaI]$/,
};

/** Its command gets words that nobody knows yet. */
export function xargs(simple: SimpleCommand, sink: Sink, unwrap: Unwrap): void {
  let mark: string | undefined;
  const found = afterOptions(simple.words, XARGS, (option, value) => {
    if (option.startsWith('-I')) mark = option.slice(2) || (value?.known ? value.text : '');
  });
  if (!found) {
    sink.doubt('options of xargs that are not understood');
    emit(simple, sink);
    return;
  }
  const given = found.length > 0 ? found : [{ text: 'echo', raw: 'echo', known: true }];
  const words = mark === undefined ? [...given, UNKNOWN] : given.map((one) => marked(one, mark));
  unwrap({ ...simple, words }, sink);
}

const UNKNOWN: Word = { text: '', raw: '', known: false };

/** A word in which a mark will be replaced by something unknown. */
function marked(word: Word, mark = ''): Word {
  const at = word.text.indexOf(mark);
  return at < 0 ? word : { text: word.text.slice(0, at), raw: word.raw, known: false };
}

const FIND_RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir']);
const FIND_CHANGES = /^-(?:delete|fprint0?|fprintf|fls)$/;

export function find(simple: SimpleCommand, sink: Sink, unwrap: Unwrap): void {
  emit(simple, sink);
  const { words } = simple;
  for (let at = 1; at < words.length; at++) {
    const word = words[at];
    if (!word) break;
    if (mayBeOption(word)) sink.doubt('arguments of find that are only known when it runs');
    if (FIND_CHANGES.test(word.text)) sink.doubt(`find ${word.text} changes files`);
    if (!FIND_RUNS.has(word.text)) continue;
    const length = words
      .slice(at + 1)
      .findIndex(({ text }, i) => text === ';' || (text === '+' && words[at + i]?.text === '{}'));
    if (length <= 0) {
      sink.doubt(`find ${word.text} that is not understood`);
      return;
    }
    const inner = words.slice(at + 1, at + 1 + length).map((one) => marked(one, '{}'));
    unwrap({ ...simple, words: inner, reads: [] }, sink);
    at += length + 1;
  }
}

export function fdFind(simple: SimpleCommand, sink: Sink): void {
  const runs = simple.words.some(
    (word) => mayBeOption(word) || /^-[^-]*[xX]|^--exec/.test(word.text),
  );
  if (runs) sink.doubt('fd runs commands of its own');
  emit(simple, sink);
}
