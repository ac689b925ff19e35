import { expect, it } from 'vitest';
import { type AskingChat, openCards } from '../../../../src/host/chat/cards';
import { newSession } from '../../../../src/model/state';

function chat(view: number, title: string, session = '', form = false): AskingChat {
  const asked = { id: `p${view}`, toolCallId: 'c', title: 'Do it', kind: 'other' as const };
  const request = { ...asked, options: [], content: [], locations: [] };
  const state = {
    ...newSession('name', '/p'),
    id: `s${view}`,
    title: session,
    permissions: form ? [] : [request],
    elicitations: form ? [{ id: `e${view}`, message: 'Who?', values: {} }] : [],
  };
  return { view, choice: { title }, session: { state } };
}

const headings = (...chats: AskingChat[]): unknown[] =>
  openCards(chats).map(({ view, heading }) => [view, heading]);

it('a question says whose it is when there are several who may ask', () => {
  expect(headings(chat(1, 'Agent'))).toEqual([[1, undefined]]);
  expect(headings(chat(1, 'Agent'), chat(2, 'Other\nagent'))).toEqual([
    [1, 'Permission · Agent'],
    [2, 'Permission · Other agent'],
  ]);
  const long = 'a session with a very long title indeed';
  expect(headings(chat(1, 'Agent', long), chat(2, 'Agent'), chat(3, 'Other'))).toEqual([
    [1, `Permission · ${long.slice(0, 31)}…`],
    [2, 'Permission · Agent'],
    [3, 'Permission · Other'],
  ]);
});

it('who wants a form filled in is called by its title', () => {
  expect(headings(chat(1, 'Agent', '', true))).toEqual([[1, 'Agent asks']]);
});
