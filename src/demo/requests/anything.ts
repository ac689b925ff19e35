import type { Asked } from '../prompt';
import type { Turn } from '../turn';

const MAX_QUOTE = 60;

/** The answer to everything that is none of the requests. */
export function answerAnything(turn: Turn, { text }: Asked): Promise<void> {
  const said = text.replace(/\s+/g, ' ').replaceAll('`', "'");
  const quote = said.length > MAX_QUOTE ? `${said.slice(0, MAX_QUOTE - 1)}…` : said;
  return turn.say(
    [
      quote ? `You wrote “${quote}”. ` : '',
      'I am the built-in demo agent: there is no model behind me, so I only know a few requests. Start with ',
      '`explain` (I read a file of yours), `edit` (I propose a change to it) or `run ls`; `help` lists them all ',
      'and the keys.\n\n',
      'For real work choose a real agent: `:AcpChat gemini`, say, or the option `agent`.\n',
    ].join(''),
  );
}
