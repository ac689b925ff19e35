import { expect, test } from 'vitest';
import { Tokens } from '../../../src/mcp/tokens';
import type { KeptToken } from '../../../src/nvim/kept-tools';

function tokens(inherited: readonly KeptToken[] = []) {
  let changes = 0;
  const closed: string[] = [];
  const made = new Tokens<string>(inherited, () => changes++);
  const client = (name: string) => ({ dispose: () => void closed.push(name) });
  const admit = (token: string, name = 'client') => made.admit(token, client(name));
  return { tokens: made, changes: () => changes, closed, admit };
}

test('a token is random, and lets one client in at a time', async () => {
  const { tokens: made, admit } = tokens();
  const token = made.grant(1, 'session');
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const first = admit(token);
  if (typeof first === 'string') throw new Error(first);
  expect(await first.owner).toBe('session');
  expect(admit(token)).toBe('Another client uses this token already.');
  first.leave();
  expect(admit(token)).toMatchObject({ leave: expect.any(Function) });
});

test('one that has left does not make room for a third beside the second', () => {
  const { tokens: made, admit } = tokens();
  const token = made.grant(1, 'session');
  const first = admit(token);
  if (typeof first === 'string') throw new Error(first);
  first.leave();
  admit(token);
  first.leave();
  expect(admit(token)).toBe('Another client uses this token already.');
});

test.each([
  ['', 'nothing'],
  ['x', 'something else'],
])('%j is refused', (token) => {
  const { tokens: made, admit } = tokens();
  made.grant(1, 'session');
  expect(admit(token)).toBe('The token is not, or no longer, known to the editor.');
});

test('what this host has granted ends when the agent is started again, with its clients', () => {
  const { tokens: made, admit, closed } = tokens();
  const old = made.grant(1, 'session');
  const other = made.grant(2, 'another');
  admit(old, 'old');
  admit(other, 'other');
  made.revokeOwn(1);
  expect(closed).toEqual(['old']);
  expect(made.grant(1, 'session')).not.toBe(old);
  expect(admit(old)).toContain('no longer');
});

test('a revoked one counts no more', () => {
  const { tokens: made, admit, closed } = tokens();
  const token = made.grant(1, 'session');
  admit(token, 'client');
  made.revoke(1);
  expect(closed).toEqual(['client']);
  expect(admit(token)).toContain('no longer');
});

test('the next host has the tokens of the one before, for the sessions that come again', async () => {
  const before = tokens();
  const token = before.tokens.grant(1, 'session');
  before.tokens.grant(2, 'gone');
  before.tokens.revoke(2);
  expect(before.tokens.kept).toEqual([{ token, view: 1 }]);
  expect(before.changes()).toBe(3);

  const after = tokens(before.tokens.kept);
  const admission = after.admit(token);
  if (typeof admission === 'string') throw new Error(admission);
  after.tokens.claim(2, 'another');
  after.tokens.claim(1, 'session again');
  expect(await admission.owner).toBe('session again');
});

test('an agent that is started again does not close what an older one has left running', () => {
  const { tokens: made, admit, closed } = tokens([{ token: 'old', view: 1 }]);
  made.claim(1, 'session');
  admit('old', 'left');
  made.revokeOwn(1);
  expect(closed).toEqual([]);
  made.revoke(1);
  expect(closed).toEqual(['left']);
});
