import { expect, it } from 'vitest';
import { type AskingChat, openQuestions } from '../../../../src/host/chat/open-questions';
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
  return { choice: { title }, session: { state } };
}

const headings = (...chats: AskingChat[]): unknown[] =>
  openQuestions(chats).map(({ chat, standing }) => [chats.indexOf(chat) + 1, standing.heading]);

it('a question says whose it is when there are several who may ask', () => {
  expect(headings(chat(1, 'Agent'))).toEqual([[1, 'Permission']]);
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

it('all questions are counted in one row, those of a chat together', () => {
  const both = {
    ...chat(1, 'One').session.state,
    ...{ elicitations: chat(1, 'One', '', true).session.state.elicitations },
  };
  const asked = openQuestions([
    { choice: { title: 'One' }, session: { state: both } },
    chat(2, 'Two'),
  ]);
  expect(asked.map(({ request, standing: { at, of } }) => [request.id, at, of])).toEqual([
    ['p1', 1, 3],
    ['e1', 2, 3],
    ['p2', 3, 3],
  ]);
});
