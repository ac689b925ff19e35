import { describe, expect, it } from 'vitest';
import { type Reply, type ScriptedAgent, say, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { expectValid } from '../support/schema';
import { wait } from '../support/wait';

const NOT_SIGNED_IN = { code: -32000, message: 'Authentication required' };

/** An agent that answers -32000 until it is signed in. */
function locked(
  method: string,
  authMethods: readonly unknown[],
  replies: Readonly<Record<string, Reply>> = {},
): ScriptedAgent {
  return scriptAgent({
    replies: {
      initialize: {
        result: { authMethods, agentCapabilities: { sessionCapabilities: { resume: {} } } },
      },
      authenticate: { result: {}, signsIn: true },
      'session/resume': { result: {} },
      [method]: { lockedBy: NOT_SIGNED_IN },
      ...replies,
    },
    prompts: [{ steps: [say('welcome {{prompt}}')] }],
  });
}

const ACCOUNT = { id: 'account', name: 'Log in with an account' };

const sent = (agent: ScriptedAgent): string[] =>
  agent.received().flatMap(({ method }) => method ?? []);

async function openAndPrompt(agent: ScriptedAgent, options = {}): Promise<Nvim> {
  const nvim = await startNvim({ config: agent.setup(options) });
  await nvim.feed(':AcpChat<CR>');
  await nvim.feed('hello<C-s>');
  await nvim.screen.toContain('wants you to sign in: `:Acp login`');
  await nvim.expectNotBlocked();
  return nvim;
}

describe('an agent that wants the user to sign in', () => {
  it('runs its own sign-in, and session/new is asked once more', async () => {
    const agent = locked('session/new', [ACCOUNT]);
    await using nvim = await openAndPrompt(agent);
    await nvim.screen.toContain('waits for :Acp login');
    await nvim.feed('<Esc>:Acp login<CR>');
    await nvim.screen.toContain('welcome hello');
    await nvim.screen.toContain('A browser may open');
    expectValid('AuthenticateRequest', (await agent.called('authenticate')).params);
    expect(sent(agent)).toEqual([
      'initialize',
      'session/new',
      'authenticate',
      'session/new',
      'session/prompt',
    ]);
  });

  it('in the middle of a session gets the prompt once more, and only once', async () => {
    const agent = locked('session/prompt', [ACCOUNT], {
      authenticate: { result: {} },
    });
    await using nvim = await openAndPrompt(agent);
    await nvim.feed('<Esc>:Acp login<CR>');
    await nvim.screen.toContain('Authentication required');
    await wait(
      async () => (await nvim.lua(`return require('acp').state().turn.phase`)) === 'idle',
      'the turn is over',
    );
    expect(agent.calls('session/prompt')).toHaveLength(2);
    expect(agent.calls('authenticate')).toHaveLength(1);
  });

  it('while its answer is on its way is asked once more when the user has signed in by then', async () => {
    const agent = locked('session/prompt', [ACCOUNT], {
      'session/prompt': { before: [{ do: 'gate', name: 'late' }], lockedBy: NOT_SIGNED_IN },
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await nvim.feed(':AcpChat<CR>hello<C-s>');
    await agent.called('session/prompt');
    await nvim.feed('<Esc>:Acp login<CR>');
    await nvim.screen.toContain('Signed in to scripted');
    agent.open('late');
    await nvim.screen.toContain('welcome hello', { without: 'wants you to sign in' });
    expect(agent.calls('session/prompt')).toHaveLength(2);
    expect(agent.calls('authenticate')).toHaveLength(1);
  });

  it('stops waiting on <C-c>, which ends the sign-in, then the turn', async () => {
    const agent = locked('session/prompt', [ACCOUNT], { authenticate: { silent: true } });
    await using nvim = await openAndPrompt(agent);
    await nvim.feed('<Esc>:Acp login<CR>');
    await agent.called('authenticate');
    await nvim.screen.toContain('signing in: Log in with an account');
    await nvim.press('<C-c>');
    await nvim.screen.toContain('was cancelled');
    await nvim.screen.toContain('waits for :Acp login');
    await nvim.press('<C-c>');
    await nvim.screen.toContain('Cancelled');
    expect(agent.calls('session/prompt')).toHaveLength(1);
  });

  it('can be started again instead, while it waits', async () => {
    const agent = locked('session/new', [ACCOUNT]);
    await using nvim = await openAndPrompt(agent);
    await nvim.lua(`vim.ui.select = function() _G.offered = true end`);
    await nvim.feed('<Esc>:Acp restart<CR>');
    await wait(() => nvim.lua('return _G.offered'), 'the new agent wants a sign-in, too');
    await nvim.feed(':Acp login<CR>');
    await nvim.screen.toContain('welcome hello');
    expect(agent.calls('initialize')).toHaveLength(2);
  });

  it('offers its ways at once when the user is in the chat and does not type', async () => {
    const agent = locked('session/new', [ACCOUNT, { id: 'key', name: 'API key' }]);
    await using nvim = await startNvim({ config: agent.setup({ layout: { insert: false } }) });
    await nvim.lua(`vim.ui.select = function(items, opts, cb)
      _G.labels = vim.tbl_map(opts.format_item, items)
      cb(items[2])
    end`);
    await nvim.feed(':AcpChat<CR>');
    expect((await agent.called('authenticate')).params).toEqual({ methodId: 'key' });
    expect(await nvim.lua('return _G.labels')).toEqual(['Log in with an account', 'API key']);
    await agent.called('session/new', 2);
  });

  it('leaves the choice by <C-c> without an error, and a second <C-c> ends the wait', async () => {
    const agent = locked('session/new', [ACCOUNT, { id: 'key', name: 'API key' }]);
    await using nvim = await startNvim({ config: agent.setup({ layout: { insert: false } }) });
    await nvim.feed(':AcpChat<CR>');
    await nvim.screen.toContain('2: API key');
    await nvim.feed('<C-c>');
    await nvim.screen.toLose('2: API key');
    await nvim.screen.toContain('waits for :Acp login', { without: 'Keyboard interrupt' });
    await nvim.expectNotBlocked();
    await nvim.press('<C-c>');
    await nvim.screen.toContain('was cancelled');
    await nvim.expectNotBlocked();
  });

  it('names a wrong way, completes the right ones, and says when there is none', async () => {
    const agent = locked('session/new', [ACCOUNT, { id: 'key', name: 'API key' }]);
    await using nvim = await openAndPrompt(agent);
    expect(await nvim.lua(`return vim.fn.getcompletion('Acp login ', 'cmdline')`)).toEqual([
      'account',
      'key',
    ]);
    await nvim.feed('<Esc>:Acp login nonsense<CR>');
    await nvim.screen.toContain('expected a way to sign in: account, key');
    await nvim.feed(':Acp logout<CR>');
    await nvim.screen.toContain('cannot sign out');
  });
});

describe('signing in through a terminal', () => {
  const login = {
    id: 'login',
    type: 'terminal',
    name: 'Device code',
    args: ['--login'],
    env: { LOGIN_TOKEN: 'from the method' },
  };

  it('runs the command of the agent, then starts it again', async () => {
    const agent = locked('session/new', [login], {
      initialize: { result: { authMethods: [login] } },
    });
    await using nvim = await openAndPrompt(agent);
    await nvim.feed('<Esc>:Acp login<CR>');
    await nvim.screen.toContain('scripted: Device code');
    await nvim.screen.toContain('Type the code:');
    await nvim.feed('1234<CR>');
    await nvim.screen.toContain('welcome hello');
    await nvim.screen.toLose('Device code ─');
    expect(agent.signIn()).toEqual({ token: 'from the method', code: '1234' });
    expect(sent(agent)).toEqual([
      'initialize',
      'session/new',
      'initialize',
      'session/new',
      'session/prompt',
    ]);
    expect((await agent.called('initialize')).params.clientCapabilities.auth).toEqual({
      terminal: true,
    });
  });

  it('keeps a session that was open: it is resumed and gets its prompt', async () => {
    const agent = locked('session/prompt', [login]);
    await using nvim = await openAndPrompt(agent);
    await nvim.feed('<Esc>:Acp login<CR>');
    await nvim.screen.toContain('Type the code:');
    await nvim.feed('1234<CR>');
    await nvim.screen.toContain('welcome hello');
    expect(sent(agent)).toEqual([
      'initialize',
      'session/new',
      'session/prompt',
      'initialize',
      'session/resume',
      'session/prompt',
    ]);
    expect(agent.calls('authenticate')).toEqual([]);
  });

  it('that fails is reported and leaves its output to be read', async () => {
    const agent = locked('session/new', [login]);
    await using nvim = await openAndPrompt(agent);
    await nvim.feed('<Esc>:Acp login<CR>');
    await nvim.screen.toContain('Type the code:');
    await nvim.feed('wrong<CR>');
    await nvim.screen.toContain('that is not the code');
    await nvim.screen.toContain('[Process exited 3]');
    await nvim.feed('<C-\\><C-n>:q<CR>');
    await nvim.screen.toContain('ended with exit code 3');
    await nvim.screen.toContain('waits for :Acp login');
  });

  it('works for agents that say it the older way', async () => {
    const agent = locked('session/new', []);
    const { id, name } = login;
    const old = scriptAgent({
      replies: {
        initialize: {
          result: {
            authMethods: [
              {
                id,
                name,
                _meta: {
                  'terminal-auth': {
                    command: agent.command,
                    args: [...agent.args, '--login'],
                    env: { LOGIN_TOKEN: 'old' },
                  },
                },
              },
            ],
          },
        },
        'session/new': { error: NOT_SIGNED_IN },
      },
    });
    await using nvim = await openAndPrompt(old);
    await nvim.feed('<Esc>:Acp login<CR>');
    await nvim.screen.toContain('Type the code:');
    await nvim.feed('1234<CR>');
    await old.called('initialize', 2);
    expect(agent.signIn()).toEqual({ token: 'old', code: '1234' });
    expect(old.calls('authenticate')).toEqual([]);
  });
});

it('the list of sessions is asked for once more after the sign-in', async () => {
  const agent = locked('session/list', [ACCOUNT], {
    initialize: {
      result: {
        authMethods: [ACCOUNT],
        agentCapabilities: { sessionCapabilities: { list: {} } },
      },
    },
  });
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>');
  await agent.called('session/new');
  await nvim.feed('<Esc>:Acp sessions<CR>');
  await nvim.screen.toContain('╭ Sessions ─');
  await nvim.screen.toContain('wants you to sign in: `:Acp login`');
  await nvim.feed('q:Acp login<CR>');
  await agent.called('session/list', 2);
});

it('an agent that wants an environment variable names it', async () => {
  const agent = locked('session/new', [
    {
      id: 'k',
      name: 'Key',
      type: 'env_var',
      vars: [{ name: 'FOO_KEY' }],
      link: 'https://a.example',
    },
  ]);
  await using nvim = await openAndPrompt(agent);
  await nvim.feed('<Esc>:Acp login<CR>');
  await nvim.screen.toContain('set FOO_KEY in the environment');
  await nvim.screen.toContain('https://a.example');
  expect(agent.calls('authenticate')).toEqual([]);
});

it(':Acp logout signs out where the agent can do that', async () => {
  const agent = scriptAgent({
    replies: {
      initialize: { result: { agentCapabilities: { auth: { logout: {} } } } },
      logout: { result: {} },
    },
  });
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.feed(':AcpChat<CR>');
  await agent.called('session/new');
  await nvim.feed('<Esc>:Acp logout<CR>');
  await nvim.screen.toContain('Signed out of scripted');
  expectValid('LogoutRequest', (await agent.called('logout')).params);
});
