import { expect, it } from 'vitest';
import type { Chat } from '../../../../src/host/chat/chat';
import { ChatLife, type ChatLifeOptions } from '../../../../src/host/chat/chat-life';
import { reactToSession } from '../../../../src/host/chat/session-reactions';
import { testSession } from '../../../support/session';
import { unhandled } from '../../../support/unhandled';
import { wait } from '../../../support/wait';

const REQUEST = {
  sessionId: 's',
  toolCall: { toolCallId: 't', locations: [{ path: '/project/a' }] },
  options: [{ optionId: 'go', name: 'Go', kind: 'allow_once' }],
} as const;

const PROBLEMS = [
  'activity',
  'all chats',
  'announce',
  'attention',
  'checkpoints',
  'drawer',
  'files',
  'frame',
  'owners',
  'reviews',
];

const broken = (name: string) => (): never => {
  throw new Error(name);
};

const messages = (problems: readonly unknown[]): string[] =>
  problems.map((problem) => (problem as Error).message).sort();

/** A chat whose own parts are all broken, and a host around it whose parts are broken except what shows questions. */
function brokenChat() {
  const session = testSession();
  let shown = 0;
  const life = new ChatLife({
    owners: { note: broken('owners'), forget: () => {} },
    files: { observe: broken('files') },
    reviews: { observe: broken('reviews') },
    checkpoints: { observe: broken('checkpoints') },
    toolCalls: { announce: broken('announce') },
    showQuestions: () => {
      shown = session.state.permissions.length;
    },
    refresh: broken('all chats'),
  } as unknown as ChatLifeOptions);
  reactToSession({
    view: 1 as never,
    session,
    lua: { call: broken('attention') },
    log: { debug: () => {} },
    agentTitle: () => 'Agent',
    drawer: { update: broken('drawer') },
    frame: { touch: () => {}, offer: broken('offer'), refresh: broken('frame') },
    activity: { refresh: broken('activity') },
    follower: { go: broken('follower') },
    onChange: (change) => life.changed({ session, startedNew: false } as unknown as Chat, change),
  });
  return { session, shown: () => shown };
}

it('a question is shown whatever else of the host is broken, and each problem is raised once', async () => {
  using raised = unhandled();
  const { session, shown } = brokenChat();
  void session.ask(REQUEST, new AbortController().signal);
  expect(shown()).toBe(1);
  await wait(() => raised.problems.length >= PROBLEMS.length, 'raised');
  expect(messages(raised.problems)).toEqual(PROBLEMS);
});
