import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { agentThat, type ScriptedAgent, type Step, say, toolCall } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { expectNoneLeft, marked } from '../support/process';
import { wait } from '../support/wait';

const terminal = (method: string, params: Record<string, unknown> = {}): Step => ({
  do: 'request',
  method: `terminal/${method}`,
  params: { terminalId: '{{terminal}}', ...params },
});

/** A command that leaves something in the background and is deaf to TERM. */
const SCRIPT = 'trap "" TERM; sleep 4321 & echo started; sleep 4321';

const running = (nvim: Nvim): string[] =>
  marked(nvim.mark).flatMap(({ command }) => (command.includes('sleep 4321') ? command : []));

/** A chat whose agent runs such a command in a terminal of ours, seen in its tool call. */
async function withCommand(
  { script = SCRIPT, shows = 'started' }: { script?: string; shows?: string },
  ...steps: Step[]
): Promise<{ agent: ScriptedAgent; nvim: Nvim }> {
  const agent = agentThat(
    terminal('create', { command: '/bin/sh', args: ['-c', `mkfifo go 2>/dev/null; ${script}`] }),
    toolCall('t', {
      kind: 'execute',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId: '{{terminal}}' }],
    }),
    { do: 'gate', name: 'go' },
    ...steps,
    { do: 'silence' },
  );
  const nvim = await startNvim({ config: agent.setup() });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain(shows);
  if (script === SCRIPT) expect(running(nvim).length).toBeGreaterThan(0);
  return { agent, nvim };
}

/** Presses a key in the transcript on the line that holds `text`. */
async function onLine(nvim: Nvim, text: string, key: string): Promise<void> {
  await nvim.feed('<Esc>');
  await wait(async () => (await nvim.lua('return vim.fn.mode()')) === 'n', 'normal mode');
  const found = await nvim.lua(
    `local text = ...
    local win = require('acp.chat.windows').get().chat
    vim.api.nvim_set_current_win(win)
    return vim.fn.search(text, 'w')`,
    text,
  );
  expect(found).toBeGreaterThan(0);
  await nvim.feed(key);
}

describe('a command in a terminal of ours', () => {
  it('ends with the chat', async () => {
    const { nvim } = await withCommand({});
    await using _ = nvim;
    await nvim.feed('<Esc>:Acp close<CR>');
    await wait(
      () => running(nvim).length === 0,
      () => running(nvim).join(),
    );
  });

  it('ends with its agent, and what it printed stays', async () => {
    const { agent, nvim } = await withCommand({}, { do: 'crash' });
    await using _ = nvim;
    agent.open('go');
    await nvim.screen.toContain('exited with code 1');
    await wait(
      () => running(nvim).length === 0,
      () => running(nvim).join(),
    );
    await nvim.screen.toContain('started');
  });

  it('ends with the editor, also when that is killed', async () => {
    const { nvim } = await withCommand({});
    await using _ = nvim;
    nvim.process.kill('SIGKILL');
    await nvim.exited;
    await expectNoneLeft(nvim.mark);
  });

  it('is opened as a whole in a terminal of the editor, which goes on with it', async () => {
    const { nvim } = await withCommand({
      script: `seq 1 40; printf '\\033[31mred\\033[0m\\n10%%\\r99%%'; read -r _ < go; echo; echo and on; exit 3`,
      shows: '99%',
    });
    await using _ = nvim;
    await onLine(nvim, '99%', '<CR>');
    await wait(
      () => nvim.lua(`return vim.bo.buftype == 'terminal' and vim.fn.getline(3) == '3'`),
      'the terminal is shown with its first lines',
    );
    expect(await nvim.lua(`return vim.fn.bufname()`)).toBe('acp://terminal/t');
    expect(await nvim.lua(`return vim.fn.search('10%', 'nw')`)).toBe(0);
    execFileSync('/bin/sh', ['-c', 'echo > go'], { cwd: nvim.dir });
    await wait(
      () =>
        nvim.lua(
          `local on, done = vim.fn.search('and on', 'nw'), vim.fn.search('exit code 3', 'nw')
          return on > 0 and done > on`,
        ),
      'it has gone on to the end',
    );
  });

  it('is ended by a key, and its agent is told how it ended', async () => {
    const { agent, nvim } = await withCommand({}, {
      ...terminal('wait_for_exit'),
      wait: false,
    } as Step);
    await using _ = nvim;
    agent.open('go');
    await onLine(nvim, 'started', 'X');
    await nvim.screen.toContain('ended by you');
    expect((await agent.answered('terminal/wait_for_exit')).result).toEqual({
      exitCode: null,
      signal: 'SIGKILL',
    });
    await nvim.feed('X');
    await nvim.screen.toContain('this command does not run');
  });

  it('that prints nothing is ended from its header', async () => {
    const { nvim } = await withCommand({ script: 'read -r _ < go', shows: '◐ running' });
    await using _ = nvim;
    await onLine(nvim, '$ t', 'X');
    await nvim.screen.toContain('ended by you');
  });

  it('that is killed answers who waits and can be read; released, it is unknown and stays on screen', async () => {
    const { agent, nvim } = await withCommand(
      {},
      { ...terminal('wait_for_exit'), wait: false } as Step,
      terminal('kill'),
      terminal('output'),
      say('read {{answer}}\n\n'),
      terminal('release'),
      terminal('output'),
      say('gone {{answer}}'),
    );
    await using _ = nvim;
    agent.open('go');
    await nvim.screen.toContain('unknown terminal');
    await nvim.screen.toContain('ended by SIGKILL');
    await nvim.screen.toContain('started');
    expect((await agent.answered('terminal/wait_for_exit')).result).toEqual({
      exitCode: null,
      signal: 'SIGKILL',
    });
    expect(agent.answers('terminal/output')[0]?.result).toEqual({
      output: 'started\n',
      truncated: false,
      exitStatus: { exitCode: null, signal: 'SIGKILL' },
    });
    expect(agent.answers('terminal/output')[1]?.error?.code).toBe(-32602);
  });
});
