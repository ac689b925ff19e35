import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { say, scriptAgent, writeFile } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
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

const hostPid = (nvim: Nvim): Promise<number> =>
  nvim.lua(`local c = require('acp.host').channel() return c and vim.fn.jobpid(c) or 0`);

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
    const pid = await wait(() => hostPid(nvim), 'the host runs');
    const folder = where === 'project' ? nvim.dir : drafts;
    const killer = spawn(process.execPath, ['-e', KILLER, String(pid), folder, name]);
    const killed = once(killer, 'exit');
    await once(killer.stdout, 'data');
    agent.open('write');
    await killed;
    await wait(
      async () => (await hostPid(nvim)) !== pid,
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
