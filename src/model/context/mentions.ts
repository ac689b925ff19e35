/**
 * Mentions in the text of a prompt: an "@" where a word begins, and behind it the name of something that goes along.
 * The text is all there is: who takes the name out takes the thing out. Pure.
 */

export interface Mention {
  /** From the "@" up to, not including, this character. */
  readonly from: number;
  readonly to: number;
  /** What stands behind the "@", without the quotes around it. */
  readonly name: string;
}

/** Not within a word: addresses and scoped packages are no mentions. */
const MENTION = /(?<![^\s([{])@(?:"((?:\\"|[^"\n])+)"|([^\s"@][^\s"]*))/g;
/** What ends a sentence, not a name. */
const PUNCTUATION = /[.,;:!?'…)\]}>]+$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** All that may be mentions; whether there is something of such a name is for others to find out. */
export function mentionsIn(text: string): Mention[] {
  const fenced = fencedRanges(text);
  return [...text.matchAll(MENTION)].flatMap((match) => {
    const from = match.index;
    if (fenced.some((range) => from >= range.from && from < range.to)) return [];
    const [whole, quoted, plain = ''] = match;
    if (quoted !== undefined)
      return [{ from, to: from + whole.length, name: quoted.replaceAll('\\"', '"') }];
    const name = plain.replace(PUNCTUATION, '');
    return name === '' ? [] : [{ from, to: from + 1 + name.length, name }];
  });
}

/** How a name is mentioned; in quotes, a quote in it has a backslash before it. */
export function mentionText(name: string): string {
  const isPlain = !/[\s"]/.test(name) && !PUNCTUATION.test(name);
  return isPlain ? `@${name}` : `@"${name.replaceAll('"', '\\"')}"`;
}

/** Whether a name is still found between these texts. */
export function isMentioned(before: string, name: string, after = ''): boolean {
  const [found] = mentionsIn(before + mentionText(name) + after);
  return found?.name === name && found.from === before.length;
}

/** Code that the user quotes. */
function fencedRanges(text: string): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  let open: { readonly mark: string; readonly from: number } | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (open && mark?.startsWith(open.mark)) {
      ranges.push({ from: open.from, to: at });
      open = undefined;
    } else if (!open && mark) {
      open = { mark, from: at };
    }
    at += line.length + 1;
  }
  return open ? [...ranges, { from: open.from, to: text.length }] : ranges;
}
