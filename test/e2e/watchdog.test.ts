import { expect, it } from 'vitest';
import { agentThat, ask, say, scriptAgent } from '../support/agent';
import { startNvim } from '../support/nvim';

it('the frame says that an agent is silent in a turn, and the agent goes on as it likes', async () => {
  const agent = agentThat(say('thinking'), { do: 'gate', name: 'wake' }, say('awake'));
  await using nvim = await startNvim({ config: agent.setup({ watchdog: 1 }) });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  await nvim.screen.toContain('thinking');
  await nvim.screen.toContain(/no sign of life for \d+ s/);
  agent.open('wake');
  await nvim.screen.toContain('awake');
  await nvim.screen.toLose('no sign of life');
  expect(agent.calls('session/cancel')).toEqual([]);
});

it('an agent that waits for the user is not called silent', async () => {
  const agent = scriptAgent({ prompts: [{ steps: [ask('t', { title: 'May I?' })] }] });
  await using nvim = await startNvim({ config: agent.setup({ watchdog: 0.2 }) });
  await nvim.feed(':AcpChat<CR>go<C-s>');
  await nvim.screen.toContain('May I?');
  const seen = nvim.screen.toContain('no sign of life', { timeout: 2500 });
  await expect(seen).rejects.toThrow('still not');
});
