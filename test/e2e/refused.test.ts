import { describe, expect, it } from 'vitest';
import { type Script, type ScriptedAgent, say, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';

const WORDS = `The session file is damaged: ${'unexpected token, '.repeat(40)}begin anew`;
const REFUSAL = { error: { code: -32603, message: 'Internal error', data: { details: WORDS } } };
const MODES = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'code', name: 'Code' },
  ],
};
const MODELS = {
  currentModelId: 'small',
  availableModels: [
    { modelId: 'small', name: 'Small' },
    { modelId: 'big', name: 'Big' },
  ],
};

/** An agent that offers everything and refuses it. */
function refusing(more: Script['replies'] = {}): ScriptedAgent {
  return scriptAgent({
    replies: {
      initialize: {
        result: {
          agentCapabilities: {
            loadSession: true,
            sessionCapabilities: { list: {}, resume: {}, fork: {}, delete: {} },
          },
        },
      },
      'session/new': { result: { modes: MODES, models: MODELS } },
      'session/list': {
        result: { sessions: [{ sessionId: 'old', cwd: '{{cwd}}', title: 'Old one' }] },
      },
      'session/load': REFUSAL,
      'session/resume': REFUSAL,
      'session/fork': REFUSAL,
      'session/delete': REFUSAL,
      'session/set_mode': REFUSAL,
      'session/set_model': REFUSAL,
      ...more,
    },
    prompts: [{ steps: [say('still talking')] }],
  });
}

/** What the chat that is shown says, on one line. */
const transcript = (nvim: Nvim): Promise<string> =>
  nvim.lua(`
    local shown = require('acp.chat.windows').get()
    local lines = shown and vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(shown.chat), 0, -1, false)
    return table.concat(lines or {}, ' ')`);

/** The lines of the log that report something wrong. */
const complaints = (nvim: Nvim): Promise<string[]> =>
  nvim.lua(`
    local file = vim.fs.joinpath(vim.fn.stdpath('log'), 'acp-host.log')
    local lines = vim.fn.filereadable(file) == 1 and vim.fn.readfile(file) or {}
    return vim.tbl_filter(function(line) return line:find(' ERROR ') or line:find(' WARN ') end, lines)`);

const SELECT_LAST = `vim.ui.select = function(items, _, done) done(items[#items]) end`;

describe('what an agent says when it refuses is seen in full, and is no error of ours', () => {
  it.each([
    ['load', ':Acp load old<CR>'],
    ['resume', ':Acp resume old<CR>'],
    ['fork', ':Acp fork<CR>'],
    ['delete', ':Acp delete old<CR>'],
    ['mode', ':Acp mode code<CR>'],
    ['model', ':Acp model big<CR>'],
  ])(':Acp %s, in the chat that was there', async (_what, keys) => {
    const agent = refusing();
    await using nvim = await startNvim({ config: `${agent.setup()}\n${SELECT_LAST}` });
    await nvim.lua(`require('acp').open() require('acp').prompt('talk')`);
    await nvim.screen.toContain('still talking');
    await nvim.feed(`<Esc>${keys}`);
    await expect.poll(() => transcript(nvim)).toContain(WORDS);
    expect(await transcript(nvim)).toContain('still talking');
    await nvim.expectNotBlocked();
    expect(await nvim.messages()).toContain('The session file is damaged');
    await nvim.lua(`require('acp').prompt('more')`);
    await agent.called('session/prompt', 2);
    expect(await complaints(nvim)).toEqual([]);
  });

  it(':Acp load without a chat before, in its own', async () => {
    const agent = refusing();
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':Acp load old<CR>');
    await expect.poll(() => transcript(nvim)).toContain(WORDS);
    await nvim.expectNotBlocked();
    expect(await complaints(nvim)).toEqual([]);
  });

  it('a new session, in its own', async () => {
    const agent = refusing({ 'session/new': REFUSAL });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await expect.poll(() => transcript(nvim)).toContain(WORDS);
    await nvim.expectNotBlocked();
    expect(await complaints(nvim)).toEqual([]);
  });
});

it('a chat that was closed has no buffer, which is no error', async () => {
  await using nvim = await startNvim({ config: refusing().setup() });
  expect(await nvim.lua(`return require('acp.chat').buffer(99) == nil`)).toBe(true);
});
