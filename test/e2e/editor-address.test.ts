import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Step, say, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

/** Writes down which addresses of the editor reach it, and one variable that reaches everybody. */
const dump = (file: string): string =>
  `env | grep -E "^(NVIM|NVIM_LISTEN_ADDRESS|USUAL)=" | sort > '${file}.part'; mv '${file}.part' '${file}'`;

const LOGIN = {
  id: 'terminal',
  name: 'Sign in',
  _meta: { 'terminal-auth': { command: '/bin/sh', args: ['-c', dump('login.env')] } },
};

const inTerminal: Step[] = [
  {
    do: 'request',
    method: 'terminal/create',
    params: { command: '/bin/sh', args: ['-c', dump('terminal.env')] },
  },
  { do: 'request', method: 'terminal/wait_for_exit', params: { terminalId: '{{terminal}}' } },
];

async function startedWith(env: Readonly<Record<string, string>>): Promise<Nvim> {
  const agent = scriptAgent({
    replies: { initialize: { result: { authMethods: [LOGIN] } } },
    prompts: [{ steps: [{ do: 'shell', command: dump('agent.env') }, ...inTerminal, say('ok')] }],
  });
  const { command, args } = agent;
  const nvim = await startNvim({
    env: { USUAL: 'yes' },
    config: `vim.env.NVIM_LISTEN_ADDRESS = '/elsewhere'
      ${agent.setup({ agents: { scripted: { command, args, env } } })}`,
  });
  await nvim.feed(':AcpChat<CR>');
  await nvim.feed('go<C-s>');
  await nvim.screen.toContain('ok');
  return nvim;
}

/** What was written down, once it is. */
async function dumped({ dir }: Nvim, name: string): Promise<string> {
  await wait(() => existsSync(join(dir, name)), `${name} is there`);
  return readFileSync(join(dir, name), 'utf8');
}

describe('the address of the editor', () => {
  it('is not in the environment of agents, of their terminals and of their sign-in', async () => {
    await using nvim = await startedWith({});
    expect(await nvim.lua('return vim.v.servername')).not.toBe('');
    expect(await dumped(nvim, 'agent.env')).toBe('USUAL=yes\n');
    expect(await dumped(nvim, 'terminal.env')).toBe('USUAL=yes\n');
    await nvim.feed('<Esc>:Acp login<CR>');
    expect(await dumped(nvim, 'login.env')).toBe('USUAL=yes\n');
  });

  it('is there for an agent that the user has given it to', async () => {
    await using nvim = await startedWith({ NVIM: '/given' });
    expect(await dumped(nvim, 'agent.env')).toBe('NVIM=/given\nUSUAL=yes\n');
    expect(await dumped(nvim, 'terminal.env')).toBe('NVIM=/given\nUSUAL=yes\n');
    await nvim.feed('<Esc>:Acp login<CR>');
    expect(await dumped(nvim, 'login.env')).toBe('NVIM=/given\nUSUAL=yes\n');
  });

  it('is not given to installers', async () => {
    await using nvim = await startNvim({ env: { USUAL: 'yes' } });
    const bin = join(nvim.dir, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${dump(join(nvim.dir, 'install.env'))}\n`);
    chmodSync(join(bin, 'npm'), 0o755);
    await nvim.lua(`vim.env.PATH = ... .. ':' .. vim.env.PATH`, bin);
    await nvim.feed(':Acp install kimi<CR>');
    await nvim.screen.toContain('Run it');
    await nvim.feed('1<CR>');
    await nvim.screen.toContain('is installed: :AcpChat kimi');
    expect(readFileSync(join(nvim.dir, 'install.env'), 'utf8')).toBe('USUAL=yes\n');
  });
});
