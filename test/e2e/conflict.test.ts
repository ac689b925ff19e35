import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFile, type Step, say, scriptAgent, toolCall, writeFile } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const LINES = Array.from({ length: 20 }, (_, row) => `line ${row + 1}`);
const withLines = (changes: Readonly<Record<number, string>>): string =>
  LINES.map((line, row) => `${changes[row + 1] ?? line}\n`).join('');

const THEIRS = withLines({ 3: 'theirs 3', 15: 'theirs 15' });
const path = '{{cwd}}/a.txt';
/** Reads in one turn, so that the user can type before the next one writes. */
const reads: Step[] = [readFile(path), say('read')];

function agentThatWrites(...steps: readonly Step[]): ReturnType<typeof scriptAgent> {
  return scriptAgent({
    prompts: [{ match: 'read', steps: reads }, { steps: [...steps, say('written')] }],
  });
}

async function prompt(nvim: Nvim, text: string): Promise<void> {
  await nvim.lua(
    `_G.done = nil require('acp').prompt(..., {}, function() _G.done = true end)`,
    text,
  );
  await wait(() => nvim.lua('return _G.done'), 'the turn ended');
}

async function withConflict(agent: ReturnType<typeof scriptAgent>): Promise<Nvim> {
  const nvim = await startNvim({
    config: `${agent.setup()}
      _G.events = {}
      vim.api.nvim_create_autocmd('User', { pattern = { 'AcpFileEdited', 'AcpConflict' },
        callback = function(event) table.insert(_G.events, event.match) end })`,
    files: { 'a.txt': withLines({}) },
    args: ['a.txt'],
  });
  await prompt(nvim, 'read');
  await nvim.lua(`vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'mine 3' })`);
  await prompt(nvim, 'write');
  return nvim;
}

const lines = (nvim: Nvim): Promise<string[]> =>
  nvim.lua('return vim.api.nvim_buf_get_lines(vim.fn.bufnr("a.txt"), 0, -1, true)');

const noticesOf = (nvim: Nvim): Promise<string[]> =>
  nvim.lua(`return vim.tbl_map(function(entry) return entry.text end,
    vim.tbl_filter(function(entry) return entry.kind == 'notice' end, require('acp').state().entries))`);

describe('a conflict with the user’s unsaved text', () => {
  it('is shown in the file, the agent learns of it, and the rest of its text is there', async () => {
    const agent = agentThatWrites(writeFile(path, THEIRS));
    await using nvim = await withConflict(agent);
    await nvim.screen.toContain('Conflict 1/1  :Acp conflict mine|theirs|both');
    await nvim.screen.toContain('theirs 3');
    const now = await lines(nvim);
    expect([now[2], now[14]]).toEqual(['mine 3', 'theirs 15']);
    const { error } = await agent.answered('fs/write_text_file');
    expect(error?.message).toMatch(/a\.txt was written only in part: .*\(line 3 now\)/);
    expect(await nvim.lua('return _G.events')).toEqual(['AcpFileEdited', 'AcpConflict']);
    expect(await noticesOf(nvim)).toEqual([
      'Conflict in a.txt: you and the agent changed the same text (line 3); yours was kept',
    ]);
    expect(await nvim.lua(`return require('acp').status().conflicts`)).toBe(1);
    expect(readFileSync(join(nvim.dir, 'a.txt'), 'utf8')).toBe(withLines({}));
    await nvim.expectNotBlocked();
  });

  it('is not reported when the agent repeats itself', async () => {
    const agent = agentThatWrites(writeFile(path, THEIRS), writeFile(path, THEIRS));
    await using nvim = await withConflict(agent);
    expect((await agent.answered('fs/write_text_file', 2)).error?.message).toMatch(
      /was not written/,
    );
    expect(await nvim.lua('return _G.events')).toEqual(['AcpFileEdited', 'AcpConflict']);
    expect(await noticesOf(nvim)).toHaveLength(1);
    expect((await lines(nvim))[2]).toBe('mine 3');
  });

  it('is chosen by the user, and the agent goes on from there', async () => {
    const agent = scriptAgent({
      prompts: [
        { match: 'read', steps: reads },
        { match: 'more', steps: [writeFile(path, THEIRS.replace('theirs 3', 'theirs 3, more'))] },
        { steps: [writeFile(path, THEIRS)] },
      ],
    });
    await using nvim = await withConflict(agent);
    await nvim.feed('3G:Acp conflict theirs<CR>');
    await wait(async () => (await lines(nvim))[2] === 'theirs 3', 'it is chosen');
    await wait(() => !nvim.screen.framed().includes('Conflict 1/1'), 'the label is gone');
    await prompt(nvim, 'more');
    expect((await agent.answered('fs/write_text_file', 2)).error).toBeUndefined();
    expect((await lines(nvim))[2]).toBe('theirs 3, more');
  });

  it('is compared with the whole version of the agent', async () => {
    const agent = agentThatWrites(writeFile(path, THEIRS));
    await using nvim = await withConflict(agent);
    await nvim.lua(`vim.cmd('Acp conflict diff')`);
    expect(
      await nvim.lua(`local here = { vim.wo.diff, vim.fn.getline(3) }
        vim.cmd('wincmd w')
        return { #vim.api.nvim_list_wins(), here, { vim.wo.diff, vim.fn.getline(3) } }`),
    ).toEqual([2, [true, 'mine 3'], [true, 'theirs 3']]);
    await nvim.expectNotBlocked();
  });

  it('outlives the session: there is something to choose still', async () => {
    const agent = agentThatWrites(writeFile(path, THEIRS));
    await using nvim = await withConflict(agent);
    await nvim.lua(`vim.cmd('Acp close')`);
    await wait(() => nvim.lua(`return #require('acp').sessions() == 0`), 'the session ended');
    await nvim.feed('3G:Acp conflict both<CR>');
    await wait(async () => (await lines(nvim))[3] === 'theirs 3', 'it is chosen');
    expect((await lines(nvim))[2]).toBe('mine 3');
  });
});

describe('a file that the agent deletes while the user has not saved it', () => {
  it('keeps the user’s text in its buffer, and that is said', async () => {
    const agent = scriptAgent({
      prompts: [
        { match: 'read', steps: reads },
        {
          steps: [
            toolCall('t', { locations: [{ path }], status: 'in_progress' }),
            { do: 'disk', path, content: null },
          ],
        },
      ],
    });
    await using nvim = await withConflict(agent);
    await wait(async () => (await noticesOf(nvim)).length > 0, 'it is said');
    expect(await noticesOf(nvim)).toEqual([
      'a.txt was deleted on disk; your unsaved text is still in its buffer',
    ]);
    expect((await lines(nvim))[2]).toBe('mine 3');
    expect(await nvim.lua('return vim.bo.modified')).toBe(true);
    await nvim.expectNotBlocked();
    await nvim.lua(`vim.cmd('silent write')`);
    expect(readFileSync(join(nvim.dir, 'a.txt'), 'utf8')).toBe(withLines({ 3: 'mine 3' }));
  });
});
