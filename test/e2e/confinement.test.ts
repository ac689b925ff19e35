import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  agentThat,
  readFile as read,
  type Step,
  say,
  scriptAgent,
  writeFile as write,
} from '../support/agent';
import { makeFolder } from '../support/folder';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

type Agent = ReturnType<typeof agentThat>;

async function start(agent: Agent, options: Record<string, unknown> = {}): Promise<Nvim> {
  const nvim = await startNvim({ config: agent.setup(options) });
  writeFileSync(join(nvim.dir, '../outside.txt'), 'outside\n');
  await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
  return nvim;
}

/** Answers the question that is open, or comes, with an option. */
async function answer(nvim: Nvim, optionId: string): Promise<{ title: string; kind: string }> {
  const question = await wait(
    async () => (await nvim.lua(`return require('acp').permissions()`))[0],
    'a question',
  );
  await nvim.lua(`require('acp').respond(...)`, question.id, optionId);
  return question;
}

const ended = (nvim: Nvim): Promise<unknown> =>
  wait(() => nvim.lua('return _G.done'), 'the turn ended');
const outside = '{{cwd}}/../outside.txt';

describe('a file outside the project', () => {
  it('is read when the user allows it, and asked for again the next time', async () => {
    const agent = agentThat(read(outside), read(outside), say('done'));
    await using nvim = await start(agent);
    expect(await answer(nvim, 'once')).toMatchObject({ kind: 'read' });
    expect((await agent.answered('fs/read_text_file')).result).toEqual({ content: 'outside\n' });
    const again = await answer(nvim, 'no');
    expect(again.title).toContain('outside.txt');
    expect((await agent.answered('fs/read_text_file', 2)).error?.message).toMatch(
      /the user did not allow it/,
    );
    await ended(nvim);
  });

  it('opens its folder for the session when the user says so; writing is another question', async () => {
    const agent = agentThat(read(outside), read(outside), write(outside, 'new\n'), say('done'));
    await using nvim = await start(agent);
    await answer(nvim, 'folder');
    await agent.answered('fs/read_text_file', 2);
    expect(await answer(nvim, 'folder')).toMatchObject({ kind: 'edit' });
    await ended(nvim);
    expect(readFileSync(join(nvim.dir, '../outside.txt'), 'utf8')).toBe('new\n');
  });

  it('is shown in the permission float, and left alone when the turn is cancelled', async () => {
    const agent = agentThat(write(outside, 'new\n'), say('done'));
    await using nvim = await start(agent);
    await nvim.feed(':AcpChat<CR>');
    await nvim.screen.toContain('Write outside the project');
    await nvim.lua(`require('acp').cancel()`);
    await agent.answered('fs/write_text_file');
    await ended(nvim);
    expect(readFileSync(join(nvim.dir, '../outside.txt'), 'utf8')).toBe('outside\n');
  });

  it('that does not exist is just missing to a reader', async () => {
    const agent = agentThat(read('{{cwd}}/../AGENTS.md'), say('done'));
    await using nvim = await start(agent);
    await ended(nvim);
    expect((await agent.answered('fs/read_text_file')).error?.code).toBe(-32002);
  });
});

describe('a file of the deny list', () => {
  const steps: readonly Step[] = [
    read('{{cwd}}/.env'),
    write('{{cwd}}/.git/hooks/pre-commit', 'x'),
    read('{{cwd}}/notes.md'),
    say('done'),
  ];

  it('is neither read nor written, and nobody is asked', async () => {
    const agent = agentThat(...steps);
    await using nvim = await start(agent);
    await ended(nvim);
    expect((await agent.answered('fs/read_text_file')).error?.message).toMatch(
      /keeps agents off files like this \("\.env\*"\)/,
    );
    expect((await agent.answered('fs/write_text_file')).error?.message).toMatch(/\.git\/\*\*/);
    expect(existsSync(join(nvim.dir, '.git'))).toBe(false);
  });

  it('is what the option says', async () => {
    const agent = agentThat(...steps);
    await using nvim = await start(agent, { deny: ['notes.*'] });
    await ended(nvim);
    expect((await agent.answered('fs/read_text_file', 2)).error?.message).toMatch(/notes\.\*/);
    expect(existsSync(join(nvim.dir, '.git/hooks/pre-commit'))).toBe(true);
  });
});

describe('a folder of the session that its agent replaces by a link', () => {
  const able = { agentCapabilities: { sessionCapabilities: { additionalDirectories: {} } } };

  it.each(['project', 'lib'])('opens nothing: %s', async (name) => {
    using folder = makeFolder({
      'outside.txt': 'outside\n',
      'project/a.txt': 'a\n',
      'lib/a.txt': 'a\n',
    });
    const place = folder.path(name);
    const steps: readonly Step[] = [
      read(`${place}/a.txt`),
      {
        do: 'shell',
        command: `mv '${place}' '${place}.aside' && ln -s '${folder.dir}' '${place}'`,
      },
      read(`${place}/outside.txt`),
      write(`${place}/outside.txt`, 'new\n'),
      write(`${place}/made/new.txt`, 'new\n'),
    ];
    const agent = scriptAgent({ replies: { initialize: { result: able } }, prompts: [{ steps }] });
    const options = { outside: 'reject', additional_directories: [folder.path('lib')] };
    await using nvim = await startNvim({
      config: agent.setup(options),
      cwd: folder.path('project'),
    });
    await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
    await ended(nvim);
    expect((await agent.answered('fs/read_text_file')).result).toEqual({ content: 'a\n' });
    expect((await agent.answered('fs/read_text_file', 2)).error?.message).toMatch(/outside/);
    for (const count of [1, 2]) {
      expect((await agent.answered('fs/write_text_file', count)).error?.message).toMatch(/outside/);
    }
    expect(readFileSync(folder.path('outside.txt'), 'utf8')).toBe('outside\n');
  });

  it('is still a folder of the session where the user has named it by a link', async () => {
    using folder = makeFolder({ 'real/a.txt': 'a\n' });
    symlinkSync('real', folder.path('project'));
    const agent = agentThat(
      read(`${folder.path('project')}/a.txt`),
      write(`${folder.path('real')}/b.txt`, 'b\n'),
      write(`${folder.path('project')}/new/c.txt`, 'c\n'),
    );
    const options = { outside: 'reject' };
    await using nvim = await startNvim({
      config: agent.setup(options),
      cwd: folder.path('project'),
    });
    await nvim.lua(`require('acp').prompt('go', {}, function() _G.done = true end)`);
    await ended(nvim);
    expect((await agent.answered('fs/read_text_file')).result).toEqual({ content: 'a\n' });
    expect(readFileSync(folder.path('real/b.txt'), 'utf8')).toBe('b\n');
    expect(readFileSync(folder.path('real/new/c.txt'), 'utf8')).toBe('c\n');
  });
});
