import { expect, test } from 'vitest';
import { type FileImage, textImage } from '../../../../src/edit/file-image';
import { ReviewState } from '../../../../src/files/review/review-state';
import { undo } from '../../../../src/model/review/decide';
import { agentEdited } from '../../../../src/model/review/review';

const BY = { session: 's', turn: 1, source: 'disk' } as const;

test('a mode is pending again when its undo is taken back, which the text of a buffer does not say', () => {
  const state = new ReviewState();
  const path = '/p/run.sh';
  const having = (mode: number): FileImage => ({ ...textImage('echo\n'), mode }) as FileImage;
  const images = { before: having(0o644), after: having(0o755) };
  state.set(agentEdited(state.review, { path, ...BY, ...images }), 'replaced');
  state.set(undo(state.review, { kind: 'all' }).review, 'undone');
  expect(state.review.notes).toHaveLength(1);
  state.found(path, textImage('echo\n'));
  state.found(path, having(0o644));
  expect(state.get(path)).toBeUndefined();
  state.found(path, having(0o755));
  expect(state.get(path)?.changes).toMatchObject([{ kind: 'mode', before: 0o644 }]);
  expect(state.review.notes).toEqual([]);
});
