import { describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';
import { wait } from '../support/wait';

const LINES = Array.from({ length: 40 }, (_, row) => `line ${row + 1}`);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
/** What the agent does: two lines more above where the user is. */
const withTwo = (lines: readonly string[]): string[] => lines.toSpliced(3, 0, 'new', 'new');

/** How the agent's text gets in. */
const SOURCES = {
  fs: (desk: Desk, signal?: AbortSignal) => desk.write('file.txt', textOf(withTwo(LINES)), signal),
  disk: (desk: Desk) => desk.tool('file.txt', textOf(withTwo(LINES))),
} as const;
type Source = keyof typeof SOURCES;

/** Commands of plugins: they know lines by their numbers while they wait for something. */
const CONFIG = `
vim.o.timeoutlen = 100000
function Upper()
  vim.cmd([['[,']normal! gUU]])
end
vim.o.operatorfunc = 'v:lua.Upper'
local function with_line(ask)
  return function()
    local row = vim.fn.line('.')
    ask()
    vim.fn.deletebufline('', row)
  end
end
vim.keymap.set('n', ',k', with_line(vim.fn.getcharstr))
vim.keymap.set('i', ',k', with_line(vim.fn.getcharstr))
vim.keymap.set('n', ',i', with_line(function() vim.fn.input('name: ') end))
vim.keymap.set('n', ',w', with_line(function()
  vim.wait(60000, function() return vim.g.answered end, 5)
end))
vim.keymap.set('o', ',o', function()
  vim.fn.getcharstr()
  vim.cmd('normal! j')
end)
vim.keymap.set('n', ',dd', 'dd')
vim.api.nvim_create_autocmd('User', { pattern = 'Waits', callback = with_line(vim.fn.getcharstr) })
vim.api.nvim_create_autocmd('VimEnter', { callback = function()
  Finds = 0
  for _, name in ipairs({ 'acp.buffers', 'acp.buffers.reload_guard' }) do
    local module = require(name)
    local find = module.find
    module.find = function(...)
      Finds = Finds + 1
      return find(...)
    end
  end
end })`;

async function open(): Promise<Desk> {
  const files = { 'file.txt': textOf(LINES), 'other.txt': 'other\n' };
  const desk = await openDesk({ files, config: CONFIG });
  await desk.edit('file.txt');
  await desk.read('file.txt');
  await desk.begin();
  await desk.editor.feed('20G');
  return desk;
}

const modeOf = async (desk: Desk): Promise<{ mode: string; blocking: boolean }> =>
  (await desk.editor.request('nvim_get_mode')) as { mode: string; blocking: boolean };

/** Types the first part of a command, and settles when Neovim waits for the rest. */
async function begin(desk: Desk, keys: string, mode: string): Promise<void> {
  await desk.editor.feed(keys);
  await wait(async () => (await modeOf(desk)).mode === mode, `mode ${mode}`);
}

async function finish(desk: Desk, keys: string): Promise<void> {
  await desk.editor.feed(`${keys}<C-\\><C-n><Cmd>let g:done = 1<CR>`);
  await wait(() => desk.lua('return vim.g.done'), 'the keys are done');
}

/** Settles when the agent's change waits, or is made. */
async function tried(desk: Desk, writing: Promise<void>): Promise<void> {
  const looks: number = await desk.lua('return Finds');
  const isWaiting = async () => (await desk.lua('return Finds')) > looks + 8;
  await Promise.race([writing, wait(isWaiting, 'the change waits')]);
}

const stateOf = async (desk: Desk) => ({
  lines: await desk.lines(),
  register: await desk.lua(`return vim.fn.getreg('"')`),
});

/** What has become of all once the command and the agent's change are done. */
async function outcomeOf(
  source: Source | undefined,
  [before, mode, after]: readonly [string, string, string],
): Promise<Awaited<ReturnType<typeof stateOf>>> {
  await using desk = await open();
  await begin(desk, before, mode);
  const writing = source && SOURCES[source](desk);
  if (writing) {
    await tried(desk, writing);
    expect((await modeOf(desk)).mode).toBe(mode);
  }
  await finish(desk, after);
  await writing;
  await desk.editor.expectNotBlocked();
  expect(await desk.editor.messages()).not.toMatch(/\b[EW]\d+:/);
  return await stateOf(desk);
}

describe.each(Object.keys(SOURCES) as Source[])(
  'by the source %s, a change waits until',
  (source) => {
    test.each([
      ['d', 'no', 'd'],
      ['d', 'no', 'w'],
      ['d', 'no', 'k'],
      ['2d', 'no', 'd'],
      ['"ad', 'no', 'd'],
      ['"a', 'n', 'dd'],
      ['c', 'no', 'cx<Esc>'],
      ['y', 'no', 'y'],
      ['>', 'no', '>'],
      ['gU', 'no', 'U'],
      ['g@', 'no', 'j'],
      ['dV', 'noV', 'j'],
      ['dv', 'nov', 'j'],
      ['d', 'no', ',ok'],
      ['d,o', 'no', 'k'],
      ['d/line 2', 'c', '3<CR>'],
      ['d', 'no', '<Esc>'],
      ['i<C-o>d', 'no', 'd<Esc>'],
      ['A<C-o>', 'niI', 'dd<Esc>'],
      ['R<C-o>d', 'no', 'd<Esc>'],
      ['i<C-o>v', 'v', 'jd<Esc>'],
      ['v"a', 'v', 'jd'],
      ['<C-v>jjImine', 'i', '!<Esc>'],
      ['<C-v>jjAmine', 'i', '!<Esc>'],
      ['<C-v>jj$Amine', 'i', '!<Esc>'],
      ['<C-v>jjcmine', 'i', '!<Esc>'],
      [',k', 'n', 'x'],
      ['i,k', 'i', 'x'],
      [',i', 'c', 'name<CR>'],
      ['i<C-r>=', 'c', '1<CR>'],
      [':20,22d', 'c', '<CR>'],
      [':.m3', 'c', '0<CR>'],
      // Neovim shows where a pattern leads, and goes back by line number.
      ['/line', 'c', '<Esc>dd'],
      ['/line', 'c', '<CR>dd'],
      ['?line', 'c', '<CR>dd'],
      ['i<C-o>/line', 'c', '<CR><C-o>dd<Esc>'],
      [':g/line', 'c', '<Esc>dd'],
      [':silent! sort /line', 'c', '<Esc>dd'],
      // In the command-line window.
      ['q:i20,22d', 'i', '<CR>'],
      [':20,22d<C-f>', 'n', '<CR>'],
      [':append<CR>', 'c', 'mine<CR>.<CR>'],
      [':doautocmd User Waits<CR>', 'n', 'x'],
    ])('%s (mode %s) is followed by %s', async (...keys) => {
      const alone = await outcomeOf(undefined, keys);
      const together = await outcomeOf(source, keys);
      expect(together).toEqual({ ...alone, lines: withTwo(alone.lines) });
    });

    // Neovim 0.10 calls the mode Visual.
    test.each([
      ['v/line', '<Esc>d'],
      ['V?line', '<CR>d'],
    ])('a search in Visual mode, %s, is followed by %s', async (before, after) => {
      const outcome = async (together: boolean) => {
        await using desk = await open();
        await desk.editor.feed(before);
        await wait(() => desk.lua(`return vim.fn.getcmdtype() ~= ''`), before);
        const writing = together ? SOURCES[source](desk) : undefined;
        if (writing) await tried(desk, writing);
        await finish(desk, after);
        await writing;
        return await desk.lines();
      };
      expect(await outcome(true)).toEqual(withTwo(await outcome(false)));
    });

    // No request is answered meanwhile.
    test.each([
      ['2', 'dd'],
      ['d2', 'd'],
      ['"', 'add'],
      ['g', 'UU'],
      ['d', 'Fl'],
      ['r', 'x'],
      ['<C-v>jjr', 'x'],
      [',d', 'd'],
      ['i<C-v>', '065'],
      ['@', 'q'],
    ])('%s is followed by %s', async (before, after) => {
      const outcome = async (together: boolean) => {
        await using desk = await open();
        await desk.lua(`vim.fn.setreg('q', 'dd')`);
        await desk.editor.feed(before);
        await wait(
          async () => (await modeOf(desk)).mode !== 'n' || (await modeOf(desk)).blocking,
          before,
        );
        const writing = together ? SOURCES[source](desk) : undefined;
        await finish(desk, after);
        await writing;
        return await desk.lines();
      };
      expect(await outcome(true)).toEqual(withTwo(await outcome(false)));
    });

    test('a function has what it waits for', async () => {
      await using desk = await open();
      await desk.editor.feed(',w');
      await wait(async () => (await desk.lua(`return vim.fn.state('S')`)) === 'S', 'it waits');
      const writing = SOURCES[source](desk);
      await tried(desk, writing);
      await desk.lua('vim.g.answered = true');
      await writing;
      expect(await desk.lines()).toEqual(withTwo(LINES.toSpliced(19, 1)));
    });

    test('the command is done, which is an undo step of its own', async () => {
      await using desk = await open();
      await begin(desk, 'd', 'no');
      const writing = SOURCES[source](desk);
      await tried(desk, writing);
      await finish(desk, 'd');
      await writing;
      await desk.lua('vim.cmd.undo()');
      expect(await desk.lines()).toEqual(LINES.toSpliced(19, 1));
      await desk.lua('vim.cmd.undo()');
      expect(await desk.lines()).toEqual(LINES);
    });

    test('a command is done that was begun anew each time', async () => {
      await using desk = await open();
      await begin(desk, 'd', 'no');
      const writing = SOURCES[source](desk);
      for (let times = 0; times < 6; times++) {
        await tried(desk, writing);
        await begin(desk, 'dd', 'no');
      }
      await finish(desk, '<Esc>');
      await writing;
      expect(await desk.lines()).toEqual(withTwo(LINES.toSpliced(19, 6)));
    });
  },
);

test('what is put in by c is typed while the agent works', async () => {
  await using desk = await open();
  await begin(desk, 'ccmine', 'i');
  await SOURCES.fs(desk);
  await finish(desk, '!<Esc>');
  expect(await desk.lines()).toEqual(withTwo(LINES.toSpliced(19, 1, 'mine!')));
});

test.each([
  ['after a block was selected elsewhere', '10G<C-v>j<Esc>20G'],
  ['after a block of one line', '<C-v>l<Esc>'],
])('%s, too', async (_, keys) => {
  await using desk = await open();
  await desk.editor.feed(keys);
  await begin(desk, 'ccmine', 'i');
  await SOURCES.fs(desk);
  await finish(desk, '!<Esc>');
  expect(await desk.lines()).toEqual(withTwo(LINES.toSpliced(19, 1, 'mine!')));
});

test.each([
  [':', 'incsearch'],
  [':silent! normal! ix', 'incsearch'],
  [':s/line/', 'noincsearch'],
  ['/line 2', 'noincsearch'],
])('a line typed at %s is not waited for with %s', async (keys, option) => {
  await using desk = await open();
  await desk.lua('vim.cmd.set(...)', option);
  await begin(desk, keys, 'c');
  await SOURCES.fs(desk);
  await finish(desk, '<Esc>');
  expect(await desk.lines()).toEqual(withTwo(LINES));
});

test('another file is written at once', async () => {
  await using desk = await open();
  await desk.lua(`vim.cmd('badd other.txt') vim.fn.bufload('other.txt')`);
  await begin(desk, 'd', 'no');
  await desk.write('other.txt', 'agent\n');
  expect(desk.disk('other.txt')).toBe('agent\n');
  await finish(desk, 'd');
  expect(await desk.lines()).toEqual(LINES.toSpliced(19, 1));
});

test('a write that waits ends when the agent takes it back', async () => {
  await using desk = await open();
  await begin(desk, 'd', 'no');
  const takenBack = new AbortController();
  const writing = SOURCES.fs(desk, takenBack.signal);
  await tried(desk, writing);
  takenBack.abort();
  await expect(writing).rejects.toThrow(/cancel/i);
  await finish(desk, 'd');
  expect(await desk.lines()).toEqual(LINES.toSpliced(19, 1));
});

test('a turn that ends in the middle of a command is looked after until it is done', async () => {
  await using desk = await open();
  await begin(desk, 'd', 'no');
  desk.setDisk('file.txt', textOf(withTwo(LINES)));
  const ending = desk.end();
  await tried(desk, ending);
  await tried(desk, ending);
  await finish(desk, 'd');
  await ending;
  expect(await desk.lines()).toEqual(withTwo(LINES.toSpliced(19, 1)));
  await desk.lua(`vim.cmd('silent write')`);
  await desk.editor.expectNotBlocked();
});
