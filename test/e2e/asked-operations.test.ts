import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  agentThat,
  ask,
  readFile,
  type ScriptedAgent,
  type Step,
  say,
  scriptAgent,
  toolCall,
  writeFile,
} from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

const path = '{{cwd}}/a.txt';
const OLD = 'one\ntwo\nthree\n';
const NEW = 'one\nTWO\nthree\n';
const EDITS = [{ ask: true, kind: 'edit' }];

const run = (params: Record<string, unknown>): Step => ({
  do: 'request',
  method: 'terminal/create',
  params,
});

const start = (agent: ScriptedAgent, rules: readonly object[], options = {}): Promise<Nvim> =>
  startNvim({
    config: `${agent.setup({ permissions: { rules }, ...options })}
      _G.done = {}
      _G.prompt = function(text)
        require('acp').prompt(text, {}, function() _G.done[text] = true end)
      end`,
    files: { 'a.txt': OLD, 'secret/key': 'hidden\n' },
    args: ['a.txt'],
  });

const prompt = (nvim: Nvim, text = 'go'): Promise<unknown> => nvim.lua('_G.prompt(...)', text);
const ended = (nvim: Nvim, text = 'go'): Promise<unknown> =>
  wait(() => nvim.lua('return _G.done[...]', text), 'the turn ended');

interface Question {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly options: readonly { readonly optionId: string }[];
}

const questions = (nvim: Nvim): Promise<Question[]> =>
  nvim.lua(`return require('acp').permissions()`);
const question = (nvim: Nvim): Promise<Question> =>
  wait(async () => (await questions(nvim))[0], 'a question');

async function answer(nvim: Nvim, optionId: string): Promise<Question> {
  const asked = await question(nvim);
  await nvim.lua(`require('acp').respond(...)`, asked.id, optionId);
  await wait(async () => !(await questions(nvim)).some(({ id }) => id === asked.id), 'answered');
  return asked;
}

const disk = (nvim: Nvim): string => readFileSync(join(nvim.dir, 'a.txt'), 'utf8');

describe('an agent that writes without asking, where a rule says ask', () => {
  it('is asked about, with the change against the unsaved text; then it is merged as ever', async () => {
    const agent = agentThat(readFile(path), { do: 'gate', name: 'typed' }, writeFile(path, NEW));
    await using nvim = await start(agent, EDITS);
    await nvim.feed(':AcpChat<CR>');
    await prompt(nvim);
    await agent.answered('fs/read_text_file');
    await nvim.lua(`vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), 2, 3, true, { 'mine' })`);
    agent.open('typed');
    await nvim.screen.toContain('- two');
    await nvim.screen.toContain('+ TWO', { without: '- mine' });
    expect(agent.answers('fs/write_text_file')[0]).toBeUndefined();
    // Meanwhile the user goes on.
    await nvim.lua(`vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), 0, 0, true, { 'first' })`);
    expect(await answer(nvim, 'once')).toMatchObject({ kind: 'edit' });
    await ended(nvim);
    expect((await agent.answered('fs/write_text_file')).result).toEqual({});
    expect(
      await nvim.lua(`return vim.api.nvim_buf_get_lines(vim.fn.bufnr('a.txt'), 0, -1, true)`),
    ).toEqual(['first', 'one', 'TWO', 'mine']);
  });

  it('learns that the user says no, and nothing is written', async () => {
    const agent = agentThat(writeFile(path, NEW), writeFile(path, NEW), say('done'));
    await using nvim = await start(agent, [{ ask: true, path: 'a.*' }]);
    await prompt(nvim);
    await answer(nvim, 'no');
    const { error } = await agent.answered('fs/write_text_file');
    expect(error?.message).toMatch(/asked and did not allow this: Write .*a\.txt.*another way/);
    expect(disk(nvim)).toBe(OLD);
    // A no is no answer to the next one.
    await answer(nvim, 'once');
    await ended(nvim);
    expect(disk(nvim)).toBe(NEW);
  });

  it('is asked about once where the user allows a file for the session', async () => {
    const agent = agentThat(writeFile(path, NEW), writeFile(path, OLD), say('done'));
    await using nvim = await start(agent, EDITS);
    await prompt(nvim);
    await answer(nvim, 'session');
    await ended(nvim);
    expect(disk(nvim)).toBe(OLD);
    await prompt(nvim, 'again');
    await ended(nvim, 'again');
    expect((await agent.answered('fs/write_text_file', 4)).result).toEqual({});
  });

  it('is not asked about where no such rule fits, and a rule that denies comes first', async () => {
    const agent = agentThat(
      writeFile(path, NEW),
      writeFile('{{cwd}}/secret/key', 'x'),
      readFile(path),
      say('done'),
    );
    const rules = [
      { ask: true, path: 'secret/**' },
      { deny: true, path: 'secret/key' },
      { ask: true, kind: 'execute' },
      { allow: true, kind: 'edit' },
    ];
    await using nvim = await start(agent, rules);
    await prompt(nvim);
    await ended(nvim);
    expect(disk(nvim)).toBe(NEW);
    expect((await agent.answered('fs/write_text_file', 2)).error?.message).toMatch(/rules deny/);
  });

  it('outside the project is asked about once for both, with what is written', async () => {
    const outside = '{{cwd}}/../outside.txt';
    const agent = agentThat(writeFile(outside, 'first\nnew\n'), say('done'));
    await using nvim = await start(agent, EDITS);
    writeFileSync(join(nvim.dir, '../outside.txt'), 'first\n');
    await nvim.feed(':AcpChat<CR>');
    await prompt(nvim);
    await nvim.screen.toContain('+ new');
    expect((await answer(nvim, 'once')).title).toContain('outside the project');
    await ended(nvim);
    expect(readFileSync(join(nvim.dir, '../outside.txt'), 'utf8')).toBe('first\nnew\n');
  });

  it('is asked about before a file is read, if the rule says so; its parts are one file', async () => {
    const part = (line: number): Step => readFile('{{cwd}}/secret/key', { line, limit: 1 });
    const agent = agentThat(part(1), part(2), say('done'));
    await using nvim = await start(agent, [{ ask: true, path: 'secret/**' }]);
    await prompt(nvim);
    expect(await answer(nvim, 'once')).toMatchObject({ kind: 'read' });
    await ended(nvim);
    expect((await agent.answered('fs/read_text_file', 1)).result).toEqual({ content: 'hidden\n' });
    expect((await agent.answered('fs/read_text_file', 2)).result).toEqual({ content: '' });
  });
});

describe('an agent that has asked for the same', () => {
  const edit = (newText: string): Step =>
    ask('e', { kind: 'edit', content: [{ type: 'diff', path, oldText: 'two\n', newText }] });

  it('writes without a second question, once', async () => {
    const agent = agentThat(edit('TWO\n'), writeFile(path, NEW), writeFile(path, OLD), say('done'));
    await using nvim = await start(agent, EDITS);
    await prompt(nvim);
    expect((await answer(nvim, 'once')).title).toBe('e');
    expect((await agent.answered('fs/write_text_file')).result).toEqual({});
    expect((await answer(nvim, 'no')).title).toContain('Write');
    await ended(nvim);
    expect(disk(nvim)).toBe(NEW);
  });

  it('and writes something else is asked about', async () => {
    const agent = agentThat(edit('TWO\n'), writeFile(path, 'one\nTWO\nevil\n'), say('done'));
    await using nvim = await start(agent, EDITS);
    // All of it has room.
    await nvim.lua('vim.o.lines = 40');
    await nvim.feed(':AcpChat<CR>');
    await prompt(nvim);
    await answer(nvim, 'once');
    await nvim.screen.toContain('+ evil');
    await answer(nvim, 'no');
    await ended(nvim);
    expect(disk(nvim)).toBe(OLD);
  });

  it('and got a no, or asked in another turn, or to read, is asked about', async () => {
    const asksToRead = ask('r', { kind: 'read', locations: [{ path }] });
    const agent = scriptAgent({
      prompts: [
        { match: 'no', steps: [edit('TWO\n'), writeFile(path, NEW)] },
        { match: 'earlier', steps: [edit('TWO\n')] },
        { match: 'later', steps: [writeFile(path, NEW)] },
        { match: 'read', steps: [asksToRead, writeFile(path, NEW)] },
      ],
    });
    const rules = [...EDITS, { ask: true, kind: 'read' }];
    await using nvim = await start(agent, rules);
    const turn = async (text: string, ...answers: string[]): Promise<void> => {
      await prompt(nvim, text);
      for (const one of answers) await answer(nvim, one);
      await ended(nvim, text);
    };
    await turn('no', 'no', 'no');
    await turn('earlier', 'once');
    await turn('later', 'no');
    await turn('read', 'once', 'no');
    expect(disk(nvim)).toBe(OLD);
    expect(agent.answers('fs/write_text_file').map((reply) => reply?.error !== undefined)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('runs a command without a second question, in whatever spelling, once', async () => {
    const asks = ask('c', { kind: 'execute', rawInput: { command: 'touch made' } });
    const agent = agentThat(
      asks,
      run({ command: '/bin/sh', args: ['-c', 'touch made'] }),
      run({ command: 'touch', args: ['made'] }),
      say('done'),
    );
    await using nvim = await start(agent, [{ ask: true, command: 'touch' }]);
    await prompt(nvim);
    expect((await answer(nvim, 'once')).title).toBe('c');
    expect((await answer(nvim, 'session')).title).toBe('Run touch made');
    await ended(nvim);
    expect(await agent.answered('terminal/create', 2)).toHaveProperty('result.terminalId');
    await prompt(nvim, 'again');
    expect((await answer(nvim, 'once')).title).toBe('c');
    await ended(nvim, 'again');
  });

  it('and runs it with other variables or elsewhere is asked about, and both are shown', async () => {
    const asks = ask('c', { kind: 'execute', rawInput: { command: 'touch made' } });
    const env = [{ name: 'LD_PRELOAD', value: './evil.so' }];
    const agent = agentThat(
      asks,
      run({ command: 'touch made', env }),
      run({ command: 'touch made', cwd: '/tmp' }),
      say('done'),
    );
    await using nvim = await start(agent, [{ ask: true, kind: 'execute' }]);
    await nvim.feed(':AcpChat<CR>');
    await prompt(nvim);
    await answer(nvim, 'once');
    await nvim.screen.toContain('./evil.so');
    await answer(nvim, 'no');
    await nvim.screen.toContain('"cwd": "/tmp"');
    const { error } = await agent.answered('terminal/create');
    expect(error?.message).toMatch(/did not allow this: touch made/);
    await answer(nvim, 'no');
    await ended(nvim);
    expect(existsSync(join(nvim.dir, 'made'))).toBe(false);
  });
});

describe('such a question', () => {
  it('ends with the turn that is cancelled, and the agent learns so', async () => {
    const agent = agentThat(toolCall('t'), writeFile(path, NEW));
    await using nvim = await start(agent, EDITS);
    await prompt(nvim);
    await question(nvim);
    await nvim.lua(`require('acp').cancel()`);
    expect((await agent.answered('fs/write_text_file')).error?.code).toBe(-32800);
    await ended(nvim);
    expect(await questions(nvim)).toEqual([]);
    expect(disk(nvim)).toBe(OLD);
  });

  it('ends with its agent, and with its chat', async () => {
    const asks = { do: 'request', method: 'fs/write_text_file', params: { path, content: NEW } };
    const agent = agentThat(
      { ...asks, wait: false } as Step,
      { do: 'gate', name: 'crash' },
      { do: 'crash' },
    );
    await using nvim = await start(agent, EDITS);
    await prompt(nvim);
    await question(nvim);
    agent.open('crash');
    await wait(async () => (await questions(nvim)).length === 0, 'it is gone with the agent');
    await nvim.lua(`require('acp').open()`);
    await nvim.feed('<Esc>:Acp close<CR>');
    await wait(() => nvim.lua(`return #require('acp').sessions() == 0`), 'the chat is closed');
    expect(disk(nvim)).toBe(OLD);
    await nvim.expectNotBlocked();
  });

  it('is answered by a rule that is made meanwhile', async () => {
    const agent = agentThat(writeFile(path, NEW), say('done'));
    await using nvim = await start(agent, EDITS);
    await prompt(nvim);
    await question(nvim);
    const text = JSON.stringify({ permissions: { rules: [{ deny: true, path: 'a.txt' }] } });
    await nvim.lua(
      `require('acp.host').notify('project_rules', { cwd = vim.fn.getcwd(), text = ... })`,
      text,
    );
    expect((await agent.answered('fs/write_text_file')).error?.message).toMatch(/did not allow/);
    await ended(nvim);
  });
});
