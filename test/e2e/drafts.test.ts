import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { say, scriptAgent, writeFile } from '../support/agent';
import { makeFolder } from '../support/folder';
import { hostPidNow } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { expectNoneLeft } from '../support/process';
import { wait } from '../support/wait';

const MEBIBYTE = 1024 * 1024;
const OLD = 'o'.repeat(4 * MEBIBYTE);
const NEW = 'n'.repeat(6 * MEBIBYTE);

/** Kills a process at the moment when there is a file of this name in a folder, or in a folder of it. */
const KILLER = `
const { readdirSync } = require('node:fs');
const [pid, folder, name] = process.argv.slice(1);
const isThere = () => {
  try {
    return readdirSync(folder, { recursive: true }).some((path) => new RegExp(name).test(path));
  } catch {
    return false;
  }
};
process.stdout.write('ready');
while (!isThere()) {}
process.kill(pid, 'SIGKILL');
`;

const recordsIn = (drafts: string): string[] => (existsSync(drafts) ? readdirSync(drafts) : []);

it.each([
  ['a draft', ['a.txt'], 'project', '^\\.a\\.txt\\.'],
  ['a draft of a file with two names', ['a.txt', 'b.txt'], 'project', '^\\.a\\.txt\\.'],
  ['a file with two names', ['a.txt', 'b.txt'], 'drafts', '/old$'],
])(
  'a host that is killed while it writes %s is cleaned up after',
  async (_, names, where, name) => {
    // Again and again: the moment may be missed.
    const both = [writeFile('{{cwd}}/a.txt', NEW), writeFile('{{cwd}}/a.txt', OLD)];
    const agent = scriptAgent({
      prompts: [
        {
          match: 'go',
          steps: [
            { do: 'gate', name: 'write' },
            { do: 'repeat', times: 100, steps: both },
          ],
        },
        { steps: [say('done')] },
      ],
    });
    await using nvim = await startNvim({ config: agent.setup() });
    const path = join(nvim.dir, 'a.txt');
    writeFileSync(path, OLD);
    if (names.length > 1) linkSync(path, join(nvim.dir, 'b.txt'));
    const drafts: string = await nvim.lua(`return vim.fn.stdpath('state') .. '/acp-host/drafts'`);
    await nvim.lua(`require('acp').prompt('go', {}, function() end)`);
    const pid = await wait(() => hostPidNow(nvim), 'the host runs');
    const folder = where === 'project' ? nvim.dir : drafts;
    const killer = spawn(process.execPath, ['-e', KILLER, String(pid), folder, name]);
    const killed = once(killer, 'exit');
    await once(killer.stdout, 'data');
    agent.open('write');
    await killed;
    await wait(
      async () => (await hostPidNow(nvim)) !== pid,
      'the editor has seen the end of the host',
    );
    await nvim.lua(`require('acp').prompt('again', {}, function() end)`);
    await wait(() => recordsIn(drafts).length === 0, 'the next host has cleaned up');
    // A write that was not done to the end was not done at all.
    const found = readFileSync(path, 'utf8');
    expect([OLD.length, NEW.length]).toContain(found.length);
    expect(found === OLD || found === NEW).toBe(true);
    expect(readdirSync(nvim.dir).sort()).toEqual(names);
    for (const other of names)
      expect(readFileSync(join(nvim.dir, other), 'utf8') === found).toBe(true);
    await nvim.expectNotBlocked();
  },
);

/** Kills a process in the middle of the next save of a buffer. */
const KILL_IN_SAVE = `local pid, copy, count = ..., vim.uv.fs_sendfile, 0
  vim.uv.fs_sendfile = function(to, from, at, size)
    count = count + 1
    if count ~= 2 then return copy(to, from, at, size) end
    copy(to, from, at, 2)
    vim.uv.kill(pid == 0 and vim.uv.os_getpid() or pid, 'sigkill')
    return 2
  end`;

const written = (): ReturnType<typeof scriptAgent> =>
  scriptAgent({
    prompts: [
      { match: 'go', steps: [writeFile('{{cwd}}/a.txt', 'newer text\n'), say('written')] },
      { steps: [say('done')] },
    ],
  });

const prompt = (nvim: Nvim, text: string): Promise<unknown> =>
  nvim.lua(`require('acp').prompt(..., {}, function() end)`, text);

it.skipIf(process.platform !== 'linux')(
  'an editor that is killed while it saves for an agent leaves no damaged file',
  async () => {
    const agent = written();
    using state = makeFolder({});
    const drafts = state.path('nvim/acp-host/drafts');
    const options = { config: agent.setup(), env: { XDG_STATE_HOME: state.dir } };
    await using killed = await startNvim({ ...options, files: { 'a.txt': 'old text\n' } });
    const path = join(killed.dir, 'a.txt');
    await killed.lua('vim.cmd.edit(...)', path);
    await killed.lua(KILL_IN_SAVE, 0);
    await prompt(killed, 'go').catch(() => {});
    await killed.exited;
    await expectNoneLeft(killed.mark, 5000);
    expect(readFileSync(path, 'utf8')).toBe('ned text\n');
    await using next = await startNvim({ ...options, cwd: killed.dir });
    await prompt(next, 'again');
    await wait(() => recordsIn(drafts).length === 0, 'the next host has cleaned up');
    expect(readFileSync(path, 'utf8')).toBe('old text\n');
    await wait(async () => /a\.txt/.test(await next.messages()), 'it is reported');
  },
);

it.skipIf(process.platform !== 'linux')(
  'a host that is killed while the editor saves leaves nothing but the new text',
  async () => {
    const agent = written();
    await using nvim = await startNvim({
      config: agent.setup(),
      files: { 'a.txt': 'old text\n' },
    });
    const path = join(nvim.dir, 'a.txt');
    const drafts: string = await nvim.lua(`return vim.fn.stdpath('state') .. '/acp-host/drafts'`);
    await nvim.lua('vim.cmd.edit(...)', path);
    await prompt(nvim, 'hello');
    const pid = await wait(() => hostPidNow(nvim), 'the host runs');
    await nvim.turnOver();
    await nvim.lua(KILL_IN_SAVE, pid);
    await prompt(nvim, 'go');
    await wait(async () => ![0, pid].includes(await hostPidNow(nvim)), 'there is another host');
    await wait(() => recordsIn(drafts).length === 0, 'the next host has cleaned up');
    expect(readFileSync(path, 'utf8')).toBe('newer text\n');
    expect(await nvim.lua('return vim.bo.modified')).toBe(false);
    expect(readdirSync(nvim.dir)).toEqual(['a.txt']);
    await nvim.expectNotBlocked();
  },
);
