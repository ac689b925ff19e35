import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ask, type Script, say, scriptAgent, writeFile } from '../support/agent';
import { killHost } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { readable } from '../support/permission';
import { wait } from '../support/wait';

const TEXT = 'one\ntwo\nthree\nfour\n';

/** An editor on a file, whose agent waits for the gate before it ends a turn. */
async function editor(prompts: NonNullable<Script['prompts']>, config = '') {
  const agent = scriptAgent({ prompts });
  const nvim = await startNvim({
    config: `${agent.setup()}\n${config}`,
    files: { 'a.txt': TEXT },
    args: ['a.txt'],
  });
  return { agent, nvim };
}

const GATED = [{ steps: [say('hm'), { do: 'gate', name: 'go' }, say(' so')] }] as const;

const filetypes = (nvim: Nvim): Promise<string[]> =>
  nvim.lua(`return vim.tbl_map(function(win)
    return vim.bo[vim.api.nvim_win_get_buf(win)].filetype
  end, vim.api.nvim_list_wins())`);

describe(':Acp ask', () => {
  it('sends the lines as they are in the buffer, opens no chat, and shows at the place what goes on', async () => {
    const { agent, nvim } = await editor(GATED);
    await using _ = nvim;
    await nvim.feed('ccTWO is first<Esc>:2,3Acp ask shorten this<CR>');
    const { params } = await agent.called('session/prompt');
    const uri = `${pathToFileURL(`${nvim.dir}/a.txt`).href}#L2-L3`;
    expect(params.prompt).toEqual([
      { type: 'text', text: 'shorten this' },
      { type: 'text', text: '\nThis is about lines 2-3 of a.txt.' },
      { type: 'resource_link', uri, name: 'a.txt', mimeType: 'text/plain' },
      { type: 'text', text: `${uri}\n\`\`\`\ntwo\nthree\n\`\`\`\n` },
    ]);
    await nvim.screen.toContain(/two +◌ scripted works.* · :Acp cancel/);
    expect(await filetypes(nvim)).toEqual(['text']);
    await nvim.feed('ggOabove<Esc>');
    await nvim.screen.toContain(/two +◌ scripted works/);
    agent.open('go');
    await nvim.screen.toContain(/two +✓ scripted has answered in the chat/);
    expect(await nvim.lua('return vim.api.nvim_get_current_line()')).toBe('above');
    await nvim.expectNotBlocked();
  });

  it('shows that the agent asks, whose question is answered from where the user is', async () => {
    const { nvim } = await editor([{ steps: [ask('t', { title: 'Run it' }), say('ran')] }]);
    await using _ = nvim;
    await nvim.feed(':1Acp ask do it<CR>');
    await nvim.screen.toContain(/one +\? scripted asks you/);
    await nvim.screen.toContain('Run it');
    expect(await nvim.lua('return vim.bo.filetype')).toBe('text');
    await readable(nvim);
    await nvim.feed(':Acp allow<CR>');
    await nvim.screen.toContain(/one +✓ scripted/);
  });

  it('has what it changed reviewed in the buffer', async () => {
    const steps = [writeFile('{{cwd}}/a.txt', TEXT.replace('two', 'TWO'))];
    const { nvim } = await editor([{ steps }]);
    await using _ = nvim;
    await nvim.feed(':2Acp ask louder<CR>');
    await nvim.screen.toContain(/TWO +✓ scripted is done/);
    const hunks = `return #require('acp').hunks()`;
    await wait(async () => (await nvim.lua(hunks)) === 1, 'there is a hunk to review');
  });

  it('says at the place what has failed, until :Acp cancel there', async () => {
    const { nvim } = await editor([
      { steps: [{ do: 'error', error: { code: 1, message: 'no' } }] },
    ]);
    await using _ = nvim;
    await nvim.feed(':4Acp ask go<CR>');
    await nvim.screen.toContain(/four +✗ scripted: no/);
    await nvim.feed('4G:Acp cancel<CR>');
    await nvim.screen.toLose('✗ scripted');
    expect(await nvim.messages()).not.toContain('nothing is running');
  });

  it.each([
    ['an agent that nobody knows', { agent: 'nobody' }, /one +✗ acp: .*nobody/],
    [
      'an agent that cannot be started',
      { agents: { scripted: { command: '/no/such/agent' } } },
      /one +✗ scripted: /,
    ],
  ])('says so there of %s', async (_, options, shown) => {
    const agent = scriptAgent({ prompts: [] });
    await using nvim = await startNvim({
      config: agent.setup(options),
      files: { 'a.txt': TEXT },
      args: ['a.txt'],
    });
    await nvim.feed(':1Acp ask go<CR>');
    await nvim.screen.toContain(shown);
    await nvim.feed(':Acp cancel<CR>');
    await nvim.screen.toLose('✗');
    await nvim.expectNotBlocked();
  });

  it('says at the place that its host has ended, until :Acp cancel there', async () => {
    const { agent, nvim } = await editor(GATED);
    await using _ = nvim;
    await nvim.feed(':2Acp ask go<CR>');
    await agent.called('session/prompt');
    await nvim.screen.toContain(/two +◌ scripted works/);
    await killHost(nvim);
    await nvim.screen.toContain(/two +✗ the host ended before the answer: ask again/);
    await nvim.feed('2G:Acp cancel<CR>');
    await nvim.screen.toLose('✗ the host ended');
    await nvim.expectNotBlocked();
  });

  it('is cancelled at its lines: the running one, and one that waits', async () => {
    const { agent, nvim } = await editor([{ steps: [{ do: 'silence' }] }]);
    await using _ = nvim;
    await nvim.feed(':1Acp ask first<CR>');
    await agent.called('session/prompt');
    await nvim.feed(':3Acp ask second<CR>');
    await nvim.screen.toContain(/three +◌ waits for scripted/);
    await nvim.feed('3G:Acp cancel<CR>');
    await nvim.screen.toLose('waits for');
    expect(agent.calls('session/cancel')).toEqual([]);
    await nvim.feed('1G:Acp cancel<CR>');
    await agent.called('session/cancel');
    await nvim.screen.toLose('scripted works');
    await nvim.turnOver();
    expect(agent.calls('session/prompt')).toHaveLength(1);
  });
});

it('all lines are marked as long as it goes on, move with the text, and cancel it', async () => {
  const { agent, nvim } = await editor([{ steps: [{ do: 'silence' }] }]);
  await using _ = nvim;
  await nvim.feed(':2,3Acp ask shorten<CR>');
  await agent.called('session/prompt');
  await nvim.screen.toContain(/two +◌ scripted works/);
  await nvim.feed('ggOabove<Esc>');
  const marked = (): Promise<number[]> =>
    nvim.lua(`
      local rows = {}
      for row = 0, vim.api.nvim_buf_line_count(0) - 1 do
        for _, item in ipairs(vim.inspect_pos(0, row, 0).extmarks) do
          if item.opts.hl_group == 'AcpAsked' then table.insert(rows, row + 1) end
        end
      end
      return rows`);
  expect(await marked()).toEqual([3, 4]);
  const ground = (text: string) => nvim.screen.styleOf(text)?.background;
  await wait(() => ground('three') !== undefined && ground('three') !== ground('above'), 'seen');
  await nvim.feed('4G:Acp cancel<CR>');
  await agent.called('session/cancel');
  await wait(async () => (await marked()).length === 0, 'the marks are gone');
});

it('one that waits asks about the lines as they are when it goes', async () => {
  const steps = [{ do: 'gate', name: 'go' } as const, say('done')];
  const { agent, nvim } = await editor([{ steps }]);
  await using _ = nvim;
  await nvim.feed(':1Acp ask first<CR>');
  await agent.called('session/prompt');
  await nvim.feed(':2,3Acp ask second<CR>');
  await nvim.screen.toContain(/two +◌ waits for scripted/);
  await nvim.feed('ggOabove<Esc>jj0iten-<Esc>');
  await nvim.screen.toContain('ten-two');
  agent.open('go');
  const { params } = await agent.called('session/prompt', 2);
  const said = params.prompt.map(({ text = '' }: { text?: string }) => text).join('');
  expect(said).toContain('This is about lines 3-4 of a.txt.');
  expect(said).toContain('ten-two\nthree\n');
});

it('the operator asks what is wanted of the lines', async () => {
  const map = `vim.keymap.set({ 'n', 'x' }, 'ga', '<Plug>(acp-ask)')
    vim.ui.input = function(opts, done) done('why ' .. opts.prompt) end`;
  const { agent, nvim } = await editor(GATED, map);
  await using _ = nvim;
  await nvim.feed('jgaj');
  const { params } = await agent.called('session/prompt');
  expect(params.prompt.slice(0, 2).map(({ text }: { text: string }) => text)).toEqual([
    'why Ask about these lines:',
    '\nThis is about lines 2-3 of a.txt.',
  ]);
});
