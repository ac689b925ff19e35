import { describe, expect, it } from 'vitest';
import { type ScriptedAgent, type Step, say, scriptAgent, toolCall } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { goTo, lineHere } from '../support/transcript';
import { wait } from '../support/wait';

const CODE = ['Here it is:', '```js', 'one();', '', 'two();', '```', 'and', '```py', 'pass', '```'];

const call = (id: string, status: string): Step => toolCall(id, { kind: 'read', status });

const STEPS: readonly Step[] = [
  say('First words.'),
  call('reads well', 'completed'),
  call('goes wrong', 'failed'),
  call('reads on', 'completed'),
  say(CODE.join('\n')),
];

async function started(agent: ScriptedAgent, size: [number, number] = [80, 40]): Promise<Nvim> {
  const nvim = await startNvim({ size, config: agent.setup() });
  await nvim.lua(`vim.cmd('AcpChat')`);
  return nvim;
}

async function prompt(nvim: Nvim, text: string): Promise<void> {
  await nvim.lua(
    `require('acp').prompt(..., nil, function() _G.ended = (_G.ended or 0) + 1 end)`,
    text,
  );
  await wait(() => nvim.lua('return _G.ended'), 'the turn is over');
}

async function talked(...steps: readonly Step[]): Promise<Nvim> {
  const nvim = await started(scriptAgent({ prompts: [{ steps }] }));
  await prompt(nvim, 'do it');
  return nvim;
}

/** Types keys and answers the line that the cursor is on then. */
async function typed(nvim: Nvim, keys: string): Promise<string> {
  await nvim.lua(`vim.api.nvim_feedkeys(vim.keycode(...), 'mtx', false)`, keys);
  return lineHere(nvim);
}

/** It cannot be started again either. */
async function killHostForGood(nvim: Nvim): Promise<void> {
  await nvim.lua(`require('acp').setup({ node = '/nowhere/node' })`);
  process.kill(await nvim.lua(`return vim.fn.jobpid(require('acp.host').channel())`), 'SIGKILL');
  await wait(
    async () => (await nvim.lua(`return require('acp.host').channel() or 0`)) === 0,
    'the host is gone',
  );
}

describe('motions', () => {
  it('go from message to message, call to call, error to error and code to code', async () => {
    await using nvim = await talked(...STEPS);
    await goTo(nvim, 'pass');
    await goTo(nvim, 'do it');
    expect(await typed(nvim, ']]')).toBe('First words.');
    expect(await typed(nvim, ']]')).toBe('Here it is:');
    expect(await typed(nvim, '[[')).toBe('First words.');
    expect(await typed(nvim, ']t')).toContain('reads well');
    expect(await typed(nvim, '2]t')).toContain('reads on');
    expect(await typed(nvim, '[t')).toContain('goes wrong');
    expect(await typed(nvim, 'gg]e')).toContain('goes wrong');
    expect(await typed(nvim, 'gg]c')).toBe('```js');
    expect(await typed(nvim, ']c')).toBe('```py');
    expect(await typed(nvim, '[c')).toBe('```js');
    await nvim.expectNotBlocked();
  });

  it('do not wrap, and take as many as there are', async () => {
    await using nvim = await talked(...STEPS);
    await goTo(nvim, 'Here it is');
    expect(await typed(nvim, ']]')).toBe('Here it is:');
    expect(await typed(nvim, '9]c')).toBe('```py');
    expect(await typed(nvim, ']e')).toBe('```py');
    expect(await typed(nvim, '9[t')).toContain('reads well');
    expect(await typed(nvim, '[e')).toContain('reads well');
    await nvim.expectNotBlocked();
  });

  it('are jumps, extend a selection and take an operator', async () => {
    await using nvim = await talked(...STEPS);
    await goTo(nvim, 'First words');
    expect(await typed(nvim, ']]<C-o>')).toBe('First words.');
    await nvim.feed(']cjV]cky');
    expect(await nvim.lua("return vim.fn.getreg('\"')")).toBe('one();\n\ntwo();\n```\nand\n');
    await goTo(nvim, 'one();');
    await nvim.feed('y]c');
    expect(await nvim.lua("return vim.fn.getreg('\"')")).toBe('one();\n\ntwo();\n```\nand\n');
    await nvim.feed('y]e');
    expect(await nvim.lua("return vim.fn.getreg('\"')")).toBe('one();\n\ntwo();\n```\nand\n');
    expect(await lineHere(nvim)).toBe('one();');
    await nvim.expectNotBlocked();
  });

  it('work when the host has died', async () => {
    await using nvim = await talked(...STEPS);
    await goTo(nvim, 'First words');
    await killHostForGood(nvim);
    expect(await typed(nvim, ']t')).toContain('reads well');
    expect(await typed(nvim, ']e')).toContain('goes wrong');
    expect(await typed(nvim, ']c')).toBe('```js');
    expect(await typed(nvim, '[[')).toBe('Here it is:');
  });

  it('are changed and removed by their names', async () => {
    const agent = scriptAgent({ prompts: [{ steps: STEPS }] });
    await using nvim = await startNvim({
      size: [80, 40],
      config: agent.setup({ keys: { code_next: '<C-n>', message_next: false } }),
    });
    await nvim.lua(`vim.cmd('AcpChat')`);
    await prompt(nvim, 'do it');
    await goTo(nvim, 'pass');
    expect(await typed(nvim, 'gg<C-n>')).toBe('```js');
    expect(await nvim.lua(`return vim.fn.maparg(']]', 'n')`)).toBe('');
  });
});
