import { it } from 'vitest';
import { agentThat, say, toolCall, toolCallUpdate } from '../support/agent';
import { startNvim } from '../support/nvim';

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
