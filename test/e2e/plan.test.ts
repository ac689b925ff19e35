import { expect, it } from 'vitest';
import { type Step, say, scriptAgent } from '../support/agent';
import { startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const plan = (...statuses: readonly string[]): Step => ({
  do: 'update',
  update: {
    sessionUpdate: 'plan',
    entries: statuses.map((status, index) => ({
      content: ['Look at it', 'Change it', 'Try it'][index],
      priority: 'medium',
      status,
    })),
  },
});

const PROMPTS = [
  {
    match: 'plan',
    steps: [
      plan('completed', 'in_progress', 'pending'),
      say('working'),
      { do: 'gate', name: 'more' },
      plan('completed', 'completed', 'in_progress'),
      { do: 'gate', name: 'done' },
      plan('completed', 'completed', 'completed'),
      say(' and done'),
    ],
  },
  { steps: [say('heard {{prompt}}')] },
] as const;

it('a plan is one line above the prompt, as far as it is done, and goes when all is', async () => {
  const agent = scriptAgent({ prompts: PROMPTS });
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>plan<C-s>');
  await nvim.screen.toContain('Plan 1/3 · Change it');
  await nvim.feed('next<C-s>');
  await nvim.screen.toContain('1. next');
  await nvim.feed('<Esc>:Acp plan<CR>');
  await nvim.screen.toContain(/╭ Plan 1\/3 ─/);
  expect(await nvim.lua('return vim.bo.filetype')).toBe('acpplan');
  await nvim.screen.toContain('◐ Change it');
  agent.open('more');
  await nvim.screen.toContain(/╭ Plan 2\/3 ─/);
  await nvim.screen.toContain('Plan 2/3 · Try it');
  await nvim.feed('q');
  await wait(async () => (await nvim.lua('return vim.bo.filetype')) === 'acpprompt', 'back');
  await nvim.feed('<C-q>');
  await nvim.screen.toContain('<CR> open');
  await nvim.feed('<CR>');
  await nvim.screen.toContain(/╭ Plan 2\/3 ─/);
  await nvim.feed('q');
  agent.open('done');
  await nvim.screen.toContain('heard next');
  await nvim.screen.toLose('· Try it');
  const lines: string[] = await nvim.lua(
    `return vim.api.nvim_buf_get_lines(require('acp.chat.views').current().chat, 0, -1, false)`,
  );
  expect(lines.filter((line) => line.startsWith('Plan'))).toEqual(['Plan 3/3']);
  await nvim.expectNotBlocked();
});

it.each([
  ['right', [100, 30]],
  ['tab', [80, 24]],
  ['float', [80, 24]],
  ['float', [60, 9]],
] as const)('what is above the prompt has room beside it: %s, %j', async (kind, size) => {
  const agent = scriptAgent({ prompts: PROMPTS });
  const config = agent.setup({ layout: { kind, border: 'none' } });
  await using nvim = await startNvim({ config, size: [...size] });
  await nvim.feed(':AcpChat<CR>plan<C-s>');
  await nvim.screen.toContain('working');
  await nvim.feed('a draft');
  await nvim.screen.toContain('a draft');
  if (size[1] > 9) await nvim.screen.toContain('Plan 1/3 · Change it');
  await nvim.feed('<Esc>q');
  await nvim.screen.toLose('a draft');
  expect(await nvim.lua('return #vim.api.nvim_list_wins()')).toBe(1);
  await nvim.expectNotBlocked();
});

it('a prompt that waits and is too long for its line says so at its end', async () => {
  const agent = scriptAgent({ prompts: PROMPTS });
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>plan<C-s>');
  await nvim.screen.toContain('Plan 1/3 · Change it');
  await nvim.feed(`${'long '.repeat(40)}<C-s>`);
  await nvim.screen.toContain(/1\. long long [long ]*…│/);
});

it('that there is no plan, and that nothing waits, is said', async () => {
  const agent = scriptAgent({ prompts: PROMPTS });
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  await nvim.screen.toContain('heard go');
  await nvim.feed('<Esc>:Acp plan<CR>');
  await nvim.screen.toContain('there is no plan');
  await nvim.feed(':Acp queue<CR>');
  await nvim.screen.toContain('no prompt waits to be sent');
});
