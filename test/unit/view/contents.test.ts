import { expect, it } from 'vitest';
import { contentsOf } from '../../../src/view/contents';
import { sectionOf } from '../../../src/view/pieces';

it('the contents of a transcript are its prompts, headings and errors, with their rows', () => {
  const stops = ['message'] as const;
  const sections = [
    sectionOf([
      { id: 'u', lines: ['what now?', ''], stops: ['message', 'prompt'] },
      {
        id: 'a',
        lines: [
          '# One #',
          { text: '```', fence: 'open' },
          '# none',
          { text: '```', fence: 'close' },
          '### Deep',
          '',
        ],
        stops,
        markdown: { from: 0, to: 4 },
      },
    ]),
    sectionOf([
      { id: 't', lines: ['read x', ''], stops: ['tool'] },
      { id: 'e', lines: ['fetch y  ✗ failed', ''], stops: ['tool', 'error'] },
    ]),
  ];
  expect(
    contentsOf(sections).map(({ row, kind, text, depth }) => [row, kind, text, depth]),
  ).toEqual([
    [0, 'prompt', 'what now?', 0],
    [2, 'heading', 'One', 1],
    [6, 'heading', 'Deep', 3],
    [10, 'error', 'fetch y ✗ failed', 0],
  ]);
});
