import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentThat, ask, type ScriptedAgent, say, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { readable } from '../support/permission';
import { wait } from '../support/wait';

const command = (line: string) => ({
  title: 'Run something',
  kind: 'execute',
  rawInput: { command: line },
});
const RULES = [
  { allow: true, command: 'git status' },
  { deny: true, command: 'rm' },
];
const FILE = `{
  "mine": [1, 2],
  "permissions": { "rules": [
    { "deny": true, "command": "wget" },
    { "ask": true, "command": "curl" }
  ] }
}
`;

/** Answers of `vim.ui.input` and `vim.ui.select` in order; what they were asked goes to `inputs`. */
const ANSWERS = `
  inputs, replies = {}, {}
  vim.ui.input = function(opts, done)
    table.insert(inputs, opts.default or '')
    done(table.remove(replies, 1))
  end
  vim.ui.select = function(items, opts, done)
    table.insert(inputs, vim.trim(opts.prompt))
    local wanted = table.remove(replies, 1)
    for i, item in ipairs(items) do
      if (opts.format_item or tostring)(item):find(wanted, 1, true) then return done(item, i) end
    end
    done(nil)
  end`;

const TRUST = `
  vim.fn.mkdir(vim.fn.stdpath('state'), 'p')
  vim.cmd.edit('.acp.json')
  vim.secure.trust({ action = 'allow', bufnr = 0 })
  vim.cmd('enew | bwipeout #')`;

async function started(agent: ScriptedAgent, options = {}, files = {}): Promise<Nvim> {
  const nvim = await startNvim({
    size: [110, 40],
    config: `${agent.setup(options)}\n${ANSWERS}`,
    files,
  });
  if ('.acp.json' in files) await nvim.lua(TRUST);
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  return nvim;
}

const outcome = async (agent: ScriptedAgent, count = 1) =>
  (await agent.answered('session/request_permission', count)).result.outcome.optionId;

const replies = (nvim: Nvim, ...texts: string[]) => nvim.lua('replies = ...', texts);
const inputs = (nvim: Nvim) => nvim.lua('local all = inputs; inputs = {}; return all');
const open = async (nvim: Nvim) => {
  await nvim.feed('<Esc>:Acp rules<CR>');
  await nvim.screen.toContain(' Rules ');
};
/** Puts the cursor on the line with this text. */
const on = (nvim: Nvim, text: string) =>
  wait(
    () => nvim.lua(`return vim.fn.search(...) > 0`, `\\V\\^    ${text}`),
    () => `a line with ${text}\n${nvim.screen.framed()}`,
  );
/** Waits until the keys of the float count. */
const guarded = async (nvim: Nvim) => {
  const now = (): Promise<number> => nvim.lua('return vim.uv.now()');
  const end = (await now()) + 350;
  await wait(async () => (await now()) > end, 'the float could be read');
};
/** Typed at once it is no consent. */
const yes = async (nvim: Nvim) => {
  await nvim.feed('y');
  await nvim.screen.toContain('write and trust it');
  await guarded(nvim);
  await nvim.feed('y');
};
const file = (nvim: Nvim) => readFileSync(join(nvim.dir, '.acp.json'), 'utf8');

describe(':Acp rules', () => {
  it('lists, explains, adds, changes and removes rules of the session', async () => {
    const agent = agentThat(ask('a', command('make it')), say('done {{answer}}'));
    await using nvim = await started(agent, { permissions: { rules: RULES } });
    await nvim.screen.toContain('Allow once');
    await readable(nvim);
    await nvim.lua(`vim.cmd('Acp reject')`);
    await nvim.screen.toContain('done');
    await open(nvim);
    await nvim.screen.toContain('allow command=git status');
    await nvim.screen.toContain('deny command=rm');
    await nvim.screen.toContain(/reject_once by user: make it {2}(just now|\d+ min ago)/);
    await nvim.screen.toContain('no rule is about the command "make it"');
    await replies(nvim, 'allow command=make it');
    await nvim.feed('a');
    await nvim.screen.toContain('allow command=make it');
    await nvim.lua(`require('acp').prompt('again')`);
    expect(await outcome(agent, 2)).toBe('once');
    await on(nvim, 'allow command=make it');
    await replies(nvim, 'deny command=make');
    await nvim.feed('<CR>');
    await nvim.screen.toContain('deny command=make');
    expect(await inputs(nvim)).toEqual(['', 'allow command=make it']);
    await nvim.lua(`require('acp').prompt('again')`);
    expect(await outcome(agent, 3)).toBe('no');
    await on(nvim, 'deny command=make');
    await replies(nvim, 'allow everything');
    await nvim.feed('<CR>');
    await wait(
      async () => (await nvim.messages()).includes('expected allow, ask or deny'),
      'a wrong rule is refused',
    );
    await nvim.feed('d');
    await nvim.screen.toLose('  deny command=make');
    // Of an answer: the rule that would have allowed it.
    await on(nvim, '\\.\\*reject_once by user: make it');
    await nvim.screen.toContain('make a rule of it');
    await replies(nvim, 'for this session');
    await nvim.feed('<CR>');
    await nvim.screen.toContain('  allow command=make it');
    await nvim.feed('q');
    await nvim.screen.toLose(' Rules ');
    await nvim.expectNotBlocked();
  });

  it('switches a rule of the configuration off, puts another in its place, and undoes that', async () => {
    const agent = agentThat(ask('a', command('rm x')), say('done'));
    await using nvim = await started(agent, { permissions: { rules: RULES } });
    expect(await outcome(agent, 1)).toBe('no');
    await open(nvim);
    await on(nvim, 'deny command=rm');
    await nvim.feed('d');
    await nvim.screen.toContain('deny command=rm  (off until Neovim ends)');
    expect(await nvim.messages()).toContain('your configuration stays as it is');
    await nvim.lua(`require('acp').prompt('again')`);
    await wait(() => agent.answers('session/request_permission').length === 2, 'asked again');
    await on(nvim, 'deny command=rm');
    await replies(nvim, 'allow command=rm x');
    await nvim.feed('<CR>');
    await nvim.screen.toContain('deny command=rm  (until Neovim ends: allow command=rm x)');
    // The open question is answered by it.
    expect(await outcome(agent, 2)).toBe('once');
    await nvim.lua(
      `require('acp').setup({ permissions = { rules = vim.json.decode(...) } })`,
      JSON.stringify(RULES),
    );
    await nvim.feed('u');
    await nvim.screen.toLose('(until Neovim ends');
    await nvim.lua(`require('acp').prompt('again')`);
    expect(await outcome(agent, 3)).toBe('no');
  });

  it('changes the file of the project after showing it, and trusts exactly that', async () => {
    const agent = agentThat(ask('a', command('wget x')), say('done'));
    await using nvim = await started(agent, {}, { '.acp.json': FILE });
    expect(await outcome(agent, 1)).toBe('no');
    await open(nvim);
    await on(nvim, 'deny command=wget');
    await replies(nvim, 'allow command=wget x');
    await nvim.feed('<CR>');
    await nvim.screen.toContain('write and trust it');
    await nvim.screen.toContain('- ');
    expect(file(nvim)).toBe(FILE);
    await nvim.feed('q');
    await nvim.screen.toLose('write and trust it');
    expect(file(nvim)).toBe(FILE);
    await replies(nvim, 'allow command=wget x');
    await nvim.feed('<CR>');
    await nvim.screen.toContain('write and trust it');
    await yes(nvim);
    await nvim.screen.toContain('  allow command=wget x');
    const changed = FILE.replace(
      '"deny": true, "command": "wget"',
      '"allow": true, "command": "wget x"',
    );
    expect(file(nvim)).toBe(changed);
    expect(await nvim.lua(`return vim.secure.read('.acp.json')`)).toBe(changed);
    await nvim.lua(`require('acp').prompt('again')`);
    expect(await outcome(agent, 2)).toBe('once');
    await on(nvim, 'ask command=curl');
    await nvim.feed('d');
    await nvim.screen.toContain('write and trust it');
    await yes(nvim);
    await nvim.screen.toLose('write and trust it');
    await nvim.screen.toLose('  ask command=curl');
    await replies(nvim, 'deny kind=fetch');
    await nvim.feed('A');
    await nvim.screen.toContain('write and trust it');
    await yes(nvim);
    await nvim.screen.toLose('write and trust it');
    await nvim.screen.toContain('  deny kind=fetch');
    expect(JSON.parse(file(nvim))).toEqual({
      mine: [1, 2],
      permissions: {
        rules: [
          { allow: true, command: 'wget x' },
          { deny: true, kind: 'fetch' },
        ],
      },
    });
    await on(nvim, 'deny kind=fetch');
    await nvim.feed('o');
    await wait(
      async () => (await nvim.lua(`return vim.api.nvim_get_current_line()`)).includes('fetch'),
      'the file is open at the rule',
    );
    await nvim.expectNotBlocked();
    expect(await nvim.lua('return vim.v.errmsg')).toBe('');
  });

  it('keeps a rule of the session for the project, in a new file, and takes it back', async () => {
    const agent = agentThat(ask('a', command('make')), say('done'));
    await using nvim = await started(agent);
    await nvim.screen.toContain('Allow once');
    await open(nvim);
    await replies(nvim, 'allow command=make');
    await nvim.feed('a');
    expect(await outcome(agent, 1)).toBe('once');
    await on(nvim, 'allow command=make');
    await nvim.feed('p');
    await nvim.screen.toContain('New file:');
    await yes(nvim);
    await wait(() => nvim.lua(`return vim.uv.fs_stat('.acp.json') ~= nil`), 'the file is there');
    expect(JSON.parse(file(nvim))).toEqual({
      permissions: { rules: [{ allow: true, command: 'make' }] },
    });
    await nvim.screen.toContain(/Session\s[\s\S]*none[\s\S]*Project[\s\S]*allow command=make/);
    await nvim.lua(`require('acp').prompt('again')`);
    expect(await outcome(agent, 2)).toBe('once');
    await on(nvim, 'allow command=make');
    await nvim.feed('p');
    await nvim.screen.toContain('write and trust it');
    await yes(nvim);
    await nvim.screen.toContain(/Session\s[\s\S]*allow command=make[\s\S]*Project[\s\S]*none/);
    expect(JSON.parse(file(nvim))).toEqual({ permissions: { rules: [] } });
  });

  it('never trusts what the user has not seen, nor overwrites what has changed', async () => {
    const agent = agentThat(ask('a', command('make')), say('done'));
    await using nvim = await started(agent, {}, { '.acp.json': FILE });
    await nvim.screen.toContain('Allow once');
    await open(nvim);
    await on(nvim, 'deny command=wget');
    await nvim.feed('d');
    await nvim.screen.toContain('write and trust it');
    const other = FILE.replace('deny', 'allow');
    writeFileSync(join(nvim.dir, '.acp.json'), other);
    await yes(nvim);
    await wait(
      async () => (await nvim.messages()).includes('has changed meanwhile'),
      'that is reported',
    );
    expect(file(nvim)).toBe(other);
    const trusted = readFileSync(
      join(await nvim.lua(`return vim.fn.stdpath('state')`), 'trust'),
      'utf8',
    );
    const { createHash } = await import('node:crypto');
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(trusted).toContain(hash(FILE));
    expect(trusted).not.toContain(hash(other));
  });

  it('leaves a file with unsaved changes, and brings a loaded one up to date', async () => {
    const agent = agentThat(ask('a', command('make')), say('done'));
    await using nvim = await started(agent, {}, { '.acp.json': FILE });
    await nvim.screen.toContain('Allow once');
    await nvim.lua(`
      bufnr = vim.fn.bufadd('.acp.json')
      vim.fn.bufload(bufnr)
      vim.api.nvim_buf_set_lines(bufnr, 0, 0, false, { '' })`);
    await open(nvim);
    await on(nvim, 'deny command=wget');
    await nvim.feed('d');
    await wait(async () => (await nvim.messages()).includes('has unsaved changes'), 'reported');
    await nvim.lua(
      `vim.api.nvim_buf_call(bufnr, function() vim.cmd('silent undo | silent write') end)`,
    );
    await nvim.feed('d');
    await nvim.screen.toContain('write and trust it');
    await yes(nvim);
    await wait(() => !file(nvim).includes('wget'), 'the file is written');
    await nvim.screen.toLose('  deny command=wget');
    expect(
      await nvim.lua(
        `return { table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\\n') .. '\\n', vim.bo[bufnr].modified }`,
      ),
    ).toEqual([file(nvim), false]);
  });
});

describe('a rule from an open permission', () => {
  it('is shown, made for the session, and answers; others stay', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          steps: [
            ask('a', command('make it && make that'), false),
            ask('b', command('$CMD'), false),
            { do: 'answers' },
            say('done'),
          ],
        },
      ],
    });
    await using nvim = await started(agent);
    await nvim.screen.toContain('1 of 2');
    await nvim.lua(`require('acp.surface.dock').focus()`);
    await nvim.screen.toContain('m rule');
    await replies(nvim, 'for this session');
    await guarded(nvim);
    await nvim.feed('m');
    expect(await outcome(agent, 1)).toBe('once');
    expect(await inputs(nvim)).toEqual(['allow command=make it\nallow command=make that']);
    expect(agent.answers('session/request_permission')[1]).toBeUndefined();
    await nvim.screen.toContain('$CMD');
    await guarded(nvim);
    await nvim.feed('m');
    await wait(
      async () => (await nvim.messages()).includes('no rule of yours can allow this'),
      'what no rule can allow is reported',
    );
    expect(agent.answers('session/request_permission')[1]).toBeUndefined();
  });

  it('may be changed first, and be made for the project', async () => {
    const agent = agentThat(ask('a', command('npm run build fast')), say('done'));
    await using nvim = await started(agent);
    await nvim.screen.toContain('Allow once');
    await nvim.lua(`require('acp.surface.dock').focus()`);
    await replies(nvim, 'change it first', 'allow command=npm run *', 'for this project');
    await guarded(nvim);
    await nvim.feed('m');
    await nvim.screen.toContain('New file:');
    expect(await inputs(nvim)).toEqual([
      'allow command=npm run build fast',
      'allow command=npm run build fast',
      'allow command=npm run *',
    ]);
    expect(agent.answers('session/request_permission')[0]).toBeUndefined();
    await yes(nvim);
    expect(await outcome(agent)).toBe('once');
    expect(JSON.parse(file(nvim)).permissions.rules).toEqual([
      { allow: true, command: 'npm run *' },
    ]);
  });
});

it('the rules cover a question while they have the focus, and lead back to where the user came from', async () => {
  const agent = agentThat(ask('t', command('make')), say('done'));
  await using nvim = await started(agent, { permissions: { rules: RULES } });
  await nvim.screen.toContain('Allow once');
  const zindex = (name: string) =>
    nvim.lua(
      `for _, win in ipairs(vim.api.nvim_list_wins()) do
        local config = vim.api.nvim_win_get_config(win)
        if config.title and config.title[1][1]:find(...) then return config.zindex end
      end`,
      name,
    );
  await open(nvim);
  expect(await zindex('Rules')).toBeGreaterThan(await zindex('Permission'));
  await nvim.feed('g?');
  await nvim.screen.toContain('add a rule for the project');
  await nvim.feed('q');
  await nvim.screen.toLose('add a rule for the project');
  await nvim.lua(`require('acp.surface.dock').focus()`);
  await wait(async () => (await zindex('Rules')) < (await zindex('Permission')), 'behind it');
  await nvim.feed('q');
  await wait(
    async () => (await nvim.lua('return vim.bo.filetype')) === 'acprules',
    'back in the rules',
  );
  await nvim.feed('q');
  await wait(
    async () => (await nvim.lua('return vim.bo.filetype')) === 'acpprompt',
    'in the prompt',
  );
});
