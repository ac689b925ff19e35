import { expect, it } from 'vitest';
import { proposalLabels } from '../../../src/view/proposal-labels';

it('a comparison says how to go back, and a text that may be changed how it is written', () => {
  expect(proposalLabels(false, {})).toEqual(['now', 'proposed · q back']);
  expect(proposalLabels(true, {})).toEqual([
    'now',
    'proposed · :w or <C-s> writes this text · q back',
  ]);
});

it('keys are named as the user has them', () => {
  const keys = { proposal_accept: false, proposal_leave: 'X', comparison_leave: false } as const;
  expect(proposalLabels(true, keys)[1]).toBe('proposed · :w writes this text · X back');
  expect(proposalLabels(false, keys)[1]).toBe('proposed');
});
