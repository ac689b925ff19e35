import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agentThat, ask, say } from '../support/agent';
import { NVIM, type Nvim, ROOT, startNvim } from '../support/nvim';
import { expectNoneLeft, marked } from '../support/process';
import { wait } from '../support/wait';

const HOST_PROGRAM = join(ROOT, 'node_modules/neovim/bin/cli.js');

/** What a user of the shared Node host has in the init file. */
const init = (host: 'rplugin' | 'own'): string =>
  `vim.g.node_host_prog = ${JSON.stringify(HOST_PROGRAM)}\nvim.g.acp_host = '${host}'\n`;

/** Does what `:UpdateRemotePlugins` does for a user, and answers the manifest that it wrote. */
function register(): string {
  const folder = mkdtempSync(join(tmpdir(), 'acp-rplugin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const manifest = join(folder, 'rplugin.vim');
  const file = join(folder, 'init.lua');
  writeFileSync(file, `${init('rplugin')}vim.opt.runtimepath:prepend(${JSON.stringify(ROOT)})\n`);
  const args = ['--headless', '-u', file, '-i', 'NONE', '-n'];
  const env = { ...process.env, NVIM_RPLUGIN_MANIFEST: manifest, HOME: folder };
  const run = spawnSync(NVIM, [...args, '-c', 'UpdateRemotePlugins', '-c', 'qall!'], {
    env,
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(run.status, run.stderr).toBe(0);
  return manifest;
}

function startRegistered(
  agent: ReturnType<typeof agentThat>,
  host: 'rplugin' | 'own' = 'rplugin',
): Promise<Nvim> {
  return startNvim({
    config: init(host) + agent.setup(),
    env: { NVIM_RPLUGIN_MANIFEST: register() },
  });
}

/** Node processes of ours, without the agent. */
const hosts = (nvim: Nvim): string[] =>
  marked(nvim.mark)
    .map(({ command }) => command)
    .filter((command) => /dist\/host\.js|cli\.js/.test(command));

describe('the remote plugin', () => {
  it('registers functions and no commands', () => {
    const manifest = readFileSync(register(), 'utf8');
    expect(manifest).toContain('rplugin/node/acp');
    expect(manifest).toContain("'name': 'AcpHostEvent'");
    expect(manifest).toContain("'name': 'AcpHostRequest'");
    expect(manifest).not.toContain("'type': 'command'");
  });

  it('is the host: chat, permission and queries work in one process', async () => {
    const agent = agentThat(ask('t'), say('hello from the shared host'));
    await using nvim = await startRegistered(agent);
    await nvim.feed(':AcpChat<CR>');
    await nvim.feed('hi<C-s>');
    await nvim.screen.toContain('Allow once');
    expect(await nvim.lua(`return #require('acp').permissions()`)).toBe(1);
    await nvim.lua(`require('acp').respond(require('acp').permissions()[1].id, 'once')`);
    await nvim.screen.toContain('hello from the shared host');
    await nvim.expectNotBlocked();
    // A process that is just being started bears the name of its parent.
    await wait(() => hosts(nvim).length === 1, 'one host');
    expect(hosts(nvim)[0]).toContain('cli.js');
    const state = () => nvim.lua(`return require('acp').state()`);
    await nvim.turnOver();
    expect(await state()).toMatchObject({ agent: 'scripted' });
  });

  it('leaves nothing behind when Neovim is killed', async () => {
    const agent = agentThat({ do: 'ignoreEof' }, { do: 'ignoreTerm' }, say('on and on'), {
      do: 'silence',
    });
    await using nvim = await startRegistered(agent);
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('go')`);
    await nvim.screen.toContain('on and on');
    nvim.process.kill('SIGKILL');
    await nvim.exited;
    await expectNoneLeft(nvim.mark);
  });

  it('is replaced by a host of our own when the shared one has died, which Neovim never starts again', async () => {
    const agent = agentThat(say('I am here: {{prompt}}'));
    await using nvim = await startRegistered(agent);
    await nvim.lua(`require('acp').open()`);
    await nvim.lua(`require('acp').prompt('one')`);
    await nvim.screen.toContain('I am here: one');
    await nvim.turnOver();
    const shared = marked(nvim.mark).find(({ command }) => command.includes('cli.js'));
    process.kill(shared?.pid ?? 0, 'SIGKILL');
    await nvim.screen.toContain('The host ended (the shared one) and was started again');
    await nvim.screen.toContain('I am here: one');
    await nvim.expectNotBlocked();
    await nvim.lua(`require('acp').prompt('two')`);
    await nvim.screen.toContain('I am here: two');
    expect(hosts(nvim)[0]).toContain('dist/host.js');
  });

  it('forwards to the host that runs already', async () => {
    const agent = agentThat(say('hello from our own host'));
    await using nvim = await startRegistered(agent, 'own');
    await nvim.lua(`require('acp').open()`);
    await agent.called('session/new');
    const view = await nvim.lua(`return require('acp.host').request('sessions')[1].view`);
    await nvim.lua(`vim.fn.AcpHostEvent('prompt', { view = ..., content = 'hi' })`, view);
    await nvim.screen.toContain('hello from our own host');
    const sessions = await nvim.lua(`return vim.fn.AcpHostRequest('sessions', vim.empty_dict())`);
    expect(sessions).toMatchObject({ value: [{ agent: 'scripted' }] });
    expect(agent.calls('initialize')).toHaveLength(1);
    await wait(() => hosts(nvim).length === 2, 'the shared host and our own');
  });

  it('gives way to a host of our own when the shared one cannot be started', async () => {
    const agent = agentThat(say('I am here: {{prompt}}'));
    await using nvim = await startNvim({
      config: `${init('rplugin')}vim.g.node_host_prog = '/no/such/program'\n${agent.setup()}`,
      env: { NVIM_RPLUGIN_MANIFEST: register() },
    });
    await nvim.lua(`require('acp').open()`);
    await wait(
      async () => (await nvim.messages()).includes('the shared Node host is gone'),
      'the user is notified',
    );
    await nvim.expectNotBlocked();
    await nvim.lua(`require('acp').prompt('two')`);
    await nvim.screen.toContain('I am here: two');
  });

  it('says what to do when it is not registered', async () => {
    const agent = agentThat(say('never'));
    await using nvim = await startNvim({ config: init('rplugin') + agent.setup() });
    await nvim.feed(':AcpChat<CR>');
    await nvim.screen.toContain('UpdateRemotePlugins');
    await nvim.expectNotBlocked();
  });
});
