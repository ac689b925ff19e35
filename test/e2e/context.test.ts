import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ScriptedAgent, say, scriptAgent, writeFile } from '../support/agent';
import { type Nvim, type NvimOptions, startNvim } from '../support/nvim';
import { expectValid } from '../support/schema';
import { wait } from '../support/wait';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const APP = Array.from({ length: 9 }, (_, index) => `line ${index + 1}\n`).join('');

function agentTaking(promptCapabilities: object): ScriptedAgent {
  return scriptAgent({
    replies: { initialize: { result: { agentCapabilities: { promptCapabilities } } } },
    prompts: [{ match: 'wait', steps: [{ do: 'gate', name: 'go' }] }, { steps: [say('got it')] }],
  });
}

/** One that writes this into src/app.js once its gate is open. */
function writingAgent(text: string): ScriptedAgent {
  const promptCapabilities = { embeddedContext: true };
  return scriptAgent({
    replies: { initialize: { result: { agentCapabilities: { promptCapabilities } } } },
    prompts: [
      {
        steps: [{ do: 'gate', name: 'go' }, writeFile('{{cwd}}/src/app.js', text), say('got it')],
      },
    ],
  });
}

const appLines = (nvim: Nvim): Promise<string[]> =>
  nvim.lua(`return vim.api.nvim_buf_get_lines(vim.fn.bufnr('src/app.js'), 0, -1, false)`);

const everything = (): ScriptedAgent => agentTaking({ image: true, embeddedContext: true });

async function start(agent: ScriptedAgent, options: NvimOptions = {}): Promise<Nvim> {
  return startNvim({
    args: ['src/app.js'],
    files: { 'src/app.js': APP, 'src/other.js': 'other\n', 'to do.md': 'tea\n' },
    ...options,
    config: `${agent.setup({ layout: { insert: true } })}\n${options.config ?? ''}`,
  });
}

/** In the prompt, in insert mode, of a session that is there. */
async function open(agent: ScriptedAgent, options?: NvimOptions): Promise<Nvim> {
  const nvim = await start(agent, options);
  await nvim.lua(`require('acp').open()`);
  await wait(async () => (await nvim.lua(`return require('acp').state().id`)) !== '', 'a session');
  await wait(async () => (await nvim.lua('return vim.fn.mode()')) === 'i', 'insert mode');
  return nvim;
}

const prompt = (nvim: Nvim): Promise<string> =>
  nvim.lua(`local view = require('acp.chat.views').current()
    return table.concat(vim.api.nvim_buf_get_lines(view.prompt, 0, -1, false), '\\n')`);

async function becomes(nvim: Nvim, text: string): Promise<void> {
  let now = '';
  await wait(
    async () => {
      now = await prompt(nvim);
      return now === text;
    },
    () => `the prompt is ${text}; it is ${now}`,
  );
}

const uri = (nvim: Nvim, path: string): string => `file://${nvim.dir}/${path}`;

// biome-ignore lint/suspicious/noExplicitAny: tests state what they expect of it
async function sent(agent: ScriptedAgent, count = 1): Promise<any[]> {
  const { params } = await agent.called('session/prompt', count);
  expectValid('PromptRequest', params);
  return params.prompt;
}

/** The user is told why, has what they have written back, and nothing is sent. */
async function expectRefused(
  nvim: Nvim,
  agent: ScriptedAgent,
  written: string,
  why: string,
): Promise<void> {
  await wait(async () => (await nvim.messages()).includes(why), 'the user is told');
  await becomes(nvim, written);
  expect(agent.calls('session/prompt')).toEqual([]);
}

describe('lines that are added to a prompt', () => {
  it('are a name, follow the user’s edits, and go as they are when it is sent', async () => {
    const agent = everything();
    await using nvim = await start(agent);
    await nvim.feed(':4,6AcpChat<CR>');
    await becomes(nvim, '@src/app.js:4-6 ');
    await nvim.screen.toContain('@ src/app.js:4-6');
    await nvim.lua(`local app = vim.fn.bufnr('src/app.js')
      vim.api.nvim_buf_set_lines(app, 4, 5, false, { 'changed', 'more' })
      vim.api.nvim_buf_set_lines(app, 0, 0, false, { 'new', 'lines' })`);
    await nvim.feed('why?<C-s>');
    const content = await sent(agent);
    expect(content).toEqual([
      {
        type: 'resource',
        resource: {
          uri: `${uri(nvim, 'src/app.js')}#L6-L9`,
          text: 'line 4\nchanged\nmore\nline 6\n',
        },
      },
      { type: 'text', text: ' why?' },
    ]);
    await nvim.screen.toContain('@src/app.js:6-9 why?');
    await nvim.screen.toContain('▸ Context  src/app.js:6-9');
    await nvim.screen.toLose('@ src/app.js:4-6');
    await nvim.lua(`vim.cmd.stopinsert()
      vim.api.nvim_set_current_win(require('acp.chat.windows').get().chat)
      vim.fn.search('Context', 'w')`);
    await nvim.feed('<CR><CR>');
    await wait(
      async () => (await nvim.lua(`return vim.fn.expand('%:t') .. vim.fn.line('.')`)) === 'app.js6',
      'the place is open',
    );
  });

  it('are called by where they are now when the user comes back to the prompt', async () => {
    const agent = everything();
    await using nvim = await start(agent);
    await nvim.feed(':4,6AcpChat<CR>');
    await nvim.screen.toContain('@ src/app.js:4-6');
    await nvim.lua(`vim.cmd.stopinsert() require('acp').close()`);
    await nvim.lua(`vim.api.nvim_buf_set_lines(vim.fn.bufnr('src/app.js'), 0, 1, false, {})`);
    await nvim.lua(`require('acp').open()`);
    await becomes(nvim, '@src/app.js:3-5 ');
    await nvim.screen.toContain('@ src/app.js:3-5');
  });

  it('are a link and an excerpt for an agent that embeds nothing', async () => {
    const agent = agentTaking({});
    await using nvim = await start(agent);
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 1, 2, false, { 'unsaved' })`);
    await nvim.feed(':2AcpChat<CR>');
    await nvim.screen.toContain('@ src/app.js:2');
    await nvim.feed('<C-s>');
    const place = `${uri(nvim, 'src/app.js')}#L2`;
    expect((await sent(agent)).slice(0, 2)).toEqual([
      { type: 'resource_link', uri: place, name: 'app.js' },
      { type: 'text', text: `${place}\n\`\`\`\nunsaved\n\`\`\`\n` },
    ]);
  });

  it('come by an operator, again by a dot, and from visual mode; nothing is started', async () => {
    await using nvim = await start(everything(), {
      config: `vim.keymap.set({ 'n', 'x' }, 'ga', '<Plug>(acp-add)')`,
    });
    await nvim.feed('2Ggaj');
    await nvim.screen.toContain('@src/app.js:2-3 goes along with the next prompt');
    await nvim.feed('5G.');
    await nvim.feed('8GVga');
    await becomes(nvim, '@src/app.js:2-3 @src/app.js:5-6 @src/app.js:8 ');
    expect(await nvim.lua(`return require('acp.host').channel()`)).toBeNull();
    await nvim.feed(':AcpChat<CR>');
    await nvim.screen.toContain('@ src/app.js:5-6');
    await nvim.expectNotBlocked();
  });

  it('are others than those of the same numbers before, which go along as well', async () => {
    const agent = everything();
    await using nvim = await start(agent);
    await nvim.lua(`
      vim.cmd('2,3Acp add')
      vim.cmd('5,6Acp add')
      vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'new', 'lines', 'above' })
      vim.cmd('2,3Acp add')
      vim.cmd('5,6Acp add')`);
    await becomes(nvim, '@src/app.js:5-6 @src/app.js:8-9 @src/app.js:2-3 @src/app.js:5-6 ');
    await nvim.lua(`vim.api.nvim_buf_set_lines(0, 1, 3, false, {})
      vim.cmd('2,3Acp add')
      require('acp').open()`);
    const mentioned = ['3-4', '6-7', '2-3'].map((lines) => `src/app.js:${lines}`);
    for (const name of mentioned) await nvim.screen.toContain(`@ ${name}`);
    await nvim.feed('<C-s>');
    const texts = (await sent(agent)).flatMap(({ resource }) => resource?.text ?? []);
    expect(texts.sort()).toEqual(['line 1\nline 2\n', 'line 2\nline 3\n', 'line 5\nline 6\n']);
  });

  it.each([
    ['with others', 2, 7],
    ['alone', 3, 6],
  ])('that are gone, %s, are said to be, and nothing is sent', async (_, first, end) => {
    const agent = everything();
    await using nvim = await start(agent);
    await nvim.feed(':4,6AcpChat<CR>');
    await nvim.screen.toContain('@ src/app.js:4-6');
    await nvim.lua(
      `local first, last = ...
      vim.api.nvim_buf_set_lines(vim.fn.bufnr('src/app.js'), first, last, false, {})`,
      first,
      end,
    );
    await nvim.feed('<C-s>');
    await nvim.screen.toContain('these lines are gone');
    await becomes(nvim, '@src/app.js:4-6 ');
    expect(agent.calls('session/prompt')).toEqual([]);
  });
});

describe('lines that are mentioned', () => {
  it.each([
    ['open', '@src/app.js:10-12'],
    ['on the disk', '@src/other.js:9'],
  ])('are refused where a file that is %s ends above them', async (_, mention) => {
    const agent = everything();
    await using nvim = await open(agent);
    await nvim.feed(`${mention} why?`);
    await nvim.screen.toContain(`@ ${mention.slice(1)} · the file has no such lines`);
    await nvim.feed('<C-s>');
    await expectRefused(nvim, agent, `${mention} why?`, `${mention}: the file has no such lines`);
  });

  it('are refused in a file that is too large to look into before it is sent', async () => {
    const agent = everything();
    await using nvim = await open(agent, { files: { 'big.log': `${'x'.repeat(2 ** 21)}\n` } });
    await nvim.feed('@big.log:5 why?<C-s>');
    await expectRefused(nvim, agent, '@big.log:5 why?', '@big.log:5: the file has no such lines');
  });

  it('are those that are there where the file ends in between', async () => {
    const agent = everything();
    await using nvim = await open(agent);
    await nvim.feed('@src/app.js:8-12 @src/other.js:1-3 why?');
    await becomes(nvim, '@src/app.js:8-9 @src/other.js:1 why?');
    await nvim.screen.toContain('@ src/other.js:1');
    await nvim.feed('<C-s>');
    expect((await sent(agent)).filter(({ type }) => type === 'resource')).toEqual(
      [
        { uri: `${uri(nvim, 'src/app.js')}#L8-L9`, text: 'line 8\nline 9\n' },
        { uri: `${uri(nvim, 'src/other.js')}#L1`, text: 'other\n' },
      ].map((resource) => ({ type: 'resource', resource })),
    );
  });
});

describe('a file that is mentioned and is not there', () => {
  it('is listed as such once its name is typed, reported when it is sent, and stays text', async () => {
    const agent = everything();
    await using nvim = await open(agent);
    const missing = 'there is no such file; sent as plain text';
    await nvim.feed('@src/other.js @src/gone.js');
    await nvim.screen.toContain('@ src/other.js');
    await nvim.screen.atRest();
    expect(nvim.screen.text()).not.toContain(missing);
    await nvim.feed(':2 why?');
    await nvim.screen.toContain(`@ src/gone.js:2 · ${missing}`);
    await nvim.feed('<C-s>');
    const [, text] = await sent(agent);
    expect(text).toEqual({ type: 'text', text: ' @src/gone.js:2 why?' });
    await wait(
      async () => (await nvim.messages()).includes(`@src/gone.js:2: ${missing}`),
      'the user is told',
    );
    await nvim.screen.toContain('got it');
  });

  it('is taken out of the list with its name, and by its key', async () => {
    await using nvim = await open(everything());
    await nvim.feed('see @src/gone.js ok');
    await nvim.screen.toContain('@ src/gone.js · there is no such file');
    await nvim.feed('<Esc>F@<C-x>');
    await becomes(nvim, 'see ok');
    await nvim.screen.toLose('@ src/gone.js');
  });

  it('is not sent as text where it was added', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    onTestFinished(() => rmSync(outside, { recursive: true }));
    const file = join(realpathSync(outside), 'LICENSE');
    writeFileSync(file, 'text\n');
    const agent = everything();
    await using nvim = await open(agent);
    await nvim.lua(`vim.cmd.stopinsert() vim.cmd('Acp add file ${file}')`);
    await nvim.screen.toContain(`@ ${file}`);
    rmSync(file);
    await nvim.feed('A why?');
    await nvim.screen.toContain(`@ ${file} · the file is gone`);
    await nvim.feed('<C-s>');
    await wait(
      async () => (await nvim.messages()).includes(`@${file}: the file is gone`),
      'the user is told',
    );
    expect(agent.calls('session/prompt')).toEqual([]);
  });

  it('is no word that merely begins with an @', async () => {
    const agent = everything();
    await using nvim = await open(agent);
    const words = '@param @Component @app.route @types/node @vue/dist/vue.js @someone';
    await nvim.feed(`@src/other.js ${words} why?`);
    await nvim.screen.toContain('@ src/other.js');
    await nvim.feed('<C-s>');
    const [, text] = await sent(agent);
    expect(text).toEqual({ type: 'text', text: ` ${words} why?` });
    await nvim.screen.toContain('got it');
    expect(await nvim.messages()).not.toContain('no such file');
  });
});

describe('what goes along', () => {
  it('is taken out by a key, in the list, or with its name', async () => {
    await using nvim = await open(everything());
    await nvim.feed('see @src/app.js and @src/other.js ok');
    await nvim.screen.toContain('@ src/other.js');
    await nvim.feed('<Esc>$F@<C-x>');
    await becomes(nvim, 'see @src/app.js and ok');
    await nvim.screen.toLose('@ src/other.js');
    await nvim.feed('0f@dE');
    await nvim.screen.toLose('@ src/app.js');
    await nvim.feed('A @src/other.js<Esc>');
    await nvim.screen.toContain('@ src/other.js');
    await nvim.feed('<C-q>');
    await wait(async () => (await nvim.lua('return vim.bo.filetype')) === 'acpactivity', 'the bar');
    await nvim.feed('d');
    await becomes(nvim, 'see  and ok ');
  });

  it('is told in full where it is: unsaved, denied, absent', async () => {
    const agent = everything();
    await using nvim = await open(agent, {
      files: { 'src/app.js': APP, '.env': 'SECRET=1\n' },
    });
    await nvim.lua(
      `vim.api.nvim_buf_set_lines(vim.fn.bufnr('src/app.js'), 0, 1, false, { 'mine' })`,
    );
    const written = '@src/app.js @.env me@example.org @nothing @types/node';
    await nvim.feed(written);
    await nvim.screen.toContain('@ src/app.js · unsaved');
    await nvim.screen.toContain('@ .env · agents are kept off files like this');
    expect(nvim.screen.text()).not.toContain('@ nothing');
    await nvim.feed('<C-s>');
    await expectRefused(nvim, agent, written, '@.env: agents are kept off');
  });

  it('holds for rules that deny reading', async () => {
    await using nvim = await open(everything(), {
      config: `require('acp').setup({ permissions = { rules = { { deny = true, path = 'src/other.js' } } } })`,
    });
    await nvim.feed('@src/other.js ');
    await nvim.screen.toContain(/@ src\/other\.js · .*deny/);
  });

  it('stays with a prompt in the history and in the queue', async () => {
    const agent = everything();
    await using nvim = await open(agent);
    await nvim.feed('wait<C-s>');
    await sent(agent);
    await nvim.feed('look at @src/other.js<C-s>');
    await nvim.screen.toContain('1. look at @src/other.js');
    await nvim.feed('<Up>');
    await becomes(nvim, 'look at @src/other.js');
    await nvim.screen.toContain('@ src/other.js');
    await nvim.feed('<C-u>');
    agent.open('go');
    expect(await sent(agent, 2)).toEqual([
      { type: 'text', text: 'look at ' },
      { type: 'resource', resource: { uri: uri(nvim, 'src/other.js'), text: 'other\n' } },
    ]);
  });

  it('goes from the queue as it is when it goes, on the lines that were meant', async () => {
    const agent = everything();
    await using nvim = await start(agent);
    await nvim.feed(':4,6AcpChat<CR>');
    await becomes(nvim, '@src/app.js:4-6 ');
    await nvim.feed('<C-u>wait<C-s>');
    await sent(agent);
    await nvim.feed('<Esc>');
    await wait(async () => (await nvim.lua('return vim.fn.mode()')) === 'n', 'normal mode');
    await nvim.lua(`vim.api.nvim_set_current_win(vim.fn.bufwinid('src/app.js'))`);
    await nvim.feed(':5AcpChat<CR>');
    await becomes(nvim, '@src/app.js:5 ');
    await nvim.screen.toContain('@ src/app.js:5');
    await nvim.feed('and @src/other.js<C-s>');
    await nvim.screen.toContain('1. @src/app.js:5 and @src/other.js');
    await nvim.lua(`
      local app = vim.fn.bufnr('src/app.js')
      vim.api.nvim_buf_set_lines(app, 0, 0, false, { 'above' })
      vim.api.nvim_buf_set_text(app, 5, 0, 5, 0, { 'changed ' })`);
    writeFileSync(join(nvim.dir, 'src/other.js'), 'another\n');
    agent.open('go');
    expect(await sent(agent, 2)).toEqual([
      {
        type: 'resource',
        resource: { uri: `${uri(nvim, 'src/app.js')}#L6`, text: 'changed line 5\n' },
      },
      { type: 'text', text: ' and ' },
      { type: 'resource', resource: { uri: uri(nvim, 'src/other.js'), text: 'another\n' } },
    ]);
    await nvim.screen.toContain('@src/app.js:6 and @src/other.js');
  });

  it('comes back with an earlier prompt, and out of the queue, wherever it lies', async () => {
    const agent = everything();
    await using nvim = await open(agent);
    const outside = join(nvim.dir, '../elsewhere.txt');
    writeFileSync(outside, 'far\n');
    await nvim.lua(`vim.cmd.stopinsert() vim.cmd('Acp add file ${outside}')`);
    await nvim.screen.toContain(/@ .*elsewhere\.txt/);
    await nvim.feed('<C-s>');
    const resource = { uri: pathToFileURL(realpathSync(outside)).href, text: 'far\n' };
    expect(await sent(agent)).toContainEqual({ type: 'resource', resource });
    await nvim.screen.toContain('got it');
    await nvim.lua(`vim.cmd.stopinsert()
      vim.api.nvim_set_current_win(require('acp.chat.windows').get().chat)`);
    await nvim.feed('Gc');
    await nvim.screen.toContain(/@ .*elsewhere\.txt/);
    await wait(async () => (await nvim.lua('return vim.fn.mode()')) === 'i', 'typing');
    await nvim.feed(' wait<C-s>');
    expect(await sent(agent, 2)).toContainEqual({ type: 'resource', resource });
  });

  it('comes back from the queue when it is gone, and what waits behind it does', async () => {
    const agent = everything();
    await using nvim = await open(agent);
    await nvim.feed('wait<C-s>');
    await sent(agent);
    await nvim.feed('look at @src/other.js<C-s>');
    await nvim.screen.toContain('1. look at @src/other.js');
    await nvim.feed('and then<C-s>');
    await nvim.screen.toContain('2. and then');
    rmSync(join(nvim.dir, 'src/other.js'));
    agent.open('go');
    await becomes(nvim, 'look at @src/other.js');
    await nvim.screen.toContain('1. and then');
    await wait(
      async () => (await nvim.messages()).includes('nothing that "@src/other.js" stands for'),
      'it is said why',
    );
  });

  it('is what a later write of the agent is merged against: the user’s lines since then stay', async () => {
    const theirs = APP.replace('line 2', 'line two');
    const agent = writingAgent(theirs);
    await using nvim = await open(agent);
    await nvim.feed('change @src/app.js<C-s>');
    await sent(agent);
    await nvim.lua(`
      local app = vim.fn.bufnr('src/app.js')
      vim.api.nvim_buf_set_lines(app, 8, 9, false, { 'mine' })
      vim.api.nvim_buf_call(app, vim.cmd.write)`);
    agent.open('go');
    await nvim.screen.toContain('got it');
    expect(await appLines(nvim)).toEqual(
      APP.replace('line 2', 'line two').replace('line 9', 'mine').trimEnd().split('\n'),
    );
  });

  it('is not what it is merged against where the agent has plainly read the disk', async () => {
    const agent = writingAgent(APP.replace('line 2', 'line two'));
    await using nvim = await open(agent);
    await nvim.lua(
      `vim.api.nvim_buf_set_lines(vim.fn.bufnr('src/app.js'), 6, 9, false, { 'mine' })`,
    );
    await nvim.feed('change @src/app.js<C-s>');
    const content = await sent(agent);
    expect(content.at(-1)?.resource.text).toContain('mine\n');
    agent.open('go');
    await nvim.screen.toContain('got it');
    expect(await appLines(nvim)).toEqual(
      'line 1,line two,line 3,line 4,line 5,line 6,mine'.split(','),
    );
  });

  it('is the diagnostics, the quickfix list, a page, a folder', async () => {
    const agent = everything();
    await using nvim = await open(agent);
    await nvim.lua(`local app = vim.fn.bufnr('src/app.js')
      vim.diagnostic.set(vim.api.nvim_create_namespace('t'), app,
        { { lnum = 3, col = 1, message = 'no such thing', severity = 1, source = 'lint' } })
      vim.fn.setqflist({}, ' ', { title = 'make', items = { { bufnr = app, lnum = 2, text = 'bad' } } })`);
    await nvim.feed('@diagnostics @quickfix @https://x.org/a @src/ go');
    await nvim.screen.toContain('@ diagnostics · 1');
    await nvim.screen.toContain('@ quickfix · 1');
    await nvim.feed('<C-s>');
    const content = await sent(agent);
    expect(content.filter(({ type }) => type !== 'text')).toEqual([
      {
        type: 'resource',
        resource: {
          uri: 'neovim://diagnostics',
          text: 'src/app.js:4:2: error: no such thing (lint)\n',
          mimeType: 'text/plain',
        },
      },
      {
        type: 'resource',
        resource: {
          uri: 'neovim://quickfix',
          text: 'make\nsrc/app.js:2: bad\n',
          mimeType: 'text/plain',
        },
      },
      { type: 'resource_link', uri: 'https://x.org/a', name: 'x.org/a' },
      { type: 'resource_link', uri: uri(nvim, 'src'), name: 'src' },
    ]);
  });

  it('is what the working tree has changed, but for files that agents are kept off', async () => {
    const agent = everything();
    await using nvim = await open(agent, {
      files: { 'src/app.js': APP, '.env': 'SECRET=1\n', 'tracked.pem': 'old\n' },
    });
    const git = (...args: string[]): void => {
      const who = ['-c', 'user.name=x', '-c', 'user.email=x@x'];
      execFileSync('git', ['-C', nvim.dir, ...who, ...args]);
    };
    git('init', '-q');
    git('add', 'src', 'tracked.pem');
    git('commit', '-qm', 'one');
    const ran = join(nvim.dir, '../filter-ran');
    git('config', 'filter.spy.clean', `touch ${ran}; cat`);
    writeFileSync(join(nvim.dir, '.gitattributes'), '* filter=spy\n');
    writeFileSync(join(nvim.dir, '../outside.txt'), 'leads out\n');
    symlinkSync('../outside.txt', join(nvim.dir, 'link.txt'));
    writeFileSync(join(nvim.dir, 'src/app.js'), APP.replace('line 2', 'line two'));
    writeFileSync(join(nvim.dir, 'tracked.pem'), 'new key\n');
    await nvim.feed('@diff ');
    await nvim.screen.toContain('@ diff');
    await nvim.feed('<C-s>');
    const [{ resource }] = await sent(agent);
    expect(resource.uri).toBe('neovim://diff');
    expect(resource.text).toContain('-line 2\n+line two\n');
    expect(resource.text).toContain('Untracked: .gitattributes');
    expect(resource.text).toContain('+++ b/.gitattributes\n@@ -0,0 +1,1 @@\n+* filter=spy\n');
    expect(resource.text).not.toContain('leads out');
    expect(resource.text).not.toMatch(/SECRET|\.env|new key/);
    expect(() => execFileSync('ls', [ran], { stdio: 'ignore' })).toThrow();
  });
});

describe('pictures', () => {
  const withPictures = { 'src/app.js': APP, 'a.png': Buffer.from(PNG, 'base64') as never };

  it('go from a file, and from the clipboard, to an agent that takes them', async () => {
    const agent = everything();
    const bin = mkdtempSync(join(tmpdir(), 'acp-clip-'));
    onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
    const paste = join(bin, 'wl-paste');
    writeFileSync(paste, `#!/bin/sh\necho ${PNG} | base64 -d\n`);
    chmodSync(paste, 0o755);
    await using nvim = await open(agent, {
      files: withPictures,
      env: { PATH: `${bin}:${process.env.PATH}` },
    });
    await nvim.feed('@a.png @image shown');
    await becomes(nvim, '@a.png @image-1.png shown');
    await nvim.screen.toContain('@ image-1.png');
    await nvim.feed('<C-s>');
    const content = await sent(agent);
    const picture = { type: 'image', mimeType: 'image/png', data: PNG };
    expect(content).toEqual([
      { ...picture, uri: uri(nvim, 'a.png') },
      { type: 'text', text: ' ' },
      { ...picture, uri: 'neovim://image-1.png' },
      { type: 'text', text: ' shown' },
    ]);
  });

  it('are refused in clear words where the agent takes none, and the prompt comes back', async () => {
    const agent = agentTaking({ embeddedContext: true });
    await using nvim = await open(agent, { files: withPictures });
    await nvim.feed('<Esc>:Acp add image a.png<CR>');
    await nvim.screen.toContain('@ a.png · scripted takes no images');
    await nvim.feed('<C-s>');
    await nvim.screen.toContain('@a.png: scripted takes no images');
    await becomes(nvim, '@a.png ');
    expect(agent.calls('session/prompt')).toEqual([]);
  });
});

describe('require("acp").prompt()', () => {
  const result = (nvim: Nvim): Promise<string> =>
    wait(async () => (await nvim.lua('return _G.result')) ?? false, 'an answer') as never;
  const call = (nvim: Nvim, content: string, opts = 'nil'): Promise<unknown> =>
    nvim.lua(`_G.result = nil
      require('acp').prompt(${content}, ${opts}, function(err, done)
        _G.result = err or done.stopReason
      end)`);

  it('sends what its text mentions, and what is named besides', async () => {
    const agent = everything();
    await using nvim = await open(agent);
    await call(nvim, `'see @src/other.js'`, `{ context = { 'src/app.js:2' } }`);
    expect((await sent(agent)).map(({ resource }) => resource?.text)).toEqual([
      undefined,
      'other\n',
      'line 2\n',
    ]);
    expect(await result(nvim)).toBe('end_turn');
    await call(nvim, `'see'`, `{ context = { 'nope' } }`);
    expect(await result(nvim)).toBe('there is nothing that "@nope" stands for');
    expect(agent.calls('session/prompt')).toHaveLength(1);
  });

  it.each([
    [`{ { type = 'text', text = 'a' }, { type = 'video' } }`, 'unknown value "video"'],
    [`{ { type = 'text' } }`, 'text: expected string'],
    [
      `{ { type = 'text', text = 'a' }, { type = 'image', mimeType = 'image/png', data = 5 } }`,
      'data',
    ],
    [`{ { type = 'image', mimeType = 'image/png', data = 'no base64!' } }`, 'expected base64'],
    [`{ { type = 'resource', resource = { text = 'a' } } }`, 'block 1'],
    [`{ { type = 'text', text = 'a', annotations = 5 } }`, 'annotations'],
    [`{ type = 'text', text = 'a' }`, 'a prompt is a text or a list of content blocks'],
    [`{ 'a' }`, 'expected object'],
    ['5', 'a prompt is a text or a list of content blocks'],
    [`{ { type = 'text', text = function() end } }`, 'a prompt is a text or a list'],
    ['{}', 'an empty prompt is not sent'],
  ])('refuses %s, and sends nothing', async (content, why) => {
    const agent = everything();
    await using nvim = await open(agent);
    await call(nvim, content);
    expect(await result(nvim)).toContain(why);
    await call(nvim, `{ { type = 'text', text = 'fine' } }`);
    expect(await sent(agent)).toEqual([{ type: 'text', text: 'fine' }]);
  });
});
