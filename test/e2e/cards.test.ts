import { expect, it } from 'vitest';
import { agentThat, say, think, toolCall, toolCallUpdate } from '../support/agent';
import { startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const read = toolCall('t1', {
  title: 'Read app.js',
  kind: 'read',
  status: 'completed',
  locations: [{ path: '{{cwd}}/app.js' }],
  content: [{ type: 'content', content: { type: 'text', text: 'first\nsecond' } }],
});

it('says how much is folded, opens it by <CR> and o, and then <CR> opens the file', async () => {
  const agent = agentThat(read, say('that was it'));
  await using nvim = await startNvim({ config: agent.setup(), files: { 'app.js': 'code\n' } });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  await nvim.screen.toContain('that was it', { without: 'working' });
  await nvim.screen.toContain('→ Read app.js  ▸ +2 lines', { without: 'first' });
  await nvim.feed('<Esc><C-w>k[t');
  await nvim.feed('<CR>');
  await nvim.screen.toContain(/→ Read app\.js *│?\n[\s\S]*first[\s\S]*second/, { without: '▸' });
  await nvim.feed('o');
  await nvim.screen.toContain('▸ +2 lines', { without: 'first' });
  await nvim.feed('o');
  await nvim.screen.toContain('second');
  await nvim.feed('zc');
  await nvim.screen.toContain('▸ +2 lines', { without: 'second' });
  await nvim.feed('zR<CR>');
  await nvim.screen.toContain('code');
  expect(await nvim.lua(`return vim.fs.basename(vim.api.nvim_buf_get_name(0))`)).toBe('app.js');
});

it('opens a thought without saying its first line twice, and says where nothing is folded', async () => {
  const agent = agentThat(think('Let me see.\nIt is here.'), say('that was it'));
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  await nvim.screen.toContain('that was it', { without: 'working' });
  await nvim.screen.toContain(/▸ Thought(?: for \d+ s)? {2}Let me see\. {2}\+2 lines/);
  await nvim.feed('<Esc><C-w>kgg');
  await nvim.feed('o');
  await nvim.screen.toContain('nothing is folded on this line');
  await nvim.feed('jjza');
  await nvim.screen.toContain(/▾ Thought(?: for \d+ s)? *│?\n.*Let me see\.[ │]*\n.*It is here/, {
    without: '▸',
  });
  await nvim.feed('zM');
  await nvim.screen.toContain(/▸ Thought(?: for \d+ s)? {2}Let me see\. {2}\+2 lines/);
});

it('says how much of a message the user has folded', async () => {
  const agent = agentThat(say('one\ntwo\nthree'));
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  await nvim.screen.toContain('three', { without: 'working' });
  await nvim.feed('<Esc><C-w>kG[[');
  await wait(async () => (await nvim.lua(`return vim.fn.foldlevel('.')`)) === 1, 'it folds');
  await nvim.feed('zc');
  await nvim.screen.toContain('one  ▸ +2 lines', { without: 'three' });
});

it('folds from its header what a card folds further down, and opens it again', async () => {
  const output = Array.from({ length: 20 }, (_, n) => `line ${n + 1}`).join('\n');
  const make = toolCall('t1', {
    title: 'make',
    kind: 'execute',
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: output } }],
  });
  const agent = agentThat(make, say('that was it'));
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  await nvim.screen.toContain('that was it', { without: 'working' });
  await nvim.screen.toContain('▸ +8 lines', { without: 'line 8' });
  await nvim.feed('<Esc><C-w>k[t');
  await nvim.screen.until(() => nvim.screen.grid.mode === 'normal', 'Normal mode');
  await nvim.feed('o');
  await nvim.screen.toContain('line 8', { without: '▸' });
  await nvim.feed('o');
  await nvim.screen.toContain('▸ +8 lines', { without: 'line 8' });
});

const under = (parent: string) => ({ _meta: { claudeCode: { parentToolUseId: parent } } });
const done = (text: string) => ({
  kind: 'read',
  status: 'completed',
  content: [{ type: 'content', content: { type: 'text', text } }],
});

it('shows what sub-agents do under the calls that started them, close together', async () => {
  const agent = agentThat(
    toolCall('A', { title: 'Review the code', kind: 'think', status: 'in_progress' }),
    toolCall('B', { title: 'Write the tests', kind: 'think', status: 'in_progress' }),
    toolCall('b1', { title: 'Read b.js', ...done('of b\nmore'), ...under('B') }),
    toolCall('a1', { title: 'Read a.js', ...done('of a\nmore'), ...under('A') }),
    toolCall('a2', { title: 'Look for it', ...done('of it\nmore'), ...under('A') }),
    say('that was it'),
  );
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  await nvim.turnOver();
  const rows = [
    /… Review the code {2}⊘ cancelled/,
    / {2}→ Read a\.js {2}▸ \+2 lines/,
    / {2}→ Look for it {2}▸ \+2 lines/,
    /[ │]*/,
    /… Write the tests {2}⊘ cancelled/,
    / {2}→ Read b\.js {2}▸ \+2 lines/,
  ];
  const whole = new RegExp(rows.map(({ source }) => `.*${source}.*`).join('\n'));
  await nvim.screen.toContain(whole);
  // Folds that touch open and close alone.
  await nvim.feed('<Esc><C-w>kgg]t]t');
  await nvim.screen.until(() => nvim.screen.grid.mode === 'normal', 'Normal mode');
  await nvim.feed('o');
  await nvim.screen.toContain(/of a[ │]*\n.*more[ │]*\n.*Look for it {2}▸/, { without: 'of it' });
  await nvim.feed(']to');
  await nvim.screen.toContain(/more[ │]*\n.*Look for it[ │]*\n.*of it/);
  await nvim.feed('[to');
  await nvim.screen.toContain(/Read a\.js {2}▸ \+2 lines.*\n.*Look for it[ │]*\n.*of it/);
});

it('folds what a sub-agent has done to one line once it is over, and keys open it', async () => {
  const agent = agentThat(
    toolCall('A', { title: 'Review the code', kind: 'think', status: 'in_progress' }),
    toolCall('a1', { title: 'Read a.js', ...done('of a\nmore'), ...under('A') }),
    toolCall('a2', { title: 'Look for it', ...done('of it\nmore'), ...under('A') }),
    { do: 'gate', name: 'end' },
    toolCallUpdate('A', { ...done('All is well.') }),
    say('that was it'),
  );
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  await nvim.screen.toContain(/Review the code {2}◐ running.*\n.*Read a\.js.*\n.*Look for it/);
  agent.open('end');
  await nvim.screen.toContain(/Review the code {2}▸ 2 calls.*\n.*\n.*that was it/, {
    without: /Read a\.js|Look for it|working/,
  });
  await nvim.feed('<Esc><C-w>kgg]t');
  await nvim.screen.until(() => nvim.screen.grid.mode === 'normal', 'Normal mode');
  await nvim.feed('<CR>');
  await nvim.screen.toContain(/Review the code {2}▸ \+1 line.*\n.*Read a\.js {2}▸ \+2 lines/);
  await nvim.feed('<CR>');
  await nvim.screen.toContain(/All is well\..*\n.*Read a\.js {2}▸ \+2 lines/);
  await nvim.feed('o');
  await nvim.screen.toContain('▸ 2 calls', { without: 'Read a.js' });
  // A motion goes to each call, and shows it.
  await nvim.feed(']t');
  await nvim.screen.toContain(/Read a\.js {2}▸ \+2 lines.*\n.*Look for it {2}▸ \+2 lines/);
  await nvim.feed('g?');
  await nvim.screen.toContain('send the prompt');
  await nvim.feed('/calls of a sub-agent<CR>');
  await nvim.screen.toContain('open what is folded (text, or the calls of a sub-agent)');
});

it('moves the calls of a sub-agent under the one that started it, when that is announced last', async () => {
  const agent = agentThat(
    toolCall('a1', { title: 'Read a.js', ...done('of a\nmore'), ...under('A') }),
    toolCall('a2', { title: 'Look for it', ...done('of it\nmore'), ...under('A') }),
    toolCall('top', { title: 'Look around', ...done('all\nof it') }),
    { do: 'gate', name: 'parent' },
    toolCall('A', { title: 'Review the code', kind: 'think', status: 'in_progress' }),
    { do: 'gate', name: 'end' },
    toolCallUpdate('A', { ...done('All is well.') }),
    say('that was it'),
  );
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  const [read, look, other] = ['Read a\\.js', 'Look for it', 'Look around'].map(
    (title) => `→ ${title} {2}▸ \\+2 lines.*\n.*`,
  );
  await nvim.screen.toContain(new RegExp(`[^ ] ${read}${look}${other}`));
  agent.open('parent');
  await nvim.screen.toContain(
    new RegExp(`[^ ] ${other}Review the code {2}◐ running.*\n.* {3}${read} {3}${look}`),
  );
  agent.open('end');
  await nvim.screen.toContain(new RegExp(`${other}Review the code {2}▸ 2 calls`), {
    without: /Read a\.js|Look for it|working/,
  });
});

it('shows calls close to each other whose sub-agents are done', async () => {
  const agent = agentThat(
    toolCall('A', { title: 'Review the code', ...done('All is well.') }),
    toolCall('a1', { title: 'Read a.js', ...done('of a\nmore'), ...under('A') }),
    toolCall('B', { title: 'Write the tests', ...done('Written.') }),
    toolCall('b1', { title: 'Read b.js', ...done('of b\nmore'), ...under('B') }),
    say('that was it'),
  );
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  await nvim.turnOver();
  await nvim.screen.toContain(
    /Review the code {2}▸ 1 call.*\n.*Write the tests {2}▸ 1 call.*\n.*\n.*that was it/,
  );
  await nvim.feed('<Esc><C-w>kgg]t');
  await nvim.screen.until(() => nvim.screen.grid.mode === 'normal', 'Normal mode');
  await nvim.feed('<CR>');
  await nvim.screen.toContain(/Read a\.js {2}▸ \+2 lines.*\n.*Write the tests {2}▸ 1 call/);
});

it('counts no seconds in a chat that is hidden, and is right when it is shown again', async () => {
  const run = toolCall('t1', { title: 'make', kind: 'execute', status: 'in_progress' });
  const agent = agentThat(run, { do: 'gate', name: 'end' });
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  await nvim.screen.toContain(/running · \d+ s/);
  const chat = await nvim.lua(`
    require('acp').close()
    return vim.iter(vim.api.nvim_list_bufs()):find(function(bufnr)
      return vim.bo[bufnr].filetype == 'acpchat'
    end)`);
  const waits = (): Promise<unknown> =>
    nvim.lua(`return #vim.api.nvim_get_autocmds({ event = 'BufWinEnter', buffer = ${chat} })`);
  await wait(async () => (await waits()) === 1, 'the host waits for a window');
  // One of the user's own.
  await nvim.feed(`<Esc>:sbuffer ${chat}<CR>`);
  await nvim.screen.toContain(/running · \d+ s/);
  const seconds = (): number => Number(/running · (\d+) s/.exec(nvim.screen.text())?.[1]);
  const shown = seconds();
  await nvim.screen.until(() => seconds() > shown, 'it counts on');
  expect(await waits()).toBe(0);
});
