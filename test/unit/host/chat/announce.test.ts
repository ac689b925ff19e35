import { expect, it } from 'vitest';
import { type AnnounceTools, announce } from '../../../../src/host/chat/announce';
import type { AuditEntry } from '../../../../src/host/permissions/audit';
import type { Policy } from '../../../../src/session/permissions';
import { testSession } from '../../../support/session';

const OPTIONS = [{ optionId: 'go', name: 'Go', kind: 'allow_once' }] as const;

/** What is announced and written down of a permission that the user, where the policy leaves it to them, answers. */
function answered(policy: Policy) {
  const fired: (readonly [string, unknown])[] = [];
  const audited: AuditEntry[] = [];
  const tools: AnnounceTools = {
    fire: (event, data) => void fired.push([event, data]),
    toolCalls: { announce: () => {} },
    agents: { running: () => undefined, find: () => undefined },
    remembered: { newest: () => undefined, put: () => {} },
    audit: { write: (entry) => void audited.push(entry) },
    rules: { suggest: () => ({ rules: [] }) },
    isOpen: () => false,
  };
  const session = testSession({ policy });
  session.onChange((change) => announce(tools, { session, startedNew: true }, change));
  const toolCall = { toolCallId: 't' };
  const { signal } = new AbortController();
  void session.ask({ sessionId: 's', toolCall, options: OPTIONS }, signal);
  const [open] = session.state.permissions;
  if (open) session.answer(open.id, 'go');
  return { done: fired.find(([event]) => event === 'AcpPermissionDone')?.[1], audited };
}

it('an answer of a rule is announced and written down with its reason', () => {
  const { done, audited } = answered(() => ({ optionId: 'go', by: 'rule', why: 'because' }));
  expect(done).toMatchObject({ by: 'rule', rule: 'because' });
  expect(audited).toMatchObject([{ by: 'rule', rule: 'because', outcome: 'allow_once' }]);
});

it('why no rule answered is written down, and not announced as the rule of the user’s answer', () => {
  const { done, audited } = answered(() => ({ why: 'no rule is about it' }));
  expect(done).toMatchObject({ by: 'user', rule: undefined });
  expect(audited).toMatchObject([{ by: 'user', rule: 'no rule is about it' }]);
});
