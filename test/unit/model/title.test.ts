import { expect, it } from 'vitest';
import { List } from '../../../src/base/list';
import { type Entry, newSession, type SessionState } from '../../../src/model/state';
import { sessionTitle } from '../../../src/model/title';
import type { ContentBlock } from '../../../src/protocol/schema.gen';

const LINK: ContentBlock = { type: 'resource_link', name: 'a', uri: 'file:///a' };

/** A session with a notice and then two prompts, of which the first has this content. */
function session(content: readonly ContentBlock[], title?: string): SessionState {
  const second: ContentBlock[] = [{ type: 'text', text: 'second' }];
  return {
    ...newSession('demo', '/p'),
    ...(title ? { title } : {}),
    entries: List.of([
      { kind: 'notice', id: '1', level: 'info', text: 'welcome' },
      { kind: 'user', id: '2', content },
      { kind: 'user', id: '3', content: second },
    ] as Entry[]),
  };
}

const text = (value: string): ContentBlock[] => [LINK, { type: 'text', text: value }];

it.each([
  ['its first prompt', text('first'), 'first'],
  ['one line of it', text('first\n  line'), 'first line'],
  ['all of it while it is short', text('x'.repeat(80)), 'x'.repeat(80)],
  ['the start of a long one', text('x'.repeat(81)), `${'x'.repeat(79)}…`],
  ['nothing when that has no words', text(' \n'), undefined],
  ['nothing when that has no text', [LINK], undefined],
])('a session is called by %s', (_, content, title) => {
  expect(sessionTitle(session(content))).toBe(title);
});

it('a session is called as the agent calls it', () => {
  expect(sessionTitle(session(text('first'), 'Agent’s own'))).toBe('Agent’s own');
});

it('a session without prompts has no name', () => {
  expect(sessionTitle(newSession('demo', '/p'))).toBeUndefined();
});
