import { expect, test } from 'vitest';
import { withNamedTables } from '../../../../src/host/lua-door/named-tables';

test('what is a table by names in the options is one also while it is empty', () => {
  const given = { agents: [], keys: [], permissions: [], log: { level: 'warn' } };
  expect(withNamedTables(given)).toEqual({
    agents: {},
    keys: {},
    permissions: {},
    log: { level: 'warn' },
  });
});

test('the same inside of others', () => {
  const given = {
    agents: { mine: { command: 'a', args: [], env: [] }, other: [] },
    mcp_servers: [{ name: 'b', command: 'c', env: [], headers: { d: 'e' } }],
  };
  expect(withNamedTables(given)).toEqual({
    agents: { mine: { command: 'a', args: [], env: {} }, other: {} },
    mcp_servers: [{ name: 'b', command: 'c', env: {}, headers: { d: 'e' } }],
  });
});

test('lists stay lists, and everything else stays what it is', () => {
  const given = {
    agent: 'mine',
    mcp_servers: [],
    deny: [],
    permissions: { rules: [], allow_reads: true, decide: true },
    follow: false,
    other: [],
  };
  expect(withNamedTables(given)).toEqual(given);
});
