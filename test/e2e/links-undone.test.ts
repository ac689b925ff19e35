import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { begin, ended, looks, settled } from '../support/review';
import { modified, restoreAll, tree, undoAll } from '../support/take-back';
import { wait } from '../support/wait';

const FILES: Readonly<Record<string, string | Buffer>> = {
  'target.txt': 'one\ntwo\nthree\n',
  'other.txt': 'other\ntext\nhere\n',
  'bom.txt': '\ufeffone\ntwo\nthree\n',
  'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
  'utf16.txt': Buffer.from('\ufeffone\ntwo\nthree\n', 'utf16le'),
  'hard.txt': '\ufeffhard\ntwo\n',
  'dir/a.txt': 'first\ntwo\n',
  'dir/b.txt': 'second\nother\n',
  'sub/a.txt': '\ufeffthird\ntwo\n',
};
const LINKS = `ln hard.txt hard2.txt; ln -s target.txt link.txt; ln -s target.txt link2.txt;
  ln -s dir dlink`;

interface Case {
  readonly loaded: readonly string[];
  readonly command: string;
}

const change = (name: string): string => `sed -i '2s/.*/TWO/' ${name}`;
const lead = (link: string, target: string): string => `rm -r ${link}; ln -s ${target} ${link}`;

/** What an agent does, each in a folder of its own. */
const CASES: Readonly<Record<string, Case>> = {
  'a link leads to another file': {
    loaded: ['link.txt'],
    command: lead('link.txt', 'other.txt'),
  },
  'a link leads to another loaded file': {
    loaded: ['link.txt', 'other.txt'],
    command: lead('link.txt', 'other.txt'),
  },
  'a link leads to a changed file with a mark': {
    loaded: ['link.txt'],
    command: `${lead('link.txt', 'bom.txt')}; ${change('bom.txt')}`,
  },
  'a link leads to a changed loaded file with a mark': {
    loaded: ['bom.txt', 'link.txt'],
    command: `${change('bom.txt')}; ${lead('link.txt', 'bom.txt')}`,
  },
  'a link leads to a private file': {
    loaded: ['link.txt', 'crlf.txt'],
    command: `${lead('link.txt', 'crlf.txt')}; ${change('crlf.txt')}`,
  },
  'a link leads to another encoding': {
    loaded: ['link.txt', 'utf16.txt'],
    command: `${lead('link.txt', 'utf16.txt')}; printf 'x\\0y\\0' >>utf16.txt`,
  },
  'a link leads to a new file': {
    loaded: ['link.txt'],
    command: `echo new >new.txt; ${lead('link.txt', 'new.txt')}`,
  },
  'a link leads to a link': {
    loaded: ['link.txt', 'link2.txt', 'bom.txt'],
    command: `${lead('link.txt', 'link2.txt')}; ${lead('link2.txt', 'bom.txt')}`,
  },
  'a link becomes a file': { loaded: ['link.txt'], command: change('link.txt') },
  'a link becomes a file, and its target changes': {
    loaded: ['link.txt', 'target.txt'],
    command: `${change('link.txt')}; echo more >>target.txt`,
  },
  'the target of a link becomes a link': {
    loaded: ['link.txt', 'bom.txt'],
    command: `${lead('target.txt', 'bom.txt')}; ${change('bom.txt')}`,
  },
  'a file becomes a link': { loaded: ['other.txt'], command: lead('other.txt', 'bom.txt') },
  'a file becomes a link to a changed file': {
    loaded: ['other.txt', 'bom.txt'],
    command: `${lead('other.txt', 'bom.txt')}; ${change('bom.txt')}`,
  },
  'a file becomes a folder': {
    loaded: ['other.txt'],
    command: 'rm other.txt; mkdir other.txt; echo x >other.txt/x.txt',
  },
  'two files are swapped': {
    loaded: ['crlf.txt', 'utf16.txt'],
    command: 'mv crlf.txt tmp; mv utf16.txt crlf.txt; mv tmp utf16.txt',
  },
  'a file with two names changes': {
    loaded: ['hard.txt', 'hard2.txt'],
    command: `${change('hard.txt')}; cat hard.txt >hard2.txt; ln -f hard2.txt hard.txt`,
  },
  'a file with two names changes in place': {
    loaded: ['hard.txt'],
    command: 'echo more >>hard.txt',
  },
  'a file becomes read-only': {
    loaded: ['other.txt'],
    command: 'echo more >>other.txt; chmod 444 other.txt',
  },
  'a file with two names becomes two': { loaded: ['hard.txt'], command: change('hard.txt') },
  'a file becomes another name of a file': {
    loaded: ['other.txt', 'bom.txt'],
    command: 'ln -f bom.txt other.txt',
  },
  'a file becomes another name of a changed file': {
    loaded: ['crlf.txt', 'bom.txt'],
    command: `ln -f bom.txt crlf.txt; echo more >>crlf.txt`,
  },
  'a folder becomes a link to where it was moved': {
    loaded: ['dir/a.txt', 'dir/b.txt'],
    command: `mv dir moved; ln -s moved dir; ${change('moved/a.txt')}`,
  },
  'a folder becomes a link to another one': {
    loaded: ['dir/a.txt', 'dir/b.txt', 'sub/a.txt'],
    command: `${lead('dir', 'sub')}; ${change('sub/a.txt')}`,
  },
  'a link to a folder leads to another one': {
    loaded: ['dlink/a.txt', 'sub/a.txt'],
    command: `${lead('dlink', 'sub')}; ${change('sub/a.txt')}`,
  },
  'a link to a folder becomes a folder': {
    loaded: ['dlink/a.txt'],
    command: 'rm dlink; mkdir dlink; echo x >dlink/x.txt; echo y >dlink/a.txt',
  },
};

function put(folder: string): void {
  for (const [name, content] of Object.entries(FILES)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  chmodSync(join(folder, 'crlf.txt'), 0o600);
  execFileSync('sh', ['-c', LINKS], { cwd: folder });
}

/** Unchanged buffers of which a reload would make something else. */
const outdated = (nvim: Nvim): Promise<string[]> =>
  nvim.lua(`return vim.iter(vim.api.nvim_list_bufs())
    :filter(function(buf)
      local name = vim.api.nvim_buf_get_name(buf)
      if name == '' or not vim.bo[buf].buflisted then return false end
      local before = vim.api.nvim_buf_get_lines(buf, 0, -1, false)
      vim.api.nvim_buf_call(buf, function() vim.cmd('silent edit!') end)
      return not vim.deep_equal(before, vim.api.nvim_buf_get_lines(buf, 0, -1, false))
    end)
    :map(vim.api.nvim_buf_get_name)
    :totable()`);

describe('what an agent does to links and their files', () => {
  it.each([
    { action: 'undone', act: undoAll, where: 'loaded', isLoaded: true },
    { action: 'undone', act: undoAll, where: 'not loaded', isLoaded: false },
    { action: 'restored', act: restoreAll, where: 'loaded', isLoaded: true },
    { action: 'restored', act: restoreAll, where: 'not loaded', isLoaded: false },
  ])('is $action to the last byte where they are $where', async ({ act, isLoaded }) => {
    const cases = Object.entries(CASES);
    const command = cases.map(([name, { command }]) => `(cd '${name}'; ${command})`).join('\n');
    const steps = [{ do: 'gate', name: 'go' } as const, { do: 'shell', command } as const];
    const agent = scriptAgent({ prompts: [{ steps }] });
    await using nvim = await startNvim({ config: agent.setup({ log: { level: 'debug' } }) });
    for (const [name] of cases) put(join(nvim.dir, name));
    const before = tree(nvim.dir);
    const loaded = cases.flatMap(([name, one]) => one.loaded.map((file) => join(name, file)));
    if (isLoaded) {
      const load = 'for _, name in ipairs(...) do vim.cmd.edit(vim.fn.fnameescape(name)) end';
      await nvim.lua(load, loaded);
    }
    await settled(nvim);
    await begin(nvim, 'go');
    await wait(async () => (await looks(nvim)) >= 2, 'the files are known');
    agent.open('go');
    await ended(nvim);
    await settled(nvim);
    expect(tree(nvim.dir)).not.toEqual(before);
    await act(nvim);
    expect(tree(nvim.dir)).toEqual(before);
    const linked = join(nvim.dir, 'a file with two names changes in place', 'hard.txt');
    expect(statSync(linked).nlink).toBe(2);
    expect(await modified(nvim)).toEqual([]);
    expect(await outdated(nvim)).toEqual([]);
    await nvim.expectNotBlocked();
  });
});
