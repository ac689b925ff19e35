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
import { type ScriptedAgent, type Step, say, scriptAgent } from '../support/agent';
import { hostPid } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { beRead } from '../support/permission';
import { BEFORE, having, looks, numbered, settled, write } from '../support/review';
import { wait } from '../support/wait';

const disk = (path: string, content: string | null): Step => ({
  do: 'disk',
  path: `{{cwd}}/${path}`,
  content,
});
const shell = (command: string): Step => ({ do: 'shell', command });
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

/** A turn of an agent of `agentOf` to its end, and until nothing of it is looked for any more. */
async function turn(nvim: Editor, prompt: string): Promise<void> {
  const before = await looks(nvim);
  await nvim.lua(
    `_G.done = nil require('acp').prompt(..., {}, function() _G.done = true end)`,
    prompt,
  );
  // A session that is new looks at them, too.
  await wait(async () => (await looks(nvim)) >= Math.max(2, before + 1), 'the files are known');
  nvim.agent.open((prompt.split('\n')[0] ?? '').replaceAll(' ', '-'));
  await wait(() => nvim.lua('return _G.done'), 'the turn ended');
  await settled(nvim);
}

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

  it('that is taken back leaves its changes to be reviewed again', async () => {
    const agent = agentOf({
      go: [write('a.txt', having({ 3: 'three' })), write('c.txt', 'new\n')],
    });
    await using nvim = await started(agent);
    await turn(nvim, 'go');
    const pending = async () =>
      (await nvim.lua(`return require('acp').hunks()`)).map(
        ({ new_lines }: { new_lines: string[] }) => new_lines,
      );
    await restore(nvim, 1);
    await wait(async () => (await pending()).length === 0, 'nothing is pending');
    await restore(nvim, 2);
    await wait(async () => (await pending()).length === 2, 'all of it is pending');
    await nvim.lua(`vim.cmd('Acp undo all')`);
    await wait(async () => (await pending()).length === 0, 'all is undone');
    expect(readFileSync(join(nvim.dir, 'a.txt'), 'utf8')).toBe(BEFORE);
    expect(existsSync(join(nvim.dir, 'c.txt'))).toBe(false);
  });

  it('merges what the user has done since, in buffers and on disk, as edits that can be undone', async () => {
    const agent = agentOf({
      'edit both': [
        write('a.txt', having({ 3: 'three', 15: 'fifteen' })),
        disk('b.txt', having({ 2: 'two', 12: 'twelve' })),
      ],
    });
    await using nvim = await started(agent);
    await turn(nvim, 'edit both');
    await nvim.feed(':3<CR>');
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 9, 10, true, { 'of the user' }) vim.cmd.write()`);
    const both = having({ 2: 'two', 7: 'of the user', 12: 'twelve' });
    writeFileSync(join(nvim.dir, 'b.txt'), both);
    await restore(nvim, 1);
    expect(await lines(nvim, 'a.txt')).toEqual(
      having({ 10: 'of the user' }).split('\n').slice(0, -1),
    );
    expect(readFileSync(join(nvim.dir, 'a.txt'), 'utf8')).toBe(having({ 10: 'of the user' }));
    expect(readFileSync(join(nvim.dir, 'b.txt'), 'utf8')).toBe(having({ 7: 'of the user' }));
    expect(await nvim.lua(`return require('acp').hunks()`)).toEqual([]);
    await nvim.feed('u');
    await wait(async () => (await lines(nvim, 'a.txt'))[2] === 'three', 'it is undone');
    // What the user has taken back is restored again.
    await restore(nvim, 1);
    expect((await lines(nvim, 'a.txt'))[2]).toBe('line 3');
  });

  it('leaves unsaved text unsaved', async () => {
    const agent = agentOf({ 'edit it': [write('a.txt', having({ 3: 'three' }))] });
    await using nvim = await started(agent);
    await turn(nvim, 'edit it');
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 9, 10, true, { 'not saved' })`);
    await preview(nvim, 1);
    await nvim.screen.toContain('- three');
    await yes(nvim);
    await nvim.screen.toContain('restored 1 file (1 file not saved)');
    expect(await lines(nvim, 'a.txt')).toEqual(
      having({ 10: 'not saved' }).split('\n').slice(0, -1),
    );
    expect(readFileSync(join(nvim.dir, 'a.txt'), 'utf8')).toBe(having({ 3: 'three' }));
  });

  it('makes a conflict of what cannot be merged, in a buffer, and says so before', async () => {
    const agent = agentOf({
      'edit both': [
        write('a.txt', having({ 3: 'three', 15: 'fifteen' })),
        disk('b.txt', having({ 2: 'two', 12: 'twelve' })),
        disk('mine.txt', 'made\n'),
      ],
    });
    await using nvim = await started(agent);
    await turn(nvim, 'edit both');
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 2, 3, true, { 'three, mine' }) vim.cmd.write()`);
    const mine = having({ 2: 'two, mine', 12: 'twelve' });
    writeFileSync(join(nvim.dir, 'b.txt'), mine);
    writeFileSync(join(nvim.dir, 'mine.txt'), 'made\nand more by me\n');
    await preview(nvim, 1);
    await nvim.screen.toContain('conflict, line 3: you have changed the same');
    await nvim.screen.toContain('conflict, line 2: you have changed the same');
    await nvim.screen.toContain('conflict, lines 1-2: you have changed the same');
    await yes(nvim);
    // Other messages may take its place at once.
    await wait(
      async () => (await nvim.messages()).includes('restored 3 files (conflicts in 3 files)'),
      'it is said',
    );
    expect(readFileSync(join(nvim.dir, 'a.txt'), 'utf8')).toBe(having({ 3: 'three, mine' }));
    expect(readFileSync(join(nvim.dir, 'b.txt'), 'utf8')).toBe(having({ 2: 'two, mine' }));
    expect(readFileSync(join(nvim.dir, 'mine.txt'), 'utf8')).toBe('made\nand more by me\n');
    await nvim.lua(`vim.cmd.edit('b.txt') vim.cmd('2') vim.cmd('Acp conflict theirs')`);
    expect(await lines(nvim, 'b.txt')).toEqual(numbered(20));
  });

  it('takes back one session only: what another one has done stays', async () => {
    const agent = agentOf({
      first: [write('a.txt', having({ 3: 'first' }))],
      other: [write('a.txt', having({ 3: 'first', 10: 'other' })), disk('c.txt', 'other\n')],
      again: [write('a.txt', having({ 3: 'again', 10: 'other' }))],
    });
    await using nvim = await started(agent);
    await turn(nvim, 'first');
    await nvim.lua(`require('acp').new({}, function() _G.made = true end)`);
    await wait(() => nvim.lua('return _G.made'), 'there is another session');
    const [one, two]: string[] = await nvim.lua(
      `return vim.tbl_map(function(s) return s.id end, require('acp').sessions())`,
    );
    const prompt = async (text: string, session: string | undefined): Promise<void> => {
      agent.open(text);
      await nvim.lua(
        `local text, session = ...
        _G.done = nil require('acp').prompt(text, { session = session }, function() _G.done = true end)`,
        text,
        session,
      );
      await wait(() => nvim.lua('return _G.done'), 'the turn ended');
      await settled(nvim);
    };
    await prompt('other', two);
    await prompt('again', one);
    await restore(nvim, 1);
    expect(await lines(nvim, 'a.txt')).toEqual(having({ 10: 'other' }).split('\n').slice(0, -1));
    expect(existsSync(join(nvim.dir, 'c.txt'))).toBe(true);
  });

  it('to the middle of what is pending leaves the rest of it pending', async () => {
    const agent = agentOf({
      one: [write('a.txt', having({ 3: 'one', 10: 'one' }))],
      two: [write('a.txt', having({ 3: 'two', 10: 'one', 15: 'two' }))],
    });
    await using nvim = await started(agent);
    await turn(nvim, 'one');
    await turn(nvim, 'two');
    await restore(nvim, 2);
    const hunks: { readonly new_lines: string[]; readonly turn: number }[] = await nvim.lua(
      `return require('acp').hunks()`,
    );
    expect(hunks).toMatchObject([
      { start: 3, new_lines: ['one'], turn: 1 },
      { start: 10, new_lines: ['one'], turn: 1 },
    ]);
    await restore(nvim, 1);
    expect(await nvim.lua(`return require('acp').hunks()`)).toEqual([]);
    expect(await lines(nvim, 'a.txt')).toEqual(numbered(20));
  });

  it('does not touch git, nor its index', async () => {
    const agent = agentOf({
      'edit it': [disk('b.txt', having({ 2: 'two' })), disk('new.txt', 'new\n')],
    });
    await using nvim = await started(agent);
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: nvim.dir,
        encoding: 'utf8',
      });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    writeFileSync(join(nvim.dir, 'a.txt'), having({ 1: 'staged' }));
    git('add', 'a.txt');
    const status = git('status', '--porcelain');
    const index = (): string => readFileSync(join(nvim.dir, '.git/index')).toString('hex');
    const before = index();
    await turn(nvim, 'edit it');
    await restore(nvim, 1);
    expect(index()).toBe(before);
    expect(git('status', '--porcelain')).toBe(status);
  });

  it('is refused while the agent works', async () => {
    const agent = agentOf({
      'edit it': [write('a.txt', having({ 3: 'three' })), gate('on')],
    });
    await using nvim = await started(agent);
    agent.open('edit-it');
    await nvim.lua(`require('acp').prompt('edit it')`);
    await wait(async () => (await lines(nvim, 'a.txt'))[2] === 'three', 'it has written');
    await nvim.lua(`vim.cmd('Acp restore 1')`);
    await nvim.screen.toContain('The agent is working: cancel its turn first');
    await beRead(nvim);
    await nvim.feed('y');
    await nvim.screen.toContain('the agent is working on these files');
    expect((await lines(nvim, 'a.txt'))[2]).toBe('three');
    agent.open('on');
    await nvim.turnOver();
    await yes(nvim);
    await wait(async () => (await lines(nvim, 'a.txt'))[2] === 'line 3', 'it is restored');
  });

  it('looks again when the files have changed since they were shown', async () => {
    const agent = agentOf({ 'edit it': [disk('b.txt', having({ 2: 'two' }))] });
    await using nvim = await started(agent);
    await turn(nvim, 'edit it');
    await preview(nvim, 1);
    writeFileSync(join(nvim.dir, 'b.txt'), having({ 2: 'two, mine' }));
    await wait(
      () =>
        nvim.lua(`if vim.bo.filetype == 'acprestore' then
            vim.api.nvim_feedkeys('y', 'xt', false)
          end
          return vim.api.nvim_exec2('messages', { output = true }).output:find('look again') ~= nil`),
      'it is not done unseen',
    );
    expect(readFileSync(join(nvim.dir, 'b.txt'), 'utf8')).toBe(having({ 2: 'two, mine' }));
    await nvim.screen.toContain('conflict, line 2');
  });
});

describe('the prompt of a checkpoint', () => {
  const EDIT = { 'edit it': [write('a.txt', having({ 3: 'three' }))] };

  it('is there again to be edited and sent, and what the agent writes then is taken', async () => {
    const agent = agentOf(EDIT);
    await using nvim = await started(agent, { options: { report_undone: true } });
    await turn(nvim, 'edit it');
    await restore(nvim, 1);
    expect(await promptText(nvim)).toBe('edit it');
    await nvim.feed(':AcpChat<CR>');
    await nvim.screen.toContain('edit it');
    await nvim.feed(', please<C-s>');
    await agent.called('session/prompt', 2);
    const [own, report] = agent.calls('session/prompt')[1]?.params.prompt ?? [];
    expect(own.text).toBe('edit it, please');
    expect(report.text).toContain('a.txt');
    expect(report.text).toContain('gone back to before “edit it”');
    await nvim.turnOver();
    await wait(async () => (await lines(nvim, 'a.txt'))[2] === 'three', 'it is written again');
    // What we have added is not offered.
    await restore(nvim, 3);
    expect(await promptText(nvim)).toBe('edit it, please');
  });

  it('waits when it is sent in the middle of a restore', async () => {
    const agent = agentOf({ ...EDIT, again: [] });
    await using nvim = await started(agent, { options: { report_undone: true } });
    await turn(nvim, 'edit it');
    agent.open('again');
    await nvim.lua(`vim.api.nvim_create_autocmd('BufWritePre', { once = true, callback = function()
        require('acp').prompt('again', {}, function() _G.again = true end)
      end })`);
    await restore(nvim, 1);
    await wait(() => nvim.lua('return _G.again'), 'it is sent, and answered');
    const [own, report] = agent.calls('session/prompt')[1]?.params.prompt ?? [];
    expect(own.text).toBe('again');
    expect(report.text).toContain('gone back to before “edit it”');
  });

  it('is never put over what the user writes', async () => {
    const agent = agentOf(EDIT);
    await using nvim = await started(agent);
    await turn(nvim, 'edit it');
    await nvim.feed(':AcpChat<CR>');
    await nvim.feed('a draft<Esc>');
    await nvim.screen.toContain('a draft');
    await preview(nvim, 1);
    await yes(nvim);
    await nvim.screen.toContain('restored 1 file; <Up> in the prompt brings its text back');
    expect(await promptText(nvim)).toBe('a draft');
    await nvim.feed('<Up>');
    await wait(async () => (await promptText(nvim)) === 'edit it', 'it comes back');
    await nvim.feed('<Down>');
    await wait(async () => (await promptText(nvim)) === 'a draft', 'the draft is there');
  });
});

describe('checkpoints are kept', () => {
  const TURNS = {
    one: [write('a.txt', having({ 3: 'three' })), disk('c.txt', 'made\n')],
    two: [disk('b.txt', having({ 2: 'two' }))],
  };

  it('when Neovim is started again, private to the user', async () => {
    const agent = agentOf(TURNS);
    await using nvim = await started(agent);
    const state: string = await nvim.lua(`return vim.fn.stdpath('state')`);
    const before = tree(nvim.dir);
    await turn(nvim, 'one');
    await turn(nvim, 'two');
    const host = await hostPid(nvim);
    nvim.process.kill('SIGKILL');
    await nvim.exited;
    await wait(() => !existsSync(`/proc/${host}`), 'the host has ended');
    for (const [name, text] of Object.entries(modes(state))) {
      expect([name, text]).toEqual([name, text.startsWith('7') ? '700' : '600']);
    }
    await using again = await started(agent, {
      files: {},
      cwd: nvim.dir,
      env: { XDG_STATE_HOME: join(state, '..') },
      args: [join(nvim.dir, 'a.txt')],
    });
    await again.feed(':Acp checkpoints<CR>');
    await again.screen.toContain('2 files  +2  −1');
    await again.screen.toContain('1 file');
    await again.feed('q');
    await restore(again, 1);
    expect(tree(nvim.dir)).toEqual(before);
  });

  const names = Array.from({ length: 80 }, (_, at) => `f${at}.txt`);

  interface Restoring {
    readonly nvim: Editor;
    readonly host: number;
    /** Neovim's folder for what outlives it. */
    readonly state: string;
  }

  /** A restore of many files, in the middle of which Lua is run that knows the `pid` of the host. */
  async function restoring(lua: string): Promise<Restoring> {
    const files = Object.fromEntries(names.map((name) => [name, BEFORE]));
    const agent = agentOf({ all: [shell(`sed -i 's/line 2$/two/' f*.txt`)] });
    const nvim = await started(agent, { files, args: [] });
    await turn(nvim, 'all');
    const host = await hostPid(nvim);
    const state: string = await nvim.lua(`return vim.fn.stdpath('state')`);
    await preview(nvim, 1);
    // The host asks for the buffer of each file before it restores it, and before that looks at all of them once more.
    await nvim.lua(
      `local count, pid, middle = ...
      local buffers = require('acp.buffers')
      local find = buffers.find
      buffers.find = function(path)
        count = vim.bo.filetype == 'acprestore' and count or count - 1
        if count == 0 then loadstring('local pid = ...' .. middle)(pid) end
        return find(path)
      end`,
      names.length,
      host,
      lua,
    );
    await Promise.race([yes(nvim), nvim.exited]);
    return { nvim, host, state };
  }

  const isBack = (nvim: Nvim, name: string): boolean =>
    readFileSync(join(nvim.dir, name), 'utf8') === BEFORE;

  function expectWhole(nvim: Nvim): void {
    for (const name of names) {
      expect([BEFORE, having({ 2: 'two' })]).toContain(readFileSync(join(nvim.dir, name), 'utf8'));
    }
  }

  it('and restored again after the host was killed in the middle', async () => {
    const { nvim: editor, host } = await restoring(`vim.uv.kill(pid, 'sigkill')`);
    await using nvim = editor;
    await wait(() => !existsSync(`/proc/${host}`), 'the host has ended');
    expectWhole(nvim);
    expect(new Set(names.map((name) => isBack(nvim, name))).size).toBe(2);
    await wait(
      () =>
        nvim.lua(
          `local c = require('acp.host').channel() return c and vim.fn.jobpid(c) ~= ...`,
          host,
        ),
      'another host runs',
    );
    await restore(nvim, 1);
    await wait(() => names.every((name) => isBack(nvim, name)), 'all are back');
    expect(Object.keys(tree(nvim.dir)).sort()).toEqual(names.toSorted());
  });

  it('and restored again after Neovim was killed in the middle', async () => {
    const { nvim, host, state } = await restoring(`vim.uv.kill(vim.fn.getpid(), 'sigkill')`);
    await using killed = nvim;
    await killed.exited;
    await wait(() => !existsSync(`/proc/${host}`), 'the host has ended');
    expectWhole(nvim);
    await using again = await started(nvim.agent, {
      files: {},
      cwd: nvim.dir,
      env: { XDG_STATE_HOME: join(state, '..') },
      args: [],
    });
    await restore(again, 1);
    await wait(() => names.every((name) => isBack(nvim, name)), 'all are back');
    await wait(
      () => Object.keys(tree(nvim.dir)).length === names.length,
      'nothing else is left there',
    );
  });
});

/** Of all below a folder of ours. */
function modes(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const own = entries.filter((entry) => join(entry.parentPath, entry.name).includes('/projects/'));
  return Object.fromEntries(
    own.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, (statSync(path).mode & 0o777).toString(8)];
    }),
  );
}

describe('the list of checkpoints', () => {
  it('has the prompts with what they changed, and leads to what going back would change', async () => {
    const agent = agentOf({
      one: [write('a.txt', having({ 3: 'three' })), disk('c.txt', 'made\n')],
      'two lines': [disk('b.txt', having({ 2: 'two' })), disk('c.txt', null)],
      nothing: [say('done')],
    });
    await using nvim = await started(agent);
    await turn(nvim, 'one');
    await turn(nvim, 'two lines\nof text');
    await turn(nvim, 'nothing');
    expect(await numbers(nvim)).toEqual(['3', '2', '1']);
    await nvim.feed(':Acp checkpoints<CR>');
    await nvim.screen.toContain('3  nothing    just now  no change');
    await nvim.screen.toContain('2  two lines  just now  2 files    +1  −2');
    await nvim.screen.toContain('1  one        just now  2 files    +2  −1');
    expect(await nvim.lua('return vim.bo.filetype')).toBe('acpcheckpoints');
    await nvim.feed('jj<CR>');
    await nvim.screen.toContain('Restore 1: 2 files +2 −2');
    await nvim.screen.toContain('Back to before “one”');
    await nvim.screen.toContain('- three');
    await nvim.screen.toContain('+ line 3');
    await nvim.feed('q');
    await nvim.lua(`vim.cmd('Acp restore 7')`);
    await nvim.screen.toContain('there is no checkpoint 7; :Acp checkpoints lists them');
    await nvim.feed(':Acp restore x<CR>');
    await nvim.screen.toContain('expected the number of a checkpoint');
    await nvim.expectNotBlocked();
  });
});
