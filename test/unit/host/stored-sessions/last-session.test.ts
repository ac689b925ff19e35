import { expect, it } from 'vitest';
import { offerLast } from '../../../../src/host/stored-sessions/last-session';
import { newSession } from '../../../../src/model/state';

/** What is offered of a session that was last used then. */
function offered(updatedAt: string): string[] {
  const said: string[] = [];
  const last = { cwd: '/p', agent: 'a', id: 's1', title: 'Mend it', updatedAt };
  offerLast(
    {
      agents: { running: () => undefined, find: () => ({ title: 'A' }) as never },
      remembered: { newest: () => last },
      isOpen: () => false,
    },
    { state: newSession('a', '/p'), notice: (_level, text) => said.push(text) },
  );
  return said;
}

it('says how long ago the last session was', () => {
  const hours = new Date(Date.now() - 3.5 * 3_600_000).toISOString();
  expect(offered(hours)).toEqual(['`:Acp load` continues the last session: Mend it (3 h ago)']);
});

it('says nothing of a time that nobody can read', () => {
  expect(offered('10/29/2026')).toEqual(['`:Acp load` continues the last session: Mend it']);
});
