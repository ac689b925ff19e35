/** Agents that try to get through to the editor, or to take it or the host down. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  agentThat,
  ask,
  OPTIONS,
  type ScriptedAgent,
  type Step,
  say,
  scriptAgent,
  toolCall,
} from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { answer } from '../support/permission';
import { wait } from '../support/wait';

const BAD =
  '%{execute("let g:pwned=1")}%#Error#%!x \u001b]0;x\u0007\u001b[2J\u009b5m\u202e\u2066\u200b\u0000\r\nvim: set ft=pwned:\u2028<C-\\>e|qa!|`touch pwned`';
const LONG = `${BAD}${'y'.repeat(100_000)}`;
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u206f]/;

type Update = Extract<Step, { do: 'update' }>['update'];
const update = (fields: Update): Step => ({ do: 'update', update: fields });
const request = (method: string, params: Update): Step => ({
  do: 'request',
  method,
  params,
  wait: false,
});

function option(id: string): object {
  const options = [
    { value: LONG, name: LONG, description: LONG },
    { value: 'b', name: 'b' },
  ];
  return { type: 'select', id, name: LONG, description: LONG, currentValue: LONG, options };
}

const HELLO = {
  agentInfo: { name: LONG, title: LONG, version: LONG },
  authMethods: [
    { id: LONG, name: LONG, description: LONG },
    { id: 't', name: LONG, type: 'terminal', args: [LONG] },
  ],
  agentCapabilities: { sessionCapabilities: { list: {} } },
};

const SESSION = {
  configOptions: [option(LONG), { ...option('mode'), category: 'mode' }],
  models: {
    currentModelId: LONG,
    availableModels: [{ modelId: LONG, name: LONG, description: LONG }],
  },
};

const SESSIONS = {
  sessions: [
    { sessionId: LONG, cwd: '{{cwd}}', title: LONG, updatedAt: LONG },
    { sessionId: '\u202e\n|qa! b', cwd: '{{cwd}}', updatedAt: '9999999-99-99T99:99:99' },
  ],
};

const places = ['/', '/dev/zero', 'term://touch pwned', 'http://x/', '/x/$HOME/*', LONG];

const CALLS: readonly Step[] = [
  toolCall(LONG, {
    title: LONG,
    kind: 'execute',
    rawInput: { command: LONG, [LONG]: LONG },
    locations: places.map((path) => ({ path, line: 1e15 })),
  }),
  toolCall('edit', {
    title: LONG,
    name: LONG,
    kind: 'edit',
    status: 'completed',
    rawOutput: { [LONG]: LONG },
    content: [
      { type: 'diff', path: `/x/${LONG}`, oldText: LONG, newText: `${LONG}2` },
      { type: 'terminal', terminalId: LONG },
      ...[
        { type: 'text', text: LONG },
        { type: 'resource_link', uri: `file:///${BAD}`, name: LONG, title: LONG },
        { type: 'resource', resource: { uri: LONG, text: LONG } },
        { type: 'image', data: 'AAAA', mimeType: LONG, uri: LONG },
        { type: LONG },
      ].map((content) => ({ type: 'content', content })),
    ],
  }),
  toolCall('run', {
    title: 'run',
    kind: 'execute',
    content: [{ type: 'terminal', terminalId: 'run' }],
    _meta: {
      terminal_info: { terminal_id: LONG, cwd: LONG },
      terminal_output: { data: LONG },
      terminal_exit: { exit_code: 1e308, signal: LONG },
    },
  }),
];

const QUESTIONS: readonly Step[] = [
  {
    do: 'ask',
    wait: false,
    params: {
      toolCall: { toolCallId: 'p', title: LONG, rawInput: LONG, locations: [{ path: LONG }] },
      options: [{ optionId: LONG, name: LONG, kind: 'allow_once' }, ...OPTIONS],
    },
  },
  request('elicitation/create', {
    mode: 'form',
    message: LONG,
    requestedSchema: {
      type: 'object',
      title: LONG,
      description: LONG,
      required: [LONG],
      properties: {
        [LONG]: { type: 'string', title: LONG, description: LONG, default: LONG },
        e: { type: 'string', title: LONG, enum: [LONG, 'b'] },
        slow: { type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(40)}b` },
        n: { type: 'number', minimum: 1e308, title: LONG },
      },
    },
  }),
  request('elicitation/create', {
    mode: 'url',
    message: LONG,
    url: `https://x/\u202e${BAD}`,
    elicitationId: LONG,
  }),
];

const EVERYTHING: readonly Step[] = [
  update({ sessionUpdate: 'session_info_update', title: LONG }),
  update({
    sessionUpdate: 'available_commands_update',
    availableCommands: [{ name: LONG, description: LONG, input: { hint: LONG } }],
  }),
  update({
    sessionUpdate: 'plan',
    entries: [{ content: LONG, priority: 'high', status: 'pending' }],
  }),
  update({ sessionUpdate: 'notice', severity: 'error', title: LONG, description: LONG }),
  update({
    sessionUpdate: 'usage_update',
    used: 1e308,
    size: 1e308,
    cost: { amount: 1e308, currency: LONG },
  }),
  update({ sessionUpdate: 'compaction_update', compactionId: LONG, status: 'in_progress' }),
  say(LONG),
  ...CALLS,
  { do: 'stderr', text: LONG },
  ...QUESTIONS,
  { do: 'gate', name: 'asked' },
  { do: 'error', error: { code: -32000.5, message: LONG, data: { details: LONG } } },
];

/** All that can be seen, line by line. */
async function shownLines(nvim: Nvim): Promise<string[]> {
  const text: string = await nvim.lua(`
    local function flat(chunks)
      return type(chunks) == 'table' and vim.iter(chunks):map(function(c) return c[1] end):join('') or ''
    end
    local out = {}
    for _, buf in ipairs(vim.api.nvim_list_bufs()) do
      table.insert(out, vim.api.nvim_buf_get_name(buf))
      vim.list_extend(out, vim.api.nvim_buf_get_lines(buf, 0, -1, false))
    end
    for _, win in ipairs(vim.api.nvim_list_wins()) do
      local config = vim.api.nvim_win_get_config(win)
      local bar = { winid = win, use_winbar = true, maxwidth = 500 }
      table.insert(out, flat(config.title) .. flat(config.footer))
      table.insert(out, vim.api.nvim_eval_statusline(vim.wo[win].winbar, bar).str)
    end
    table.insert(out, vim.api.nvim_eval_statusline(require('acp').statusline(), {}).str)
    table.insert(out, vim.api.nvim_exec2('messages', { output = true }).output)
    return table.concat(out, '\\n')`);
  return text.split('\n');
}

async function expectUnharmed(nvim: Nvim): Promise<void> {
  await nvim.expectNotBlocked();
  const lines = await shownLines(nvim);
  expect(lines.filter((line) => UNSAFE.test(line))).toEqual([]);
  expect(lines.some((line) => line.includes('pwned'))).toBe(true);
  expect(await nvim.lua('return vim.g.pwned')).toBe(null);
  expect(existsSync(join(nvim.dir, 'pwned'))).toBe(false);
}

/** What a picker would show; the one of Neovim draws it as it is. */
async function picked(nvim: Nvim, what: string): Promise<string[]> {
  await nvim.lua(
    `_G.picked = nil
    vim.ui.select = function(items, opts)
      _G.picked = vim.list_extend({ opts.prompt }, vim.tbl_map(opts.format_item or tostring, items))
    end
    vim.cmd(...)`,
    `Acp ${what}`,
  );
  return wait(() => nvim.lua('return _G.picked'), `a picker for ${what}`);
}

/** What the window of sessions shows, with its frame, once the agent has answered. */
async function listedSessions(nvim: Nvim): Promise<string[]> {
  await nvim.lua('vim.cmd(...)', 'Acp sessions');
  return wait(async () => {
    const shown: string[] | null = await nvim.lua(`
      if vim.bo.filetype ~= 'acpsessions' then return end
      local config = vim.api.nvim_win_get_config(0)
      local frame = vim.list_extend(config.title, config.footer)
      local texts = vim.tbl_map(function(chunk) return chunk[1] end, frame)
      return vim.list_extend(texts, vim.api.nvim_buf_get_lines(0, 0, -1, false))`);
    return shown?.some((line) => line.includes('|qa! b')) ? shown : undefined;
  }, 'the agent has listed its sessions');
}

function expectSafe(lines: readonly string[]): void {
  expect(lines.filter((line) => UNSAFE.test(line) || line.includes('\n'))).toEqual([]);
  expect(lines.join('')).toContain('pwned');
}

const hostile = (): ScriptedAgent =>
  scriptAgent({
    replies: {
      initialize: { result: HELLO },
      'session/new': { result: SESSION },
      'session/list': { result: SESSIONS },
    },
    prompts: [{ steps: EVERYTHING }],
  });

describe('whatever an agent puts into every text there is', () => {
  it.each(['float', 'right'])('nothing of it acts or hides (%s)', async (kind) => {
    const agent = hostile();
    await using nvim = await startNvim({
      config: `${agent.setup({ follow: true, layout: { kind } })}
        vim.api.nvim_create_autocmd('User', {
          pattern = 'Acp*',
          callback = function() error('boom\\n\\27[2J') end,
        })
        require('acp').on('AcpToolCall', function() error({}) end)`,
      files: { 'a.txt': 'a\n' },
      args: ['a.txt'],
    });
    await nvim.feed(':AcpChat<CR>');
    await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
    await wait(() => nvim.lua(`return require('acp').permissions()[1]`), 'a permission is asked');
    await expectUnharmed(nvim);
    agent.open('asked');
    await wait(() => nvim.lua('return _G.done'), 'the turn has ended');
    await expectUnharmed(nvim);
    for (const what of ['mode', 'model', 'config', 'login']) {
      expectSafe(await picked(nvim, what));
    }
    expectSafe(await listedSessions(nvim));
    await expectUnharmed(nvim);
    expect(await nvim.lua(`return vim.api.nvim_buf_get_name(vim.fn.bufnr('a.txt'))`)).toContain(
      'a.txt',
    );
  });
});

it('what a form starts with is typed as text, not as keys', async () => {
  const agent = agentThat(
    request('elicitation/create', {
      mode: 'form',
      message: 'Tell me',
      requestedSchema: {
        type: 'object',
        properties: {
          a: { type: 'string', title: 'Name', default: 'gone\u0015\u0006\u0003stays' },
        },
      },
    }),
    { do: 'silence' },
  );
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>');
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain('Tell me');
  await nvim.feed('<C-g>');
  await wait(
    async () => (await nvim.lua('return vim.bo.filetype')) === 'acppermission',
    'the float has the focus',
  );
  await answer(nvim, 'a');
  await nvim.screen.toContain(/^Name: gone␕␆␃stays/m);
  await nvim.feed('<Esc>');
});

it('what is nested deeply is shown and answered, and the host stays', async () => {
  const rawInput = Array.from({ length: 3000 }).reduce((inner) => ({ x: inner }), 'the core');
  const agent = agentThat(toolCall('t', { rawInput }), ask('t', { rawInput }), say('{{answer}}'));
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>');
  await nvim.feed('go<C-s>');
  await nvim.screen.toContain('[a] Allow once');
  expect(await nvim.lua(`return #require('acp').permissions()`)).toBe(1);
  await nvim.feed('<C-g>o');
  await nvim.screen.toContain('o less');
  // Or each key would wait for Neovim's search for the other bracket.
  const limits = `return vim.iter(vim.api.nvim_list_bufs())
    :filter(function(buf) return vim.bo[buf].filetype:find('^acp') end)
    :map(function(buf) return vim.b[buf].matchparen_timeout or 'none' end)
    :totable()`;
  expect(new Set(await nvim.lua(limits))).toEqual(new Set([10]));
  await wait(async () => {
    if (!agent.answers('session/request_permission')[0]) await nvim.feed('Ga');
    return agent.answers('session/request_permission')[0];
  }, 'answered');
  await nvim.screen.toContain('"optionId":"once"');
});

describe('a flood', () => {
  it('of errors does not hold up the editor, also while the user types', async () => {
    const notice = { sessionUpdate: 'notice', severity: 'error', title: 'number {{i}}' };
    const agent = agentThat({ do: 'repeat', times: 1000, steps: [update(notice)] }, say('the end'));
    await using nvim = await startNvim({ config: agent.setup({ layout: { insert: true } }) });
    await nvim.feed(':AcpChat<CR>');
    await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
    await nvim.feed('typing on');
    await wait(() => nvim.lua('return _G.done'), 'the turn has ended');
    await nvim.screen.toContain('typing on');
    await nvim.screen.toContain('the end');
    // Neovim waits for a second after each of what it takes for an error of its own.
    expect(await nvim.lua('return vim.v.errmsg')).toBe('');
    const reported = (await nvim.messages()).split('\n').filter((line) => line.includes('number '));
    expect(reported).toHaveLength(5);
  });

  it('of questions leaves the editor at hand, and each is answered', async () => {
    const agent = agentThat(
      { do: 'repeat', times: 1000, steps: [ask('call {{i}}', {}, false)] },
      say('the end'),
    );
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
    await wait(() => nvim.lua('return _G.done'), 'the turn has ended');
    await wait(
      () => agent.answers('session/request_permission').every((answer) => answer !== undefined),
      'every question is answered',
    );
    expect(agent.answers('session/request_permission')).toHaveLength(1000);
    await nvim.expectNotBlocked();
  });
});
