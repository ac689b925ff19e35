import { expect, it } from 'vitest';
import { type AnsweredChat, QuestionSurfaces } from '../../../../src/host/chat/question-surfaces';
import type { OpenSurface } from '../../../../src/host/surfaces';
import { newSession, type PermissionRequest } from '../../../../src/model/state';
import type { PermissionModel } from '../../../../src/view/surfaces/permission';
import { unhandled } from '../../../support/unhandled';
import { wait } from '../../../support/wait';

const requestOf = (id: string, title = id): PermissionRequest => ({
  ...{ id, title, toolCallId: id, kind: 'other', options: [], content: [], locations: [] },
});

/** Windows that are open, and previews that are, by what they are about. A question named "broken" cannot be drawn. */
function asking() {
  const windows = new Set<string>();
  const proposals = new Set<string>();
  const reported: string[] = [];
  const questions = new QuestionSurfaces<AnsweredChat>({
    surfaces: {
      open: <M, T>({ model }: OpenSurface<M, T>) => {
        const { id, title } = (model() as PermissionModel).request;
        if (title === 'broken') throw new Error(`${id} cannot be drawn`);
        windows.add(id);
        return {
          update: () => {},
          goTo: () => {},
          focus: () => {},
          close: () => {
            windows.delete(id);
            if (title === 'stuck') throw new Error(`${id} cannot be closed`);
          },
        };
      },
    },
    tools: { notify: (_: string, text: string) => reported.push(text) } as never,
    waysIn: () => ({ promptKey: undefined, chatKey: undefined }),
    say: () => {},
    offerRule: async () => {},
    propose: (_, { id }) => {
      proposals.add(id);
      return {
        model: { changes: [], isReading: false, isEditable: false },
        update: () => {},
        dispose: () => void proposals.delete(id),
      } as never;
    },
  });
  const show = (...permissions: PermissionRequest[]): void => {
    const state = { ...newSession('agent', '/p'), permissions };
    questions.show([{ choice: { title: 'Agent' }, session: { state } } as never]);
  };
  return {
    questions,
    show,
    reported,
    windows: () => [...windows],
    proposals: () => [...proposals],
  };
}

const messages = (problems: readonly unknown[]): string[] =>
  problems.map((problem) => (problem as Error).message);

it('a question that cannot be drawn hides no other, is reported once, and is tried again when it changes', async () => {
  using raised = unhandled();
  const { show, reported, windows, proposals } = asking();
  const [a, bad, c] = [requestOf('a'), requestOf('b', 'broken'), requestOf('c')];
  show(a, bad);
  expect(windows()).toEqual(['a']);
  show(a, bad, c);
  expect(windows()).toEqual(['a', 'c']);
  expect(proposals()).toEqual(['a', 'c']);
  show(a, { ...requestOf('b2'), replaces: 'b' }, c);
  expect(windows()).toEqual(['a', 'c', 'b2']);
  show(c);
  expect(windows()).toEqual(['c']);
  await wait(() => raised.problems.length > 0, 'raised');
  expect(messages(raised.problems)).toEqual(['b cannot be drawn']);
  expect(reported).toEqual([
    'a question of Agent cannot be shown: :Acp log says why, :Acp cancel ends its turn',
  ]);
});

it('a question that cannot be closed keeps no other open', async () => {
  using raised = unhandled();
  const { questions, show, windows } = asking();
  show(requestOf('a'), requestOf('b', 'stuck'), requestOf('c'), requestOf('d'));
  show(requestOf('d'));
  expect(windows()).toEqual(['d']);
  questions.dispose();
  expect(windows()).toEqual([]);
  await wait(() => raised.problems.length > 0, 'raised');
  expect(messages(raised.problems)).toEqual(['b cannot be closed']);
});
