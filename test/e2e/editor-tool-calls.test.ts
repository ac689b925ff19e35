import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  agentThat,
  ask,
  type ScriptedAgent,
  type Step,
  say,
  toolCall,
  toolCallUpdate,
} from '../support/agent';
import { type BridgeClient, startBridge } from '../support/bridge';
import { type Nvim, startNvim } from '../support/nvim';
import { readable } from '../support/permission';
import { wait } from '../support/wait';

const RECORD = `
  edits = {}
  require('acp').on('AcpFileEdited', function(data) table.insert(edits, data) end)
`;

interface Desk extends AsyncDisposable {
  readonly nvim: Nvim;
  readonly agent: ScriptedAgent;
  readonly client: BridgeClient['client'];
}

/** An agent in a turn that waits at the gate "end", connected to the editor by the bridge. */
async function desk(steps: readonly Step[] = [], options = {}, more = ''): Promise<Desk> {
  const agent = agentThat(...steps, say('begun'), { do: 'gate', name: 'end' }, say('done'));
  const nvim = await startNvim({
    config: `${agent.setup(options)}\n${RECORD}\n${more}`,
    files: { 'a.txt': 'one\ntwo\nthree\n', '.env': 'SECRET=1\n' },
    args: ['a.txt'],
  });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain('begun');
  const [server] = (await agent.called('session/new')).params.mcpServers;
  const bridge = await startBridge(server, { mark: { ACP_TEST_MARK: nvim.mark } });
  return {
    nvim,
    agent,
    client: bridge.client,
    [Symbol.asyncDispose]: async () => {
      await bridge[Symbol.asyncDispose]();
      await nvim[Symbol.asyncDispose]();
    },
  };
}

const input = { path: 'a.txt', edits: [{ old_text: 'two', new_text: 'zwei' }] };
const edit = { name: 'edit_buffer', arguments: input };
const buffer = ({ nvim }: Desk) =>
  nvim.lua(`return vim.api.nvim_buf_get_lines(vim.fn.bufnr('a.txt'), 0, -1, false)`);
const cards = ({ nvim }: Desk) =>
  nvim.lua(`return vim.iter(vim.tbl_values(require('acp').state().tools)):map(function(call)
    return { name = call.name, executor = call.executor, state = call.state }
  end):totable()`);

async function answer({ nvim }: Desk, option: 'once' | 'no', reason?: string): Promise<void> {
  await readable(nvim);
  await nvim.lua(
    `local option, reason = ...
    local acp = require('acp')
    acp.respond(acp.permissions()[1].id, option, { reason = reason })`,
    option,
    ...(reason === undefined ? [] : [reason]),
  );
}

async function audit({ nvim }: Desk, tool: string): Promise<Record<string, unknown>[]> {
  const file = join(await nvim.lua(`return vim.fn.stdpath('log')`), 'acp-audit.jsonl');
  const lines = (): Record<string, unknown>[] =>
    (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
      .map((line) => JSON.parse(line))
      .filter((entry) => entry.tool === tool && entry.input !== undefined);
  await wait(() => lines().length > 0, `${tool} in the audit log`);
  return lines();
}

describe('a tool that changes a file', () => {
  it('asks with the change, writes into the buffer, and is reviewed like any change', async () => {
    await using one = await desk();
    const { nvim, client } = one;
    const result = client.callTool(edit);
    await readable(nvim);
    await nvim.screen.toContain('neovim/edit_buffer');
    await nvim.screen.toContain('zwei');
    expect(await buffer(one)).toEqual(['one', 'two', 'three']);
    await answer(one, 'once');
    expect(await result).toMatchObject({ structuredContent: { total_lines: 3 } });
    expect(await buffer(one)).toEqual(['one', 'zwei', 'three']);
    await wait(() => nvim.lua('return #edits == 1'), 'the edit is reported');
    const [edited] = await nvim.lua('return edits');
    expect(edited).toMatchObject({ source: 'mcp', turn: 1 });
    expect(await cards(one)).toEqual([
      { name: 'neovim/edit_buffer', executor: 'editor', state: 'output-available' },
    ]);
    expect(await nvim.lua(`return vim.tbl_keys(require('acp').state().tools)`)).toEqual([
      edited.toolCallId,
    ]);
    expect(await audit(one, 'neovim/edit_buffer')).toMatchObject([
      { outcome: 'completed', by: 'user', agent: 'scripted', paths: [join(nvim.dir, 'a.txt')] },
    ]);
  });

  it('is not done when the user does not want it, and hears why', async () => {
    await using one = await desk();
    const result = one.client.callTool(edit);
    await answer(one, 'no', 'not this line');
    expect(await result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('not this line') }],
    });
    // That is said once: it is no prompt besides.
    expect(await one.nvim.lua(`return require('acp').state().queue`)).toEqual([]);
    expect(await buffer(one)).toEqual(['one', 'two', 'three']);
  });

  it('keeps what the user changes while they are asked', async () => {
    await using one = await desk();
    const { nvim, client } = one;
    const result = client.callTool(edit);
    await readable(nvim);
    await nvim.lua(
      `vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), 0, 1, false, { 'one of mine' })`,
    );
    await answer(one, 'once');
    expect(await result).not.toHaveProperty('isError');
    expect(await buffer(one)).toEqual(['one of mine', 'zwei', 'three']);
  });

  it('is not asked about twice when the agent has asked, and is one card with its report', async () => {
    const reported = { title: 'mcp__neovim__edit_buffer', rawInput: input };
    await using one = await desk([toolCall('x', reported), ask('x', reported, false)]);
    await answer(one, 'once');
    await one.agent.answered('session/request_permission');
    expect(await one.client.callTool(edit)).not.toHaveProperty('isError');
    expect(await buffer(one)).toEqual(['one', 'zwei', 'three']);
    expect(await cards(one)).toEqual([
      { name: 'neovim/edit_buffer', executor: 'editor', state: 'output-available' },
    ]);
  });

  /** As kimi asks: the arguments have come as content, and the question has other content. */
  const asKimi = (args: object): Step[] => {
    const title = 'mcp__neovim__edit_buffer';
    const text = (said: string) => [{ type: 'content', content: { type: 'text', text: said } }];
    return [
      toolCall('x', { title, status: 'pending', content: text('') }),
      toolCallUpdate('x', { status: 'in_progress', content: text('{"path":"a.txt","ed') }),
      toolCallUpdate('x', { status: 'in_progress', content: text(JSON.stringify(args)) }),
      ask('x', { title, content: text(`Requesting approval to Approve ${title}`) }, false),
    ];
  };

  it('is not asked about twice when the agent has said the arguments before its question', async () => {
    await using one = await desk(asKimi(input));
    await readable(one.nvim);
    await one.nvim.screen.toContain('Requesting approval');
    await one.nvim.screen.toContain('zwei');
    await answer(one, 'once');
    await one.agent.answered('session/request_permission');
    expect(await one.client.callTool(edit)).not.toHaveProperty('isError');
    expect(await buffer(one)).toEqual(['one', 'zwei', 'three']);
  });

  it('is asked about when those were other arguments', async () => {
    const others = { ...input, edits: [{ old_text: 'three', new_text: 'drei' }] };
    await using one = await desk(asKimi(others));
    await answer(one, 'once');
    await one.agent.answered('session/request_permission');
    const result = one.client.callTool(edit);
    await answer(one, 'no');
    expect(await result).toMatchObject({ isError: true });
    expect(await buffer(one)).toEqual(['one', 'two', 'three']);
  });

  it('is allowed or denied by rules with its name', async () => {
    const rules = [
      { allow: true, tool: 'neovim/edit_buffer' },
      { deny: true, tool: 'neovim/*', path: 'b.txt' },
    ];
    await using one = await desk([], { permissions: { rules } });
    writeFileSync(join(one.nvim.dir, 'b.txt'), 'two\n');
    expect(await one.client.callTool(edit)).not.toHaveProperty('isError');
    expect(await buffer(one)).toEqual(['one', 'zwei', 'three']);
    const denied = { ...edit, arguments: { ...input, path: 'b.txt' } };
    expect(await one.client.callTool(denied)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('deny tool=neovim/* path=b.txt') }],
    });
    expect(readFileSync(join(one.nvim.dir, 'b.txt'), 'utf8')).toBe('two\n');
  });

  it('ends with a turn that is cancelled', async () => {
    await using one = await desk();
    const result = one.client.callTool(edit);
    await readable(one.nvim);
    await one.nvim.lua(`require('acp').cancel()`);
    expect(await result).toMatchObject({ isError: true });
    expect(await buffer(one)).toEqual(['one', 'two', 'three']);
  });
});

describe('a change outside of the project', () => {
  const outside = { ...edit, arguments: { ...input, path: '../out.txt' } };
  const on = async (one: Desk): Promise<string> => {
    const file = join(one.nvim.dir, '../out.txt');
    writeFileSync(file, 'one\ntwo\n');
    return file;
  };
  const questions = ({ nvim }: Desk): Promise<{ title: string }[]> =>
    nvim.lua(`return require('acp').permissions()`);

  it('is asked about once, for reading and writing', async () => {
    await using one = await desk();
    const file = await on(one);
    const result = one.client.callTool(outside);
    await readable(one.nvim);
    const [asked] = await questions(one);
    expect(asked?.title).toBe(
      `Edit buffer: ../out.txt (reads and writes outside the project: ${file})`,
    );
    await answer(one, 'once');
    expect(await result).not.toHaveProperty('isError');
    expect(readFileSync(file, 'utf8')).toBe('one\nzwei\n');
    expect(await audit(one, 'neovim/edit_buffer')).toHaveLength(1);
  });

  it('is asked about to be read where a rule allows the change', async () => {
    const rules = [{ allow: true, tool: 'neovim/edit_buffer', path: '/**' }];
    await using one = await desk([], { permissions: { rules } });
    const file = await on(one);
    const result = one.client.callTool(outside);
    await readable(one.nvim);
    expect((await questions(one))[0]?.title).toBe(`Read outside the project: ${file}`);
    await answer(one, 'no');
    expect(await result).toMatchObject({ isError: true });
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  });

  it('that fails says nothing about the file unless the user lets it be read', async () => {
    await using one = await desk();
    await on(one);
    const edits = [{ old_text: 'three', new_text: '' }];
    const wrong = { ...outside, arguments: { ...outside.arguments, edits } };
    const result = one.client.callTool(wrong);
    await readable(one.nvim);
    expect((await questions(one))[0]?.title).toContain('Read outside the project');
    await answer(one, 'no');
    expect(await result).toMatchObject({ isError: true });
    expect(JSON.stringify(await result)).not.toContain('old_text');
  });
});

describe('a tool that reads', () => {
  it('asks nobody, and sees unsaved text', async () => {
    await using one = await desk();
    await one.nvim.lua(
      `vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), 0, 1, false, { 'unsaved' })`,
    );
    const result = await one.client.callTool({
      name: 'read_buffer',
      arguments: { path: 'a.txt' },
    });
    expect(JSON.stringify(result.structuredContent)).toContain('unsaved');
    expect(await one.nvim.lua(`return #require('acp').permissions()`)).toBe(0);
  });

  it('does not get what the user keeps agents off', async () => {
    await using one = await desk([], { deny: ['.env'] });
    const result = await one.client.callTool({ name: 'read_buffer', arguments: { path: '.env' } });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).not.toContain('SECRET');
    expect(await audit(one, 'neovim/read_buffer')).toMatchObject([{ outcome: 'failed' }]);
  });
});
