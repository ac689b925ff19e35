/** Whether `sed` only prints and replaces: its `e` runs commands, its `w` and `r` write and read files. */
import type { Word } from './parts';

const FLAGS =
  /^-[nErsuz]+$|^--(?:quiet|silent|regexp-extended|separate|unbuffered|null-data|posix)$/;
/** `-i`, with what it adds to the name of the file before. */
const IN_PLACE = /^-[nErsuz]*i[^/]*$|^--in-place(?:=[^/]*)?$/;

/** @param words the arguments */
export function isHarmlessSed(words: readonly Word[]): boolean {
  const scripts: string[] = [];
  let given = false;
  let ended = false;
  for (let at = 0; at < words.length; at++) {
    const { text = '', known = false } = words[at] ?? {};
    if (!ended && text.startsWith('-') && text !== '-') {
      if (!known) return false;
      if (text === '--') ended = true;
      else if (text === '-e' || text === '--expression') {
        const next = words[++at];
        if (!next?.known) return false;
        scripts.push(next.text);
        given = true;
      } else if (text.startsWith('--expression=')) {
        scripts.push(text.slice('--expression='.length));
        given = true;
      } else if (!FLAGS.test(text) && !IN_PLACE.test(text)) return false;
    } else if (known && text === '') {
      // Elsewhere -i takes a word of its own, which may be empty.
    } else if (!given && scripts.length === 0) {
      if (!known) return false;
      scripts.push(text);
    } else if (!known && text === '') {
      // It might turn out to be an option.
      return false;
    }
  }
  return scripts.every(isHarmlessScript);
}

const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|\/(?:[^/\\\n]|\\[^\n])*\/I?)`;
const TEXT = (delimiter: string): string => String.raw`(?:[^${delimiter}\\\n]|\\[^\n])*`;
const SUBSTITUTION = ['/', '|', '#', ',', ':', '@', '%']
  .map((one) => (one === '|' ? '\\|' : one === '/' ? '\\/' : one))
  .map((one) => String.raw`[sy]${one}${TEXT(one)}${one}${TEXT(one)}${one}[gpIi\d]*`)
  .join('|');
const COMMAND = String.raw`(?:${ADDRESS}(?:,(?:${ADDRESS}|[+~]\d+))?)?\s*!?\s*(?:[pdDPqQ=nNgGhHxl]|${SUBSTITUTION})?`;
const SCRIPT = new RegExp(String.raw`^\s*${COMMAND}\s*(?:[;\n]\s*${COMMAND}\s*)*$`);

/** Longer ones are not tried. */
const MAX_LENGTH = 500;

function isHarmlessScript(script: string): boolean {
  return script.length <= MAX_LENGTH && SCRIPT.test(script);
}
