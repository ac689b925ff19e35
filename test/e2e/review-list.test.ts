import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type ScriptedAgent, type Step, scriptAgent, writeFile } from '../support/agent';
import { killHost } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { numbered, textOf, turn } from '../support/review';
import { wait } from '../support/wait';

const LUA = [
  'local M = {}',
  '',
  'function M.greet(name)',
  "  print('Hello, ' .. name)",
  'end',
  ...Array.from({ length: 12 }, (_, at) => `-- note ${at + 1}`),
  'return M',
];
const CHANGED = LUA.with(3, "  print('Hallo, ' .. name)").with(15, '-- the eleventh note');
const TEXT = numbered(20);
const write = (path: string, lines: readonly string[]): Step =>
  writeFile(`{{cwd}}/${path}`, textOf(lines));

/** Changes two places of a.lua and the second line of b.txt. */
const CHANGES: readonly Step[] = [write('a.lua', CHANGED), write('b.txt', TEXT.with(1, 'two'))];

const agentWith = (...more: readonly Step[]): ScriptedAgent =>
  scriptAgent({
    prompts: [
      { match: 'more', steps: [write('b.txt', TEXT.with(1, 'two').with(12, 'thirteen'))] },
      { match: 'comment', steps: [] },
      { match: 'wait', steps: [{ do: 'silence' }] },
      { steps: [...CHANGES, ...more] },
    ],
  });

interface Editor extends Nvim {
  readonly agent: ScriptedAgent;
}

async function reviewing(
  agent = agentWith(),
  { size = [100, 40], args = ['a.lua'] }: { size?: [number, number]; args?: string[] } = {},
): Promise<Editor> {
  const nvim = await startNvim({
    size,
    config: agent.setup(),
    files: { 'a.lua': textOf(LUA), 'b.txt': textOf(TEXT) },
    args,
  });
  await turn(nvim, 'go');
  return Object.assign(nvim, { agent });
}

const cursorLine = (nvim: Nvim): Promise<string> =>
  nvim.lua('return vim.api.nvim_get_current_line()');
const lines = (nvim: Nvim, name: string): Promise<string[]> =>
  nvim.lua('return vim.api.nvim_buf_get_lines(vim.fn.bufnr(...), 0, -1, true)', name);

describe('the list of changes', () => {
  it('has line numbers, code in its colours, and words that changed', async () => {
    await using nvim = await reviewing();
    await nvim.lua(`vim.cmd('Acp review')`);
    await nvim.screen.toContain('Review: 2 files +3 −3');
    await nvim.screen.toContain("   4    -   print('Hello, ' .. name)");
    await nvim.screen.toContain("      4 +   print('Hallo, ' .. name)");
    await nvim.screen.toContain('  18 18   return M');
    const style = (text: string) => nvim.screen.styleOf(text);
    const plain = style(' local M = {}')?.foreground;
    await wait(() => style('return M')?.bold ?? style('return M')?.foreground !== plain, 'code');
    await wait(() => style('-- note 1')?.foreground !== plain, 'a comment is coloured');
    const ground = style('Hallo')?.background;
    expect(ground).not.toBe(style(', ')?.background);
    expect(style('Hello')?.background).not.toBe(ground);
  });

  it('has a fold for each file, whose line has the counts', async () => {
    await using nvim = await reviewing();
    await nvim.lua(`vim.cmd('Acp review')`);
    await nvim.screen.toContain('+ two');
    await nvim.feed('zM');
    await nvim.screen.toLose('+ two');
    await nvim.screen.toContain('a.lua  +2 −2');
    await nvim.screen.toContain('b.txt  +1 −1');
    await nvim.feed('zR');
    await nvim.screen.toContain('+ two');
  });

  it('goes to the file that is named, also when it is open, and is live', async () => {
    await using nvim = await reviewing();
    await nvim.lua(`vim.cmd('Acp review')`);
    await nvim.screen.toContain('+ two');
    await nvim.lua(`vim.cmd('Acp review b.txt')`);
    await wait(async () => (await cursorLine(nvim)).startsWith('b.txt'), 'it is on the file');
    await turn(nvim, 'more');
    await nvim.screen.toContain('+ thirteen');
    await nvim.screen.toContain('Review: 2 files +4 −4');
    expect(await cursorLine(nvim)).toMatch(/^b\.txt/);
    await nvim.lua(`vim.cmd('Acp review missing.txt')`);
    await nvim.screen.toContain('nothing is pending in');
  });

  it('opens the file at the line of the cursor', async () => {
    await using nvim = await reviewing(agentWith(), { args: ['b.txt'] });
    await nvim.lua(`vim.cmd('Acp review')`);
    await nvim.screen.toContain('-- the eleventh note');
    await nvim.feed('/note 12<CR>');
    await wait(async () => (await cursorLine(nvim)).endsWith('-- note 12'), 'the cursor is there');
    await nvim.feed('<CR>');
    await wait(async () => (await nvim.lua('return vim.fn.expand("%:t")')) === 'a.lua', 'opened');
    expect(await nvim.lua('return vim.fn.getline(".")')).toBe('-- note 12');
  });

  it('goes into the quickfix list on request, without taking the focus', async () => {
    await using nvim = await reviewing();
    await nvim.lua(`vim.cmd('Acp review')`);
    await nvim.screen.toContain('+ two');
    await nvim.feed('<C-q>');
    await nvim.screen.toContain('3 changes in the quickfix list');
    expect(await nvim.lua('return vim.bo.filetype')).toBe('acpreview');
    const list = await nvim.lua(`
      local list = vim.fn.getqflist({ title = 0, items = 0 })
      return { list.title, vim.tbl_map(function(item)
        return { vim.fn.fnamemodify(vim.api.nvim_buf_get_name(item.bufnr), ':t'), item.lnum, item.text,
          #item.user_data.ids }
      end, list.items) }`);
    expect(list).toEqual([
      'Changes of agents',
      [
        ['a.lua', 4, "+1 −1  print('Hallo, ' .. name)", 1],
        ['a.lua', 16, '+1 −1  -- the eleventh note', 1],
        ['b.txt', 2, '+1 −1  two', 1],
      ],
    ]);
    await nvim.feed('q');
    await nvim.lua(`vim.cmd('Acp quickfix b.txt')`);
    await nvim.screen.toContain('1 change in the quickfix list');
    expect(
      await nvim.lua('return { #vim.fn.getqflist(), vim.fn.getqflist({ nr = "$" }).nr }'),
    ).toEqual([1, 1]);
    await nvim.expectNotBlocked();
  });
});

describe('a file side by side', () => {
  /** All that must be the same afterwards. */
  const TRACE = `
    local function options(win)
      local found = {}
      for _, name in ipairs({ 'diff', 'scrollbind', 'cursorbind', 'foldmethod', 'foldcolumn', 'foldenable', 'wrap',
        'foldlevel', 'winbar', 'number' }) do
        found[name] = vim.wo[win][name]
      end
      return found
    end
    local wins = {}
    for _, win in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(win).relative == '' then
        wins[#wins + 1] = { win, vim.api.nvim_win_get_buf(win), vim.api.nvim_win_get_cursor(win), options(win),
          #vim.fn.getjumplist(win)[1], vim.fn.win_execute(win, 'echo expand("#")') }
      end
    end
    return {
      wins = wins,
      bufs = vim.tbl_map(function(info) return { info.bufnr, info.name, info.listed, info.loaded } end, vim.fn.getbufinfo()),
      tabs = vim.api.nvim_list_tabpages(),
      win = vim.api.nvim_get_current_win(),
      marks = vim.api.nvim_buf_get_mark(vim.fn.bufnr("a.lua"), '"'),
      maps = #vim.api.nvim_buf_get_keymap(vim.fn.bufnr("a.lua"), 'n'),
    }`;

  async function compared(nvim: Nvim, file = 'a.lua'): Promise<void> {
    await nvim.lua(`vim.cmd('Acp compare ' .. ...)`, file);
    await wait(() => nvim.lua('return vim.fn.tabpagenr("$") == 2 and vim.wo.diff'), 'it is open');
  }
  const closed = (nvim: Nvim): Promise<unknown> =>
    wait(() => nvim.lua('return vim.fn.tabpagenr("$") == 1'), 'it is closed');

  async function leftAs(nvim: Nvim, before: unknown): Promise<void> {
    let now: unknown;
    await wait(
      async () => {
        now = await nvim.lua(TRACE);
        return isDeepStrictEqual(now, before);
      },
      () => `nothing is left of it: ${JSON.stringify(before)}, but ${JSON.stringify(now)}`,
    );
  }

  it.each(['q', ':q<CR>', ':tabclose<CR>', '<C-w>hq', '<C-w>h:q<CR>', ':wincmd h | tabclose<CR>'])(
    'is closed by %s without a trace',
    async (keys) => {
      await using nvim = await reviewing(agentWith(), { args: ['b.txt', 'a.lua'] });
      await nvim.lua(`vim.o.switchbuf = 'useopen,usetab'
        vim.cmd('buffer a.lua | setlocal nowrap number foldmethod=indent foldcolumn=1')
        vim.api.nvim_win_set_cursor(0, { 9, 3 })
        vim.cmd("normal! m'")`);
      const before = await nvim.lua(TRACE);
      await compared(nvim);
      expect(await nvim.lua('return vim.fn.expand("%:t")')).toBe('a.lua');
      await nvim.feed(keys);
      await closed(nvim);
      await leftAs(nvim, before);
      // Nor for a window that shows the file later.
      await nvim.lua(`vim.cmd('split')`);
      expect(
        await nvim.lua('return { vim.wo.diff, vim.wo.scrollbind, vim.wo.foldmethod }'),
      ).toEqual([false, false, 'indent']);
      await nvim.expectNotBlocked();
    },
  );

  it('leaves no buffer of a file that was not open', async () => {
    await using nvim = await reviewing(agentWith(), { args: ['a.lua'] });
    const before = await nvim.lua(TRACE);
    await compared(nvim, 'b.txt');
    await nvim.feed('q');
    await closed(nvim);
    await leftAs(nvim, before);
  });

  it('goes with a host that is killed, and is there again when it is asked for', async () => {
    await using nvim = await reviewing(agentWith(), { args: ['b.txt', 'a.lua'] });
    await nvim.lua(`vim.cmd('buffer a.lua')`);
    const before = await nvim.lua(TRACE);
    await compared(nvim);
    // What is not on disk yet goes with the host.
    const STORED = `local path = vim.fn.glob(vim.fn.stdpath('state') .. '/**/review.json')
      return path ~= '' and table.concat(vim.fn.readfile(path)):find('a.lua', 1, true) ~= nil`;
    await wait(() => nvim.lua(STORED), 'what is pending is stored');
    await killHost(nvim);
    await closed(nvim);
    await leftAs(nvim, before);
    await compared(nvim);
    await nvim.feed('q');
    await closed(nvim);
    await leftAs(nvim, before);
    await nvim.expectNotBlocked();
  });

  it('is opened from the list, keeps and undoes in the file, and is live', async () => {
    await using nvim = await reviewing();
    await nvim.lua(`vim.keymap.set('n', 'gk', '<Plug>(acp-keep)')
      vim.keymap.set('n', 'gu', '<Plug>(acp-undo)')
      vim.cmd('Acp review')`);
    await nvim.screen.toContain('+ two');
    await nvim.feed('s');
    await wait(() => nvim.lua('return vim.fn.tabpagenr("$") == 2 and vim.wo.diff'), 'it is open');
    const left = (): Promise<string[]> =>
      nvim.lua(`return vim.api.nvim_buf_get_lines(vim.fn.winbufnr(1), 0, -1, true)`);
    expect(await left()).toEqual(LUA);
    await nvim.feed('4Ggk');
    await wait(async () => (await left())[3] === CHANGED[3], 'what is kept is no change any more');
    await nvim.feed('16Ggu');
    await wait(async () => (await lines(nvim, 'a.lua'))[15] === LUA[15], 'it is undone');
    await nvim.feed('q');
    await closed(nvim);
    await nvim.screen.toContain('Review: 1 file +1 −1');
    expect(await nvim.lua('return vim.bo.filetype')).toBe('acpreview');
  });

  it('of a new file has an empty left side, and of a deleted one an empty right side', async () => {
    await using nvim = await reviewing(agentWith(write('new.txt', ['fresh'])));
    await compared(nvim, 'new.txt');
    const sides = (): Promise<string[][]> =>
      nvim.lua(`return { vim.api.nvim_buf_get_lines(vim.fn.winbufnr(1), 0, -1, true),
        vim.api.nvim_buf_get_lines(vim.fn.winbufnr(2), 0, -1, true) }`);
    expect(await sides()).toEqual([[''], ['fresh']]);
    await nvim.feed('q');
    await closed(nvim);
    const before = await nvim.lua(TRACE);
    await nvim.lua(`require('acp.review.compare').open({
      id = 99, path = vim.fn.getcwd() .. '/gone.txt', lines = { 'was', 'here' }, isThere = false })`);
    expect(await sides()).toEqual([['was', 'here'], ['']]);
    await nvim.feed('q');
    await closed(nvim);
    await leftAs(nvim, before);
    await nvim.lua(`vim.cmd('Acp compare missing.txt')`);
    await nvim.screen.toContain('nothing of it is pending');
  });
});

describe('comments', () => {
  const sent = (agent: ScriptedAgent): string =>
    agent
      .calls('session/prompt')
      .map(({ params }) => params.prompt[0].text)
      .at(-1);

  it('are made in the list and in buffers, move with the text, and go together as the next prompt', async () => {
    await using nvim = await reviewing();
    await nvim.lua(`vim.cmd('Acp review')`);
    await nvim.screen.toContain('+ two');
    await nvim.feed(']c');
    await wait(async () => (await cursorLine(nvim)).includes('local M'), 'on the first hunk');
    await nvim.feed('c');
    await nvim.screen.toContain('Comment:');
    await nvim.feed('Speak `English`<CR>');
    await nvim.screen.toContain('┃ Speak `English`');
    await nvim.screen.toContain('Review: 2 files +3 −3, 1 comment');
    await nvim.feed('q');
    await nvim.screen.toContain('.. name)    ┃ Speak `English`'.slice(0, 8));
    await nvim.lua(`vim.cmd('7,8Acp comment too many notes')`);
    await nvim.screen.toContain('-- note 3  ┃ too many notes'.slice(0, 9));
    await nvim.screen.toContain('┃ too many notes');
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 0, 0, true, { '-- first' })`);
    await nvim.lua(`vim.cmd('Acp comments send')`);
    await nvim.screen.toLose('┃ too many notes');
    await nvim.agent.called('session/prompt', 2);
    expect(sent(nvim.agent)).toBe(
      [
        'Please look at these comments of mine:',
        '',
        'a.lua, line 5:',
        '```diff',
        `-${LUA[3]}`,
        `+${CHANGED[3]}`,
        '```',
        'Speak `English`',
        '',
        'a.lua, lines 8-9:',
        '```',
        '-- note 2',
        '-- note 3',
        '```',
        'too many notes',
      ].join('\n'),
    );
    await nvim.lua(`vim.cmd('Acp comments send')`);
    // The end of the turn may be on screen by then.
    await wait(
      async () => (await nvim.messages()).includes('there are no comments to send'),
      'it is said',
    );
    await nvim.expectNotBlocked();
  });

  it('are changed and removed', async () => {
    await using nvim = await reviewing();
    await nvim.lua(`vim.cmd('3Acp comment why')
      vim.keymap.set('n', 'gm', '<Plug>(acp-comment)')`);
    await nvim.screen.toContain('┃ why');
    await nvim.feed('3Ggm');
    await nvim.screen.toContain('Comment: why');
    await nvim.feed(' not<CR>');
    await nvim.screen.toContain('┃ why not');
    await nvim.lua(`vim.cmd('Acp review')`);
    await nvim.screen.toContain('1 comment');
    await nvim.feed('/why not<CR>');
    await wait(async () => (await cursorLine(nvim)).includes('why not'), 'the cursor is on it');
    await nvim.feed('d');
    await nvim.screen.toLose('┃ why not');
    await nvim.screen.toLose('1 comment');
  });

  it('are made on the lines that are selected in the list', async () => {
    await using nvim = await reviewing();
    await nvim.lua(`vim.cmd('Acp review')`);
    await nvim.screen.toContain('+ two');
    await nvim.feed('/note 9<CR>');
    await wait(async () => (await cursorLine(nvim)).endsWith('note 9'), 'the cursor is there');
    await nvim.feed('Vjc');
    await nvim.screen.toContain('Comment:');
    await nvim.feed('both<CR>');
    await nvim.screen.toContain('┃ both');
    expect(await nvim.lua('return vim.fn.mode()')).toBe('n');
    await nvim.feed('S');
    await nvim.agent.called('session/prompt', 2);
    expect(sent(nvim.agent)).toContain(
      'a.lua, lines 14-15:\n```\n-- note 9\n-- note 10\n```\nboth',
    );
    await nvim.screen.toLose('┃ both');
  });

  it('wait for the end of the turn, and are back when they were not sent then', async () => {
    await using nvim = await reviewing(agentWith());
    await nvim.lua(`vim.cmd('3Acp comment why')`);
    await nvim.screen.toContain('┃ why');
    await nvim.lua(`require('acp').prompt('wait')`);
    await nvim.agent.called('session/prompt', 2);
    await nvim.lua(`vim.cmd('Acp comments send')`);
    await nvim.screen.toLose('┃ why');
    await nvim.lua(`vim.cmd('Acp stop')`);
    await nvim.screen.toContain('┃ why');
    expect(nvim.agent.calls('session/prompt')).toHaveLength(2);
  });

  it('stay when they could not be sent, and after their buffer was unloaded', async () => {
    await using nvim = await reviewing();
    await nvim.lua(`vim.cmd('3Acp comment why')`);
    await nvim.screen.toContain('┃ why');
    await nvim.lua(`vim.cmd('edit b.txt | bdelete a.lua')`);
    writeFileSync(join(nvim.dir, 'a.lua'), textOf(['-- above', ...CHANGED]));
    await nvim.lua(`vim.cmd('edit a.lua')`);
    await nvim.screen.toContain('function M.greet(name)  ┃ why');
    await nvim.lua(`vim.cmd('Acp close')`);
    await wait(() => nvim.lua(`return #require('acp').sessions() == 0`), 'the chat is closed');
    await nvim.lua(`vim.cmd('Acp comments send')`);
    await nvim.screen.toContain('the comments are not sent: there is no chat');
    await nvim.screen.toContain('┃ why');
  });
});
