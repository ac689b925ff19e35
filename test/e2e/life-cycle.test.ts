import { describe, expect, it } from 'vitest';
import { agentThat, say, scriptAgent } from '../support/agent';
import { hostPid } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { expectNoneLeft, marked } from '../support/process';
import { wait } from '../support/wait';

/** A chat with an agent that has a stubborn child and is deaf to TERM and to the end of its input. */
async function stubborn(): Promise<Nvim> {
  const agent = agentThat(
    { do: 'ignoreTerm' },
    { do: 'ignoreEof' },
    { do: 'grandchild', ignoreTerm: true },
    say('settled in'),
    { do: 'silence' },
  );
  const nvim = await startNvim({ config: agent.setup() });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain('settled in');
  // Editor, host, guard, agent, grandchild.
  expect(marked(nvim.mark).length).toBeGreaterThanOrEqual(4);
  return nvim;
}

describe('nothing is left behind', () => {
  it('after :qa', async () => {
    await using nvim = await stubborn();
    await nvim.feed('<Esc>:qa!<CR>');
    await nvim.exited;
    await expectNoneLeft(nvim.mark);
  });

  it('after SIGTERM to Neovim', async () => {
    await using nvim = await stubborn();
    nvim.process.kill('SIGTERM');
    await nvim.exited;
    await expectNoneLeft(nvim.mark);
  });

  it('after SIGKILL of Neovim', async () => {
    await using nvim = await stubborn();
    nvim.process.kill('SIGKILL');
    await nvim.exited;
    await expectNoneLeft(nvim.mark);
  });

  it('of the old agents after SIGKILL of the host, which is started again', async () => {
    await using nvim = await stubborn();
    const pid = await hostPid(nvim);
    const old = marked(nvim.mark).filter((one) => one.pid !== nvim.process.pid);
    process.kill(pid, 'SIGKILL');
    await wait(
      () => !marked(nvim.mark).some((one) => old.some((gone) => gone.pid === one.pid)),
      () => JSON.stringify(marked(nvim.mark)),
    );
    await nvim.expectNotBlocked();
    await wait(
      async () => (await nvim.lua(`return #require('acp').sessions()`)) > 0,
      'a new host has a session',
    );
    expect(await hostPid(nvim)).not.toBe(pid);
  });
});

describe('an agent that dies', () => {
  it('keeps the transcript, shows exit code and stderr, and comes back with the next prompt', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          match: 'die',
          steps: [
            say('last words'),
            { do: 'stderr', text: 'Traceback: boom\n' },
            { do: 'crash', code: 7 },
          ],
        },
        { steps: [say('back again')] },
      ],
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('die')`);
    await nvim.screen.toContain('exited with code 7');
    await nvim.screen.toContain('Traceback: boom');
    await nvim.screen.toContain('last words');
    await nvim.expectNotBlocked();
    await nvim.lua(`require('acp').prompt('hello')`);
    await nvim.screen.toContain('back again');
    await nvim.screen.toContain('last words');
  });

  it('before it ever answered is reported with its stderr', async () => {
    const agent = scriptAgent({
      start: [
        { do: 'stderr', text: 'no api key\n' },
        { do: 'crash', code: 2 },
      ],
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.screen.toContain('exited with code 2');
    await nvim.screen.toContain('no api key');
  });

  it('was never there: the message names the program', async () => {
    await using nvim = await startNvim({
      config: `require('acp').setup({ agent = 'x', agents = { x = { command = 'no-such-agent-here' } } })`,
    });
    await nvim.lua(`require('acp').open()`);
    await nvim.screen.toContain('"no-such-agent-here" was not found on PATH');
    await nvim.expectNotBlocked();
  });

  it('was never there: what was sent to it is back in the prompt', async () => {
    await using nvim = await startNvim({
      config: `require('acp').setup({ agent = 'x', agents = { x = { command = 'no-such-agent-here' } } })`,
    });
    await nvim.feed(':AcpChat<CR>a long prompt<S-CR>of two lines<C-s>');
    await nvim.screen.toContain('"no-such-agent-here" was not found on PATH');
    const written = `return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '|')`;
    await wait(
      async () => (await nvim.lua(written)) === 'a long prompt|of two lines',
      'the prompt is there again',
    );
    await nvim.expectNotBlocked();
  });

  it('is not known: what was sent to it is back in the prompt', async () => {
    await using nvim = await startNvim({ config: `require('acp').setup({ agent = 'nosuch' })` });
    await nvim.feed(':AcpChat<CR>kept<C-s>');
    await nvim.screen.toContain('there is no agent "nosuch"; known are:');
    await wait(async () => (await nvim.lua('return vim.fn.getline(1)')) === 'kept', 'kept');
    await nvim.expectNotBlocked();
  });
});

describe('starting', () => {
  it('can be cancelled', async () => {
    const agent = scriptAgent({ replies: { initialize: { silent: true } } });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await agent.called('initialize');
    await wait(async () => (await nvim.lua('return vim.fn.mode()')) === 'i', 'typing');
    await nvim.press('<C-c>');
    await nvim.screen.toContain('was cancelled');
    await wait(
      () => marked(nvim.mark).every(({ command }) => !command.includes('scripted-agent')),
      'the agent has ended',
    );
  });

  it('gives up after start_timeout and says so', async () => {
    const agent = scriptAgent({ replies: { initialize: { silent: true } } });
    await using nvim = await startNvim({ config: agent.setup({ start_timeout: 700 }) });
    await nvim.lua(`require('acp').open()`);
    await nvim.screen.toContain(/did not answer in 0\.7 s/);
  });

  it('stops at another version of the protocol', async () => {
    const agent = scriptAgent({ replies: { initialize: { result: { protocolVersion: 2 } } } });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.screen.toContain('version 2');
  });
});

describe('bad input', () => {
  it('of every kind is survived and answered', async () => {
    const agent = agentThat(
      { do: 'raw', line: 'npm WARN deprecated' },
      { do: 'raw', line: '{"broken": ' },
      { do: 'raw', line: '[{"jsonrpc":"2.0","method":"session/update"}]' },
      { do: 'send', message: { id: null, method: 'fs/read_text_file', params: {} } },
      { do: 'send', message: { id: 'odd', method: 'qwen/unknown', params: {} } },
      { do: 'send', message: { method: '_private/note', params: {} } },
      { do: 'update', update: { sessionUpdate: 'brand_new', x: 1 } },
      { do: 'update', update: { sessionUpdate: 'tool_call', toolCallId: 7 } },
      { do: 'request', method: 'fs/read_text_file', params: { path: 'relative' } },
      { do: 'request', method: 'session/request_permission', params: { options: 'none' } },
      { do: 'pieces', message: { method: 'session/update', params: {} }, size: 3 },
      say('still here'),
    );
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('still here');
    await nvim.expectNotBlocked();
    const codes = agent.received().flatMap((message) => message.error?.code ?? []);
    expect(codes).toEqual(expect.arrayContaining([-32600, -32601, -32602]));
    const odd = agent.received().find((message) => message.id === 'odd');
    expect(odd?.error?.code).toBe(-32601);
  });
});

it('an unknown agent is named, and the known ones with it', async () => {
  await using nvim = await startNvim({ config: `require('acp').setup({ agent = 'nosuch' })` });
  await nvim.lua(`require('acp').open()`);
  await nvim.screen.toContain('there is no agent "nosuch"; known are:');
  await nvim.expectNotBlocked();
  await nvim.lua(`require('acp').prompt('hi', {}, function(err) _G.err = err end)`);
  await wait(
    async () => /no agent "nosuch"/.test(await nvim.lua('return _G.err')),
    'reported again',
  );
});
