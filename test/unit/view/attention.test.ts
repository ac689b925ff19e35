import { expect, it } from 'vitest';
import type { Attention } from '../../../src/model/attention';
import { attentionText } from '../../../src/view/attention';

const asks = (fields: Partial<Attention>): string =>
  attentionText(
    { kind: 'question', level: 'warn', text: 'asks: Edit /project/src/a.ts', ...fields },
    'Agent',
    { title: 'Mend it', cwd: '/project' },
  );

it('names paths as the user knows them, but shows a command as it is', () => {
  expect(asks({})).toBe('Agent asks: Edit src/a.ts · Mend it');
  expect(asks({ text: 'asks: rm /project/a', isCommand: true })).toBe(
    'Agent asks: rm /project/a · Mend it',
  );
});
