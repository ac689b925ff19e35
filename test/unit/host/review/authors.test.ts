import { expect, test } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { textImage } from '../../../../src/edit/file-image';
import { ReviewAuthors } from '../../../../src/files/review/review-authors';
import { ReviewState } from '../../../../src/files/review/review-state';
import { Authors, type ReviewedChat } from '../../../../src/host/review/authors';
import { agentEdited } from '../../../../src/model/review/review';
import { keysOf } from '../../../../src/model/review/sessions';
import { newSession, type SessionState } from '../../../../src/model/state';

function authors() {
  const state = new ReviewState();
  const chats = new Map<string, ReviewedChat>();
  const store = { open: async () => {} };
  const reviewed = {
    get review() {
      return state.review;
    },
    authors: new ReviewAuthors(state),
    store,
  };
  const made = new Authors({ reviewed: reviewed as never, chat: (key) => chats.get(key) });
  return {
    state,
    authors: made,
    /** A chat with a session; answers what happens when its history is there, and the numbers that it counts from. */
    open: (key: string, more: Partial<SessionState> = {}) => {
      const replayed = new Emitter<void>();
      const counted: number[] = [];
      const session = {
        key,
        state: { ...newSession('agent', '/p'), id: 'id', ...more },
        onReplayed: replayed.on,
        countFrom: (turns: number) => void counted.push(turns),
        record: () => {},
      };
      const chat: ReviewedChat = { view: 1, session };
      chats.set(key, chat);
      made.join(chat);
      return { counted, replayed: () => replayed.fire(), close: () => chats.delete(key) };
    },
    wrote: (session: string, turn: number): void => {
      const images = { before: textImage('a\n'), after: textImage('b\n') };
      const by = { session, turn, source: 'fs' } as const;
      state.set(agentEdited(state.review, { path: '/p/f', ...by, ...images }));
    },
    author: () => keysOf(state.get('/p/f') as never)[0],
  };
}

test('a chat that was closed is known by its title and its id', () => {
  const { authors: all, open } = authors();
  const { close } = open('one', { title: 'A title' });
  close();
  expect([all.idOf('one'), all.titleOf('one', 3)]).toEqual(['id', 'A title, turn 3']);
  expect([all.idOf('two'), all.titleOf('two', 3)]).toEqual(['two', 'A closed chat, turn 3']);
});

test('a session that goes on in another chat is the author, and counts its turns on', () => {
  const { author, open, wrote } = authors();
  const { close } = open('one');
  wrote('one', 4);
  close();
  const { replayed, counted } = open('two', { continued: true });
  replayed();
  expect([author(), counted]).toEqual(['two', [4]]);
});

test('a new session is another one, whatever its id is', () => {
  const { author, open, wrote } = authors();
  const { close } = open('one');
  wrote('one', 4);
  close();
  const { replayed, counted } = open('two');
  replayed();
  expect([author(), counted]).toEqual(['one', [0]]);
});

test('what a chat does that is open stays its own', () => {
  const { author, open, wrote } = authors();
  open('one');
  wrote('one', 4);
  open('two', { continued: true }).replayed();
  expect(author()).toBe('one');
});

test('a session that has lost its history counts on from what is pending of it', () => {
  const { open, wrote } = authors();
  const { replayed, counted } = open('one');
  wrote('one', 4);
  replayed();
  expect(counted).toEqual([4]);
});
