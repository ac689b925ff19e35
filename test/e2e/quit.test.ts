import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agentThat, say, toolCall } from '../support/agent';
import { killHost } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { expectNoneLeft } from '../support/process';

interface CountedNode {
  /** A program that runs node and remembers it. */
  readonly path: string;
  starts(): number;
}

function countedNode(): CountedNode {
  const dir = mkdtempSync(join(tmpdir(), 'acp-node-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, 'node');
  const list = join(dir, 'starts');
  writeFileSync(path, `#!/bin/sh\necho >> '${list}'\nexec '${process.execPath}' "$@"\n`);
  chmodSync(path, 0o755);
  return { path, starts: () => (existsSync(list) ? readFileSync(list, 'utf8').length : 0) };
}

interface Editor {
  readonly nvim: Nvim;
  readonly node: CountedNode;
  readonly code: Promise<number | null>;
}

async function startEditor(config: string): Promise<Editor> {
  const node = countedNode();
  const agent = agentThat(toolCall('look'), say('said'));
  const nvim = await startNvim({ config: `${agent.setup({ node: node.path })}\n${config}` });
  const code = new Promise<number | null>((resolve) => nvim.process.once('exit', resolve));
  return { nvim, node, code };
}

const inAutocommand = (command: string, more = ''): string =>
  `vim.api.nvim_create_autocmd('User', { pattern = 'AcpTurnEnd', command = '${command}' ${more} })`;

/** What ends Neovim while the turn of a chat goes on, or at its end. */
const QUITTING: readonly { by: string; config: string; code?: number }[] = [
  { by: ':qa in an autocommand', config: inAutocommand('qa') },
  { by: ':qa! in an autocommand', config: inAutocommand('qa!') },
  { by: ':wqa in an autocommand', config: inAutocommand('wqa') },
  { by: ':cq in an autocommand', config: inAutocommand('cq 3'), code: 3 },
  { by: ':qa in a nested autocommand', config: inAutocommand('qa', ', nested = true') },
  {
    by: ':qa in a listener',
    config: `require('acp').on('AcpTurnEnd', function() vim.cmd.qa() end)`,
  },
  {
    by: ':qa in on_tool_call',
    config: `require('acp').on_tool_call(function() vim.cmd.qa() end)`,
  },
  {
    by: ':qa when the prompt is answered',
    config: `_G.answered = function() vim.cmd.qa() end`,
  },
  {
    by: ':qa in WinClosed',
    config: `
      vim.api.nvim_create_autocmd('WinClosed', { command = 'qa!' })
      require('acp').on('AcpTurnEnd', function() vim.schedule(require('acp').close) end)`,
  },
  {
    by: ':qa in TabClosed',
    config: `
      vim.api.nvim_create_autocmd('TabClosed', { command = 'qa!' })
      require('acp').on('AcpTurnEnd', function()
        vim.schedule(function() vim.cmd('tabnew | tabclose') end)
      end)`,
  },
  {
    by: 'SIGTERM in an autocommand',
    config: `
      vim.api.nvim_create_autocmd('User', { pattern = 'AcpTurnEnd', callback = function()
        vim.uv.kill(vim.uv.os_getpid(), 'sigterm')
        vim.wait(30000)
      end })`,
    code: 1,
  },
  {
    by: ':qa with a VimLeavePre that goes on using the API',
    config: `
      vim.api.nvim_create_autocmd({ 'VimLeavePre', 'VimLeave' }, { callback = function()
        local acp = require('acp')
        acp.sessions()
        acp.prompt('more', {}, function() acp.prompt('and more') end)
        acp.open({ new = true })
        acp.close()
      end })
      require('acp').on('AcpTurnEnd', function() vim.cmd.qa() end)`,
  },
];

describe('Neovim ends, and the host with it, by', () => {
  it.each(QUITTING)('$by', async ({ config, code: wanted = 0 }) => {
    const { nvim, node, code } = await startEditor(config);
    await using _ = nvim;
    await nvim.lua(`require('acp').open() require('acp').prompt('go', {}, _G.answered)`);
    expect(await code).toBe(wanted);
    expect(node.starts()).toBe(1);
    await expectNoneLeft(nvim.mark);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('%s', async (signal) => {
    const { nvim, node, code } = await startEditor('');
    await using _ = nvim;
    await nvim.lua(`require('acp').open() require('acp').prompt('go')`);
    await nvim.screen.toContain('said');
    nvim.process.kill(signal);
    expect(await code).toBe(1);
    expect(node.starts()).toBe(1);
    await expectNoneLeft(nvim.mark);
  });

  it('the end of the program that it is embedded in', async () => {
    const { nvim, node, code } = await startEditor('');
    await using _ = nvim;
    await nvim.lua(`require('acp').open() require('acp').prompt('go')`);
    await nvim.screen.toContain('said');
    nvim.process.stdin?.end();
    await code;
    expect(node.starts()).toBe(1);
    await expectNoneLeft(nvim.mark);
  });

  it(':qa while the host is starting', async () => {
    const { nvim, code } = await startEditor(
      `vim.api.nvim_create_user_command('Both', function()
         require('acp').prompt('go', {}, function() require('acp').prompt('again') end)
         vim.cmd.doautocmd('User Both')
       end, {})
       vim.api.nvim_create_autocmd('User', { pattern = 'Both', command = 'qa!' })`,
    );
    await using _ = nvim;
    await nvim.feed(':Both<CR>');
    expect(await code).toBe(0);
    await expectNoneLeft(nvim.mark);
  });
});

it('a job that ends with Neovim and prompts then starts no host', async () => {
  const { nvim, node, code } = await startEditor(
    `vim.fn.jobstart({ 'sleep', '1000' }, { on_exit = function()
       require('acp').prompt('the job is done')
       require('acp').open()
     end })`,
  );
  await using _ = nvim;
  await nvim.feed(':qa<CR>');
  expect(await code).toBe(0);
  expect(node.starts()).toBe(0);
});

it('after a :qa that is refused the host is still watched', async () => {
  const { nvim, node } = await startEditor('vim.o.hidden = true');
  await using _ = nvim;
  await nvim.feed('iunsaved<Esc>:AcpChat<CR>go<C-s>');
  await nvim.screen.toContain('said');
  await nvim.feed('<Esc>:silent! qall<CR>');
  await killHost(nvim);
  await nvim.screen.toContain('was started again');
  expect(node.starts()).toBe(2);
});
