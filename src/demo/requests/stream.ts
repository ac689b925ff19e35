import { countIn } from '../prompt';
import type { DemoRequest } from './request';

const WORDS =
  'The quick brown fox jumps over the lazy dog and asks what all the hurry is about.'.split(' ');
const WORD_MS = 5;
const LINE = 12;

export const stream: DemoRequest = {
  name: 'stream',
  description: 'Words one by one, about 200 a second',
  hint: 'number of words (default 200)',
  run: async (turn, { argument }) => {
    const count = countIn(argument, 200, 100_000);
    for (let index = 0; index < count; index++) {
      const word = WORDS[index % WORDS.length] ?? '';
      turn.chunk(word + ((index + 1) % LINE === 0 || index + 1 === count ? '\n' : ' '));
      await turn.pause(WORD_MS);
    }
  },
};
