import { keyOf } from './keys';
import type { KeyOverrides } from './surfaces/surface';

/** What stands above the sides of a comparison: what is there now, and what is proposed with how to go on. Pure. */
export function proposalLabels(isEditable: boolean, keys: KeyOverrides): readonly [string, string] {
  const back = keyOf(isEditable ? 'proposal_leave' : 'comparison_leave', keys);
  const accept = keyOf('proposal_accept', keys);
  const hints = [
    ...(isEditable ? [`${accept ? `:w or ${accept}` : ':w'} writes this text`] : []),
    ...(back ? [`${back} back`] : []),
  ];
  return ['now', ['proposed', ...hints].join(' · ')];
}
