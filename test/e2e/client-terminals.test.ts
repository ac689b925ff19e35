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
async function withCommand(...steps: Step[]): Promise<{ agent: ScriptedAgent; nvim: Nvim }> {
  const agent = agentThat(
    terminal('create', { command: '/bin/sh', args: ['-c', SCRIPT] }),
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
  await nvim.screen.toContain('started');
  expect(running(nvim).length).toBeGreaterThan(0);
  return { agent, nvim };
}

describe('a command in a terminal of ours', () => {
  it('ends with the chat', async () => {
    const { nvim } = await withCommand();
    await using _ = nvim;
    await nvim.feed('<Esc>:Acp close<CR>');
    await wait(
      () => running(nvim).length === 0,
      () => running(nvim).join(),
    );
  });

  it('ends with its agent, and what it printed stays', async () => {
    const { agent, nvim } = await withCommand({ do: 'crash' });
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
    const { nvim } = await withCommand();
    await using _ = nvim;
    nvim.process.kill('SIGKILL');
    await nvim.exited;
    await expectNoneLeft(nvim.mark);
  });

  it('that is killed answers who waits and can be read; released, it is unknown and stays on screen', async () => {
    const { agent, nvim } = await withCommand(
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
