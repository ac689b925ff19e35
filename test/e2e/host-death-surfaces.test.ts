import { describe, expect, it } from 'vitest';
import { elicitationSurface } from '../../src/view/surfaces/elicitation';
import { fileChangeSurface } from '../../src/view/surfaces/file-change';
import { keyHelpSurface } from '../../src/view/surfaces/key-help';
import { permissionSurface } from '../../src/view/surfaces/permission';
import { rulesSurface } from '../../src/view/surfaces/rules';
import { sessionsSurface } from '../../src/view/surfaces/sessions';
import type { SurfaceKey } from '../../src/view/surfaces/surface';
import { transcriptSurface } from '../../src/view/surfaces/transcript';
import { ask, type Step, say, scriptAgent } from '../support/agent';
import { hostPid } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const FORM: Step = {
  do: 'request',
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Tell me about the project',
    requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
  },
};

const channel = (nvim: Nvim): Promise<number> =>
  nvim.lua(`return require('acp.host').channel() or 0`);

async function killHost(nvim: Nvim): Promise<void> {
  const before = await channel(nvim);
  process.kill(await hostPid(nvim), 'SIGKILL');
  await wait(async () => (await channel(nvim)) !== before, 'the editor has seen its end');
}

async function chatting(...steps: Step[]): Promise<Nvim> {
  const agent = scriptAgent({
    prompts: [{ match: 'go', steps: [say('at work'), ...steps] }],
  });
  const nvim = await startNvim({
    size: [110, 36],
    files: { 'a.txt': 'text\n', 'b.txt': 'text\n' },
    args: ['a.txt'],
    config: `${agent.setup()}
      vim.ui.input = function(_, done) done('allow command=make') end`,
  });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  await nvim.screen.toContain('at work');
  return nvim;
}

const filetype = (nvim: Nvim): Promise<string> => nvim.lua('return vim.bo.filetype');
const inFiletype = (nvim: Nvim, wanted: string): Promise<unknown> =>
  wait(
    async () => (await filetype(nvim)) === wanted,
    () => `in ${wanted}\n${nvim.screen.framed()}`,
  );

/** Neovim has nothing to complain about, and takes keys. */
async function expectUnharmed(nvim: Nvim): Promise<void> {
  await nvim.expectNotBlocked();
  expect(await nvim.messages()).not.toMatch(/E\d+:|stack traceback/);
}

const acts = ({ closes, leaves, cycles }: SurfaceKey): boolean => !closes && !leaves && !cycles;

describe('with a dead host', () => {
  it.each([
    {
      definition: rulesSurface,
      open: async (nvim: Nvim) => nvim.feed('<Esc>:Acp rules<CR>'),
    },
    {
      definition: sessionsSurface,
      open: async (nvim: Nvim) => nvim.feed('<Esc>:Acp sessions<CR>'),
    },
    {
      definition: keyHelpSurface,
      open: async (nvim: Nvim) => nvim.feed('<Esc>g?'),
    },
    {
      definition: fileChangeSurface,
      open: async (nvim: Nvim) => {
        await nvim.feed('<Esc>:Acp rules<CR>');
        await inFiletype(nvim, 'acprules');
        await nvim.feed('A');
      },
    },
  ])('the window of $definition.kind says so at each key, and closes', async (example) => {
    const { kind, keys } = example.definition;
    await using nvim = await chatting();
    await example.open(nvim);
    await inFiletype(nvim, `acp${kind}`);
    await killHost(nvim);
    await nvim.screen.toContain('the host has ended ╯');
    for (const { lhs } of keys.filter(acts)) {
      await nvim.lua(`vim.cmd('messages clear')`);
      await nvim.feed(lhs);
      // What is guarded counts only after a while.
      await wait(
        async () => /the host has ended|not answered/.test(await nvim.messages()),
        () => `${lhs} is answered\n${nvim.screen.framed()}`,
      );
      expect(await filetype(nvim)).toBe(`acp${kind}`);
      await expectUnharmed(nvim);
    }
    for (const { lhs } of keys.filter(({ closes }) => closes).slice(0, 1)) {
      await nvim.feed(lhs);
    }
    await wait(async () => (await filetype(nvim)) !== `acp${kind}`, 'closed');
    await expectUnharmed(nvim);
  });

  it.each([
    { definition: permissionSurface, step: ask('a', { title: 'Do it' }), text: 'Allow once' },
    { definition: elicitationSurface, step: FORM, text: 'Tell me about the project' },
  ])('a question of $definition.kind goes, whatever is pressed', async (example) => {
    const { keys } = example.definition;
    for (const { lhs } of keys) {
      await using nvim = await chatting(example.step);
      await nvim.screen.toContain(example.text);
      await nvim.feed('<C-g>');
      await inFiletype(nvim, 'acppermission');
      process.kill(await hostPid(nvim), 'SIGKILL');
      // Before the editor may have seen it.
      await nvim.feed(lhs);
      await nvim.screen.toLose(example.text);
      await expectUnharmed(nvim);
    }
  });

  it('the transcript stays, and each key does what can be done without one', async () => {
    await using nvim = await chatting();
    await nvim.turnOver();
    await killHost(nvim);
    await nvim.screen.toContain('This is a new session');
    await killHost(nvim);
    expect(await channel(nvim)).toBe(0);
    for (const { lhs } of transcriptSurface.keys) {
      await nvim.feed('<Esc>');
      await nvim.lua(`vim.api.nvim_set_current_win(require('acp.chat.windows').get().chat)`);
      await nvim.feed(lhs);
      await expectUnharmed(nvim);
    }
    await wait(async () => (await filetype(nvim)) === 'text', 'closed');
    expect(await nvim.messages()).toContain('the host has ended; :AcpChat starts it again');
  });

  it('the note of follow mode goes', async () => {
    await using nvim = await chatting();
    await nvim.lua(`require('acp').close()`);
    await nvim.feed('<Esc>:Acp follow on<CR>');
    await wait(
      async () => (await nvim.lua(`return require('acp').status().follow`)) === 'on',
      'it follows',
    );
    await nvim.lua(`require('acp.follow').go(vim.fs.joinpath(vim.fn.getcwd(), 'b.txt'))`);
    await nvim.feed(':edit a.txt<CR>');
    await nvim.screen.toContain('following paused');
    await nvim.lua(`
      require('acp.host').on_exit(function()
        _G.floats = vim.tbl_filter(function(win)
          return vim.api.nvim_win_get_config(win).relative ~= ''
        end, vim.api.nvim_list_wins())
      end)`);
    await killHost(nvim);
    await wait(() => nvim.lua('return floats ~= nil'), 'the end was heard');
    expect(await nvim.lua('return floats')).toEqual([]);
    await expectUnharmed(nvim);
  });
});
