import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Script, type Step, say, scriptAgent, toolCall } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { expectValid } from '../support/schema';
import { wait } from '../support/wait';

const ALL = {
  agentCapabilities: {
    loadSession: true,
    sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
  },
};

const user = (text: string) =>
  ({
    do: 'update',
    update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } },
  }) as const;

const REPLAY = [
  user('the old question'),
  toolCall('old', { title: 'Old tool', status: 'completed' }),
  say('the old answer'),
];

/** Answers of a select in turn; what was offered is kept in `_G.offered`. */
async function answerSelects(nvim: Nvim, ...answers: string[]): Promise<void> {
  await nvim.lua(
    `
    local answers = ...
    _G.offered = {}
    vim.ui.select = function(items, opts, on_choice)
      local labels = vim.tbl_map(opts.format_item or tostring, items)
      table.insert(_G.offered, { prompt = opts.prompt, labels = labels })
      local wanted = table.remove(answers, 1)
      for index, label in ipairs(labels) do
        if wanted and label:find(wanted, 1, true) then
          return on_choice(items[index], index)
        end
      end
      on_choice(nil)
    end`,
    answers,
  );
}

async function startWith(script: Script, options: Record<string, unknown> = {}) {
  const agent = scriptAgent(script);
  const nvim = await startNvim({ config: agent.setup(options) });
  return { agent, nvim };
}

describe('stored sessions', () => {
  it('are picked from a list and shown with their history', async () => {
    const { agent, nvim } = await startWith({
      replies: {
        initialize: { result: ALL },
        'session/list': {
          result: {
            sessions: [
              { sessionId: 'a', cwd: '{{cwd}}', title: 'Fix the parser' },
              { sessionId: 'b', cwd: '/elsewhere', title: 'Not here' },
              { sessionId: 'c', cwd: '{{cwd}}', title: 'Two\nlines \u001b[31mred' },
            ],
            nextCursor: null,
          },
        },
        'session/load': { before: REPLAY, result: {} },
      },
      prompts: [{ steps: [say('going on')] }],
    });
    await using _ = nvim;
    await nvim.feed(':AcpChat<CR>');
    await agent.called('session/new');
    await nvim.feed('<Esc>:Acp sessions<CR>');
    await nvim.screen.toContain(/Fix the parser +scripted/, { without: 'Not here' });
    await nvim.screen.toContain(/Two lines red +scripted/);
    await nvim.feed('/Fix<CR>');
    await nvim.screen.toContain('<CR> load  r resume');
    await nvim.feed('<CR>');
    await nvim.screen.toContain('the old answer');
    await nvim.screen.toContain('the old question');
    await nvim.screen.toContain('Fix the parser');
    expectValid('LoadSessionRequest', (await agent.called('session/load')).params);
    // The chat that nobody had used made room.
    await agent.called('session/close');
    expect(await nvim.lua(`return require('acp').sessions()`)).toMatchObject([
      { id: 'a', title: 'Fix the parser', current: true },
    ]);
    await nvim.lua(`require('acp').prompt('more')`);
    await nvim.screen.toContain('going on');
  });

  it('that are open say what they are at', async () => {
    const { nvim } = await startWith({
      prompts: [
        {
          match: 'ask',
          steps: [
            toolCall('t', { title: 'Do it' }),
            {
              do: 'ask',
              params: {
                toolCall: { toolCallId: 't' },
                options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
              },
            },
          ],
        },
        { match: 'work', steps: [{ do: 'gate', name: 'never' }] },
        { steps: [say('done')] },
      ],
    });
    await using _ = nvim;
    for (const prompt of ['ask me', 'work long', 'be quick', 'the last']) {
      await nvim.feed('<Esc>:AcpChat!<CR>');
      await nvim.feed(`${prompt}<C-s>`);
      await nvim.screen.toContain(`· ${prompt}`);
    }
    await nvim.screen.toContain('done');
    await wait(
      () =>
        nvim.lua(`return #vim.tbl_filter(function(one)
          return one.turn.phase == 'idle'
        end, require('acp').sessions()) == 2`),
      'the quick turns are over',
    );
    await nvim.feed('<Esc>:AcpChat!<CR>');
    await nvim.screen.toContain('Ask a question');
    await expect.poll(() => nvim.lua(`return #require('acp').sessions()`)).toBe(5);
    await nvim.feed('<Esc>:Acp sessions<CR>');
    const rows = async (): Promise<string[][]> => {
      const lines: string[] = await nvim.lua('return vim.api.nvim_buf_get_lines(0, 0, -1, false)');
      return lines.map((row) => row.trim().split(/ {2,}/)).sort();
    };
    await expect.poll(rows).toEqual([
      ['ask me', 'scripted', 'asks'],
      ['be quick', 'scripted', 'done'],
      ['nothing said yet', 'scripted', 'this one'],
      ['the last', 'scripted', 'done'],
      ['work long', 'scripted', 'working'],
    ]);
  });

  it('are picked with what Neovim brings along, too', async () => {
    /** How long it takes to the prompt of a session that was picked, in milliseconds. */
    const pick = async (): Promise<number> => {
      const { agent, nvim } = await startWith({
        replies: {
          initialize: { result: ALL },
          'session/list': {
            result: { sessions: [{ sessionId: 'a', cwd: '{{cwd}}', title: 'Fix the parser' }] },
          },
          'session/load': { before: REPLAY, result: {} },
        },
      });
      await using _ = nvim;
      await nvim.lua(`
        local opened
        vim.api.nvim_create_autocmd('FileType', {
          pattern = 'acpprompt',
          callback = function() opened = vim.uv.hrtime() end,
        })
        vim.api.nvim_create_autocmd('InsertEnter', {
          callback = function() _G.took = (vim.uv.hrtime() - opened) / 1e6 end,
        })`);
      await nvim.feed(':Acp load<CR>');
      await nvim.screen.toContain('1: Fix the parser · scripted');
      await nvim.feed('1<CR>');
      await nvim.screen.toContain('the old answer');
      expect(agent.calls('session/new')).toEqual([]);
      await nvim.expectNotBlocked();
      return wait(() => nvim.lua('return _G.took'), 'insert mode');
    };
    // Neovim would let the user read the list for a second each time, and heed nobody; a busy machine takes long only now
    // and then.
    const took = [await pick(), await pick(), await pick()];
    expect(Math.min(...took)).toBeLessThan(900);
  });

  it('are listed although the default agent is not there, which is reported', async () => {
    const { nvim } = await startWith(
      {
        replies: {
          initialize: { result: ALL },
          'session/list': {
            result: { sessions: [{ sessionId: 'a', cwd: '{{cwd}}', title: 'Fix the parser' }] },
          },
        },
      },
      { agent: 'nobody' },
    );
    await using _ = nvim;
    await answerSelects(nvim);
    await nvim.feed(':Acp sessions<CR>');
    await nvim.screen.toContain(/Fix the parser +scripted/);
    await nvim.screen.toContain('there is no agent "nobody"');
    await nvim.feed('q:Acp load<CR>');
    const [offered] = await wait(() => nvim.lua('return _G.offered[1] and _G.offered'), 'offered');
    expect(offered.labels).toEqual(['Fix the parser · scripted']);
    expect(await nvim.messages()).toContain('there is no agent "nobody"');
  });

  it('that are replayed after the answer are history too (gemini), and a prompt waits for the end of it', async () => {
    const { agent, nvim } = await startWith({
      replies: {
        initialize: { result: { agentCapabilities: { loadSession: true } } },
        'session/load': {
          result: {},
          after: [...REPLAY, user('second')],
        },
      },
      prompts: [{ steps: [say('new answer')] }],
    });
    await using _ = nvim;
    await nvim.lua(`vim.cmd('Acp load old-one') require('acp').prompt('new question')`);
    await nvim.screen.toContain('new answer');
    const { entries } = await nvim.lua(`return require('acp').state()`);
    expect(
      entries.map((entry: { kind: string; text?: string }) => entry.text ?? entry.kind),
    ).toEqual([
      'the old question',
      'tool',
      'the old answer',
      'second',
      'new question',
      'new answer',
    ]);
    expect(agent.calls('session/load')[0]?.params.sessionId).toBe('old-one');
  });

  it('can be resumed and deleted, the latter after a question', async () => {
    const { agent, nvim } = await startWith({
      replies: {
        initialize: { result: ALL },
        'session/list': { result: { sessions: [{ sessionId: 'a', cwd: '{{cwd}}', title: 'A' }] } },
        'session/resume': { result: {} },
        'session/delete': { result: {} },
      },
    });
    await using _ = nvim;
    await answerSelects(nvim, 'Keep', 'Delete it');
    await nvim.feed(':AcpChat<CR>');
    await agent.called('session/new');
    await nvim.feed('<Esc>:Acp delete a<CR>');
    await wait(async () => (await nvim.lua('return #_G.offered')) === 1, 'asked');
    expect(agent.calls('session/delete')).toEqual([]);
    await nvim.feed(':Acp delete a<CR>');
    expect((await agent.called('session/delete')).params).toEqual({ sessionId: 'a' });
    await nvim.feed(':Acp resume a<CR>');
    expectValid('ResumeSessionRequest', (await agent.called('session/resume')).params);
    await wait(
      async () => (await nvim.lua(`return require('acp').state().id`)) === 'a',
      'the session is open',
    );
  });

  it('of an agent that cannot load or list are refused with a message', async () => {
    const { nvim } = await startWith({});
    await using _ = nvim;
    await nvim.feed(':Acp load x<CR>');
    await nvim.screen.toContain('cannot open stored sessions');
    await nvim.expectNotBlocked();
  });

  it('that the agent will not open leave no chat behind, and the one before is there again', async () => {
    const { agent, nvim } = await startWith({
      replies: { initialize: { result: { agentCapabilities: { loadSession: true } } } },
      prompts: [{ steps: [say('still talking')] }],
    });
    await using _ = nvim;
    await nvim.feed(':AcpChat<CR>');
    await agent.called('session/new');
    await nvim.feed('<Esc>:Acp resume x<CR>');
    await nvim.screen.toContain('cannot resume sessions; :Acp load opens them');
    await wait(
      async () => (await nvim.lua(`return #require('acp').sessions()`)) === 1,
      'only the chat before is left',
    );
    await wait(
      async () => (await nvim.lua('return vim.bo.filetype')) === 'acpprompt',
      'it is shown',
    );
    await nvim.lua(`require('acp').prompt('are you there')`);
    await nvim.screen.toContain('still talking');
    expect(agent.calls('session/new')).toHaveLength(1);
  });
});

describe('the list of sessions', () => {
  const listing = (title: string, gate?: string): Script => ({
    replies: {
      initialize: {
        result: {
          agentCapabilities: {
            loadSession: true,
            sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, fork: {} },
          },
        },
      },
      'session/list': {
        ...(gate ? { before: [{ do: 'gate', name: gate }] } : {}),
        result: { sessions: [{ sessionId: 'a', cwd: '{{cwd}}', title }] },
      },
      'session/load': { before: REPLAY, result: {} },
      'session/resume': { result: {} },
      'session/fork': { result: { sessionId: 'copy' } },
      'session/delete': { result: {} },
    },
    prompts: [{ match: 'wait', steps: [{ do: 'gate', name: 'turn' }] }, { steps: [say('done')] }],
  });

  it('is there at once with what is open; what agents have stored comes as they answer', async () => {
    const { agent, nvim } = await startWith(listing('Fix the parser', 'late'));
    await using _ = nvim;
    await nvim.feed(':AcpChat<CR>wait for me<C-s>');
    await nvim.screen.toContain('▎wait for me');
    await nvim.feed('<Esc>:Acp sessions<CR>');
    await nvim.screen.toContain(/wait for me +scripted +working/);
    await nvim.screen.toContain('… asking scripted');
    expect(nvim.screen.text()).not.toContain('Fix the parser');
    agent.open('late');
    await nvim.screen.toContain(/Fix the parser +scripted/);
    await nvim.screen.toLose('… asking scripted');
    agent.open('turn');
    await nvim.screen.toContain(/wait for me +scripted +this one/);
  });

  it('ends an open session, forks it, and deletes a stored one after a question', async () => {
    const { agent, nvim } = await startWith(listing('Fix the parser'));
    await using _ = nvim;
    await answerSelects(nvim, 'Delete it');
    await nvim.feed(':AcpChat<CR>first one<C-s>');
    await nvim.screen.toContain('done');
    await nvim.feed('<Esc>:Acp sessions<CR>');
    await nvim.screen.toContain(/Fix the parser +scripted/);
    await nvim.feed('/first<CR>');
    await nvim.screen.toContain('<CR> show  f fork  x end');
    await nvim.feed('f');
    await wait(
      async () => (await nvim.lua(`return require('acp').state().id`)) === 'copy',
      'the copy is open',
    );
    await nvim.feed('<Esc>:Acp sessions<CR>');
    await nvim.screen.toContain('<CR> show  f fork  x end');
    // Its turn ends some time after its last word.
    await nvim.screen.toContain(/first one.*done/);
    await nvim.feed('/first.*open<CR>x');
    expect((await agent.called('session/close')).params).toEqual({ sessionId: 'session-1' });
    await wait(
      async () => (await nvim.lua(`return #require('acp').sessions()`)) === 1,
      'only the copy is left',
    );
    // A list that was opened anew has stored sessions when their agent has answered.
    await nvim.screen.toContain(/Fix the parser +scripted/);
    await nvim.feed('/Fix<CR>');
    await nvim.screen.toContain('<CR> load  r resume  d delete');
    await nvim.feed('d');
    expect((await agent.called('session/delete')).params).toEqual({ sessionId: 'a' });
    await nvim.screen.toLose('Fix the parser');
    const [offered] = await nvim.lua('return _G.offered');
    expect(offered.prompt).toBe('Delete the session "Fix the parser" of scripted?');
    await nvim.feed('q');
    await nvim.expectNotBlocked();
  });

  it('is laid out anew for another size of the editor, and for the one that the user gives it', async () => {
    const title =
      'A title of many words that takes more room than a small editor has to give to it';
    const { nvim } = await startWith(listing(title));
    await using _ = nvim;
    await nvim.feed(':Acp sessions<CR>');
    await nvim.screen.toContain(`${title}  scripted`);
    await nvim.lua('vim.o.columns = 60');
    await nvim.screen.toContain(/A title of many words that takes.*… {2}scripted/);
    await nvim.feed(':vertical resize 30<CR>');
    await nvim.screen.toContain(/A title of.{1,8}… {2}scripted +│/);
    await nvim.lua('vim.o.columns = 100');
    await nvim.screen.toContain(`${title}  scripted`);
  });
});

describe(':Acp fork', () => {
  it('goes on in a copy, with what was said and nothing of it twice', async () => {
    const { agent, nvim } = await startWith(
      {
        replies: {
          initialize: { result: { agentCapabilities: { sessionCapabilities: { fork: {} } } } },
          // As OpenCode does it: the history first, for an id that nobody knows yet.
          'session/fork': {
            before: [user('hello'), say('hi')].map(
              (step) => ({ ...step, sessionId: 'copy' }) as Step,
            ),
            result: { sessionId: 'copy' },
          },
        },
        prompts: [{ match: 'hello', steps: [say('hi')] }, { steps: [say('from {{prompt}}')] }],
      },
      { editor_tools: false },
    );
    await using _ = nvim;
    await nvim.lua(`require('acp').open() require('acp').prompt('hello')`);
    await wait(
      () => nvim.lua(`return require('acp').state().turn.stopReason`),
      'the first turn is over',
    );
    await nvim.feed('<Esc>:Acp fork<CR>');
    await wait(
      async () => (await nvim.lua(`return require('acp').state().id`)) === 'copy',
      'the copy is open',
    );
    await nvim.lua(`require('acp').prompt('the copy')`);
    await nvim.screen.toContain('from the copy');
    const { entries } = await nvim.lua(`return require('acp').state()`);
    expect(entries.map(({ text }: { text: string }) => text)).toEqual([
      'hello',
      'hi',
      'the copy',
      'from the copy',
    ]);
    expect((await agent.called('session/fork')).params).toMatchObject({
      sessionId: 'session-1',
      mcpServers: [],
    });
    expect(await nvim.lua(`return #require('acp').sessions()`)).toBe(2);
  });

  it('says so when the agent cannot', async () => {
    const { nvim } = await startWith({});
    await using _ = nvim;
    await nvim.feed(':AcpChat<CR>');
    await wait(() => nvim.lua(`return require('acp').state().id`), 'the session is open');
    await nvim.feed('<Esc>:Acp fork<CR>');
    await nvim.screen.toContain('cannot fork sessions');
  });
});

it.each([
  [true, ['/elsewhere/lib']],
  [false, undefined],
])('additional directories go to agents that take them: %s', async (can, sent) => {
  const { agent, nvim } = await startWith(
    {
      replies: {
        initialize: {
          result: {
            agentCapabilities: can ? { sessionCapabilities: { additionalDirectories: {} } } : {},
          },
        },
      },
    },
    { additional_directories: ['/elsewhere/lib/'] },
  );
  await using _ = nvim;
  await nvim.feed(':AcpChat<CR>');
  expect((await agent.called('session/new')).params.additionalDirectories).toEqual(sent);
});

it('cancelling the start of a second session leaves the first one its agent', async () => {
  const { agent, nvim } = await startWith({
    replies: { 'session/load': { silent: true }, initialize: { result: ALL } },
    prompts: [{ steps: [say('answer to {{prompt}}')] }],
  });
  await using _ = nvim;
  await nvim.lua(`require('acp').open() require('acp').prompt('one')`);
  await nvim.screen.toContain('answer to one');
  const old = await nvim.lua('return vim.fn.bufnr()');
  await nvim.feed('<Esc>:Acp load slow<CR>');
  await agent.called('session/load');
  await nvim.screen.toLose('answer to one');
  const inPrompt = `return vim.bo.filetype == 'acpprompt' and vim.fn.bufnr() ~= ...`;
  await wait(() => nvim.lua(inPrompt, old), 'the new chat has the cursor');
  await nvim.press('<C-c>');
  await nvim.screen.toContain('was cancelled');
  const first = `require('acp').prompt('two', { session = 'session-1' })`;
  await nvim.lua(first);
  await agent.called('session/prompt', 2);
  expect(agent.calls('initialize')).toHaveLength(1);
});

describe('after a restart of Neovim', () => {
  it('the last session of the folder is offered, and :Acp load takes it', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-state-')));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const agentWith = (sessionId: string) =>
      scriptAgent({
        replies: {
          initialize: { result: ALL },
          'session/new': { result: { sessionId } },
          'session/load': { before: REPLAY, result: {} },
        },
        prompts: [{ steps: [say('noted')] }],
      });
    const options = { cwd: home, env: { XDG_STATE_HOME: home } };
    {
      await using nvim = await startNvim({ ...options, config: agentWith('first').setup() });
      await nvim.lua(`require('acp').open() require('acp').prompt('remember this')`);
      await nvim.screen.toContain('noted', { without: ':Acp load' });
    }
    const agent = agentWith('second');
    await using nvim = await startNvim({ ...options, config: agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await nvim.screen.toContain(/`:Acp load` continues the last session: remember this/);
    await nvim.feed('<Esc>:Acp load<CR>');
    await nvim.screen.toContain('the old answer');
    await nvim.screen.toLose('continues the last session');
    expect((await agent.called('session/load')).params.sessionId).toBe('first');
  });
});

describe('several chats', () => {
  it('are gone through with keys, from the last to the first, with what is written in each', async () => {
    const { nvim } = await startWith({ prompts: [{ steps: [say('heard {{prompt}}')] }] });
    await using _ = nvim;
    for (const prompt of ['one', 'two', 'three']) {
      await nvim.feed(`<Esc>:AcpChat!<CR>${prompt}<C-s>`);
      await nvim.screen.toContain(`heard ${prompt}`);
      await nvim.feed(`draft ${prompt}`);
    }
    await nvim.feed('<Esc>]s');
    await nvim.screen.toContain('draft one');
    await nvim.feed('<Esc>[s');
    await nvim.screen.toContain('draft three');
    await nvim.feed('<Esc><C-w>k[s');
    await nvim.screen.toContain('draft two');
    expect(await nvim.lua('return vim.bo.filetype')).toBe('acpprompt');
    await nvim.feed('<Esc>2]s');
    await nvim.screen.toContain('draft one');
    await nvim.expectNotBlocked();
  });

  it('say that they are only starting', async () => {
    const { nvim } = await startWith({
      replies: { 'session/new': { before: [{ do: 'gate', name: 'new' }] } },
    });
    await using _ = nvim;
    await nvim.feed(':AcpChat<CR><Esc>:Acp sessions<CR>');
    await nvim.screen.toContain(/nothing said yet +scripted +starting/);
  });
});

it('a turn that has failed is said so in the list', async () => {
  const { nvim } = await startWith({
    prompts: [{ steps: [{ do: 'error', error: { code: 1, message: 'no model' } }] }],
  });
  await using _ = nvim;
  await nvim.feed(':AcpChat<CR>go wrong<C-s>');
  await nvim.screen.toContain('no model');
  await nvim.feed('<Esc>:Acp sessions<CR>');
  await nvim.screen.toContain(/go wrong +scripted +failed/);
});

it(':Acp load takes the newest session of the folder, whatever its agent', async () => {
  const first = scriptAgent({ replies: { initialize: { result: ALL } }, prompts: [] });
  const second = scriptAgent({
    replies: {
      initialize: { result: ALL },
      'session/new': { result: { sessionId: 'newest' } },
      'session/load': { before: REPLAY, result: {} },
    },
    prompts: [{ steps: [say('noted')] }],
  });
  const entry = ({ command, args }: typeof first) => ({ command, args });
  const agents = { scripted: entry(first), second: entry(second) };
  await using nvim = await startNvim({ config: first.setup({ agents }) });
  await nvim.feed(':AcpChat second<CR>remember this<C-s>');
  await nvim.screen.toContain('noted');
  await nvim.feed('<Esc>:Acp close<CR>');
  await nvim.screen.toLose('noted');
  await nvim.feed(':AcpChat<CR>');
  await nvim.screen.toContain('`:Acp load` continues the last session with second: remember this');
  await nvim.feed('<Esc>:Acp load<CR>');
  await nvim.screen.toContain('the old answer');
  expect((await second.called('session/load')).params.sessionId).toBe('newest');
  expect(first.calls('session/load')).toEqual([]);
});
