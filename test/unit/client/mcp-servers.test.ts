import { describe, expect, it } from 'vitest';
import { mcpServers } from '../../../src/client/mcp-servers';
import { expectValid } from '../../support/schema';

const findProgram = (command: string) =>
  command === 'missing' ? undefined : `/usr/bin/${command.split('/').at(-1)}`;
const all = { capabilities: { http: true, sse: true }, findProgram };
const none = { capabilities: undefined, findProgram };

describe('MCP servers', () => {
  it('become what the protocol wants: absolute command, lists even when empty', () => {
    const { servers, problems } = mcpServers(
      [
        { name: 'files', command: 'mcp-files', args: ['--all'], env: { A: '1' } },
        // Empty Lua tables arrive as lists.
        { name: 'plain', command: './bin/plain', env: [] },
        { name: 'web', url: 'https://example.org/mcp', headers: { Authorization: 'Bearer x' } },
        { name: 'old', type: 'sse', url: 'http://localhost:1/sse' },
      ],
      all,
    );
    expect(problems).toEqual([]);
    expect(servers).toEqual([
      {
        name: 'files',
        command: '/usr/bin/mcp-files',
        args: ['--all'],
        env: [{ name: 'A', value: '1' }],
      },
      { name: 'plain', command: '/usr/bin/plain', args: [], env: [] },
      {
        type: 'http',
        name: 'web',
        url: 'https://example.org/mcp',
        headers: [{ name: 'Authorization', value: 'Bearer x' }],
      },
      { type: 'sse', name: 'old', url: 'http://localhost:1/sse', headers: [] },
    ]);
    expectValid('NewSessionRequest', { cwd: '/p', mcpServers: servers });
  });

  it('over http and sse go only to agents that take them', () => {
    const { servers, problems } = mcpServers(
      [
        { name: 'web', type: 'http', url: 'https://example.org' },
        { name: 'old', type: 'sse', url: 'https://example.org' },
      ],
      none,
    );
    expect(servers).toEqual([]);
    expect(problems).toEqual([
      'MCP server "web" is left out: the agent takes no http servers',
      'MCP server "old" is left out: the agent takes no sse servers',
    ]);
  });

  it.each([
    ['text', 'MCP server "1" is left out: expected a table'],
    [{ command: 'x' }, 'MCP server "1" is left out: name: expected a text'],
    [{ name: 'a' }, 'MCP server "a" is left out: command: expected a text'],
    [{ name: 'a', command: 'missing' }, 'the program "missing" was not found'],
    [{ name: 'a', command: 'x', args: 'y' }, 'args: expected a list of texts'],
    [{ name: 'a', command: 'x', args: [1] }, 'args: expected a list of texts'],
    [{ name: 'a', command: 'x', env: { A: 1 } }, 'env: expected a table of texts'],
    [{ name: 'a', url: 'ftp://x' }, 'url: expected an http address'],
    [{ name: 'a', url: 'nonsense' }, 'url: expected an http address'],
    [{ name: 'a', url: 'http://x', headers: 'h' }, 'headers: expected a table of texts'],
    [{ name: 'a', type: 'ws', url: 'http://x' }, 'type: expected stdio, http or sse, got "ws"'],
  ])('that are wrong are left out and reported: %j', (entry, problem) => {
    const { servers, problems } = mcpServers([entry], all);
    expect(servers).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  it('of the same name: the second is left out', () => {
    const twice = { name: 'a', command: 'x' };
    const { servers, problems } = mcpServers([twice, twice], all);
    expect(servers).toHaveLength(1);
    expect(problems).toEqual(['MCP server "a" is left out: there are two of this name']);
  });
});
