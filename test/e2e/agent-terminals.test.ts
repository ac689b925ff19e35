import { expect, it } from 'vitest';
import { agentThat, type Step, say, toolCall, toolCallUpdate } from '../support/agent';
import { startNvim } from '../support/nvim';
import { transcript } from '../support/transcript';
import { wait } from '../support/wait';

it('a terminal that the agent made is shown while it runs, and an unknown one does no harm', async () => {
  const agent = agentThat(
    toolCall('run', {
      kind: 'execute',
      title: 'make',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId: 'run' }],
      _meta: { terminal_info: { terminal_id: 'run', cwd: '/p' } },
    }),
    toolCallUpdate('run', { _meta: { terminal_output_delta: { data: 'compiling\n' } } }),
    { do: 'gate', name: 'end' },
    toolCallUpdate('run', { _meta: { terminal_output_delta: { data: 'broken\n' } } }),
    toolCallUpdate('run', {
      status: 'failed',
      _meta: { terminal_exit: { exit_code: 2, signal: null } },
    }),
    toolCall('ghost', { content: [{ type: 'terminal', terminalId: 'nobody-knows' }] }),
    say('that was it'),
  );
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain('compiling');
  agent.open('end');
  await nvim.screen.toContain('that was it');
  await nvim.screen.toContain('broken');
  await nvim.screen.toContain('exit code 2');
  await nvim.screen.toContain('ghost');
});

it('agents know that we show the terminals they make', async () => {
  const agent = agentThat();
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.lua(`require('acp').open()`);
  const { params } = await agent.called('initialize');
  expect(params.clientCapabilities._meta.terminal_output).toBe(true);
});

/** As Claude's and pi's adapters report a command: everything under the call's own id. */
function command(id: string, pieces: readonly string[], exit: Record<string, unknown>): Step[] {
  return [
    toolCall(id, {
      kind: 'execute',
      content: [{ type: 'terminal', terminalId: id }],
      _meta: { terminal_info: { terminal_id: id } },
    }),
    ...pieces.map((data) =>
      toolCallUpdate(id, { _meta: { terminal_output: { terminal_id: id, data } } }),
    ),
    toolCallUpdate(id, {
      status: 'completed',
      content: [{ type: 'terminal', terminalId: id }],
      _meta: { terminal_info: { terminal_id: id }, terminal_exit: { terminal_id: id, ...exit } },
    }),
  ];
}

it('equal pieces are all shown, escapes do nothing, and a signal is named', async () => {
  const agent = agentThat(
    ...command(
      'dots',
      ['.', '.', '.\n', '\u001b[31mred\u001b[0m\u001b]0;title\u0007\r\n', 'tick\n', 'tick\n'],
      {
        exit_code: null,
        signal: 'SIGKILL',
      },
    ),
    say('that was it'),
  );
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain('that was it');
  await nvim.screen.toContain('ended by SIGKILL');
  const lines: string[] = await nvim.lua(
    `return vim.api.nvim_buf_get_lines(vim.fn.bufnr('acp://scripted'), 0, -1, false)`,
  );
  expect(lines.join('\n')).toContain('  ...\n  red\n  tick\n  tick\n  ended by SIGKILL');
});

it('output for calls and terminals that nobody has named is no failure, and what comes late is shown', async () => {
  const agent = agentThat(
    toolCallUpdate('never-announced', {
      _meta: { terminal_output: { terminal_id: 'elsewhere', data: 'lost\n' } },
    }),
    toolCallUpdate('bare', { _meta: { terminal_output_delta: { data: 'found by its call\n' } } }),
    ...command('same', ['first turn\n'], { exit_code: 0, signal: null }),
    toolCallUpdate('same', { _meta: { terminal_output: { data: 'late piece\n' } } }),
    ...['constructor', '__proto__', ''].map((terminal_id) =>
      toolCallUpdate('odd', {
        _meta: { terminal_output: { terminal_id, data: 'x' }, terminal_exit: 7 },
      }),
    ),
    say('still here'),
  );
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.lua(`require('acp').open()`);
  await nvim.lua(`require('acp').prompt('go')`);
  await nvim.screen.toContain('still here');
  await nvim.screen.toContain('late piece');
  // That call ends with the turn, and then what it has printed is folded.
  await wait(
    async () => (await transcript(nvim)).some((line) => line.includes('found by its call')),
    'what the call has printed',
  );
  await nvim.expectNotBlocked();
});
