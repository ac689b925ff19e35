import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ScriptedAgent, type Step, say, scriptAgent, writeFile } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, row) => `line ${row + 1}`);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const BEFORE = textOf(numbered(20));
/** The text with other lines in these rows, counted from 1. */
const having = (changes: Readonly<Record<number, string>>): string =>
  textOf(numbered(20).map((line, row) => changes[row + 1] ?? line));

const disk = (path: string, content: string | null): Step => ({
  do: 'disk',
  path: `{{cwd}}/${path}`,
  content,
});
const shell = (command: string): Step => ({ do: 'shell', command });
const write = (path: string, content: string): Step => writeFile(`{{cwd}}/${path}`, content);
const gate = (name: string): Step => ({ do: 'gate', name });

interface Editor extends Nvim {
  readonly agent: ScriptedAgent;
}

interface Start {
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

const FILES = { 'a.txt': BEFORE, 'b.txt': BEFORE };

async function started(agent: ScriptedAgent, start: Start = {}): Promise<Editor> {
  const { files = FILES, args = ['a.txt'], env, cwd, options } = start;
  const nvim = await startNvim({
    size: [100, 40],
    config: agent.setup({ log: { level: 'debug' }, ...options }),
    files,
    args,
    ...(env ? { env } : {}),
    ...(cwd ? { cwd } : {}),
  });
  return Object.assign(nvim, { agent });
}

/** An agent whose turns each wait at a gate named like the prompt. */
const agentOf = (turns: Readonly<Record<string, readonly Step[]>>): ScriptedAgent =>
  scriptAgent({
    prompts: Object.entries(turns).map(([match, steps]) => ({
      match,
      steps: [gate(match.replaceAll(' ', '-')), ...steps],
    })),
  });

/** How often the files have been looked at. */
async function looks(nvim: Nvim): Promise<number> {
  const log: string = await nvim.lua(`return vim.fn.stdpath('log') .. '/acp-host.log'`);
  if (!existsSync(log)) return 0;
  return (readFileSync(log, 'utf8').match(/record: \d+ files looked at/g) ?? []).length;
}

/** A turn of an agent of `agentOf` to its end, and until nothing of it is looked for any more. */
async function turn(nvim: Editor, prompt: string): Promise<void> {
  const before = await looks(nvim);
  await nvim.lua(
    `_G.done = nil require('acp').prompt(..., {}, function() _G.done = true end)`,
    prompt,
  );
  // A session that is new looks at them, too.
  await wait(async () => (await looks(nvim)) >= Math.max(2, before + 1), 'the files are known');
  nvim.agent.open(prompt.replaceAll(' ', '-'));
  await wait(() => nvim.lua('return _G.done'), 'the turn ended');
  await settled(nvim);
}

const settled = (nvim: Nvim): Promise<unknown> =>
  wait(
    () =>
      nvim.lua(`local ok, found = pcall(vim.api.nvim_get_autocmds, { group = 'acp.guard' })
        return not ok or #found == 0`),
    'nothing is looked for any more',
  );

const numbers = (nvim: Nvim): Promise<string[]> =>
  nvim.lua(`return vim.fn.getcompletion('Acp restore ', 'cmdline')`);

/** Opens what a restore would do. */
async function preview(nvim: Nvim, number: number): Promise<void> {
  await nvim.lua(`vim.cmd('Acp restore ' .. ...)`, number);
  await nvim.screen.toContain(`Restore ${number}`);
  await nvim.screen.toContain('q leave');
}

/** Answers yes once that counts: typed too early it does not, and typed too late it is for another window. */
const yes = (nvim: Nvim): Promise<unknown> =>
  wait(
    () =>
      nvim.lua(`if vim.bo.filetype ~= 'acprestore' then return true end
        vim.api.nvim_feedkeys('y', 'xt', false)`),
    'the window is closed',
  );

async function restore(nvim: Nvim, number: number): Promise<void> {
  await preview(nvim, number);
  await yes(nvim);
  await wait(
    async () => /restored/.test(await nvim.messages()),
    () => 'it is restored',
  );
  await nvim.lua(`vim.cmd('messages clear')`);
}

/** All of a folder: text and mode, or target of a link. */
function tree(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (name.startsWith('.git/') || name === '.git') continue;
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else if (stat.isDirectory()) found[name] = 'folder';
    else found[name] = `${(stat.mode & 0o777).toString(8)} ${readFileSync(path, 'latin1')}`;
  }
  return found;
}

const lines = (nvim: Nvim, name: string): Promise<string[]> =>
  nvim.lua(`return vim.api.nvim_buf_get_lines(vim.fn.bufnr(...), 0, -1, true)`, name);
const promptText = (nvim: Nvim): Promise<string> =>
  nvim.lua(`local view = require('acp.chat.views').current()
    return table.concat(vim.api.nvim_buf_get_lines(view.prompt, 0, -1, true), '\\n')`);

describe('going back to a checkpoint', () => {
  it('brings every file back byte for byte, whatever changed it', async () => {
    const agent = agentOf({
      'do all': [
        write('a.txt', having({ 3: 'three', 15: 'fifteen' })),
        disk('b.txt', having({ 2: 'two' })),
        shell("sed -i 's/line 4/four/' c.txt && chmod 755 run.sh"),
        shell('mkdir -p new/deep && echo made > new/deep/d.txt && rm gone.txt'),
        shell("printf '\\0\\1after' > data.bin && mv moved.txt elsewhere.txt"),
        shell('rm link && ln -s b.txt link'),
        shell('rm tofolder && mkdir tofolder && echo in > tofolder/in.txt'),
      ],
    });
    await using nvim = await started(agent, {
      files: {
        ...FILES,
        'c.txt': BEFORE,
        'gone.txt': 'kept\r\nas it was',
        'moved.txt': having({ 9: 'moved' }),
        'run.sh': 'echo\n',
        'data.bin': '\0before',
        'latin.txt': 'x\n',
        tofolder: 'a file\n',
      },
    });
    execFileSync('ln', ['-s', 'a.txt', 'link'], { cwd: nvim.dir });
    writeFileSync(join(nvim.dir, 'latin.txt'), Buffer.from('caf\xe9\n', 'latin1'));
    chmodSync(join(nvim.dir, 'gone.txt'), 0o640);
    const before = tree(nvim.dir);
    await turn(nvim, 'do all');
    const after = tree(nvim.dir);
    expect(after).not.toEqual(before);
    await restore(nvim, 1);
    expect(tree(nvim.dir)).toEqual(before);
    expect(await lines(nvim, 'a.txt')).toEqual(numbered(20));
    await restore(nvim, 2);
    expect(tree(nvim.dir)).toEqual(after);
    await restore(nvim, 1);
    expect(tree(nvim.dir)).toEqual(before);
    await nvim.expectNotBlocked();
  });
});
