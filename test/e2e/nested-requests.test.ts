import { expect, it } from 'vitest';
import { say, scriptAgent } from '../support/agent';
import { startNvim } from '../support/nvim';
import { wait } from '../support/wait';

it('listeners and callbacks may ask the host, however many come at once', async () => {
  const turns = 12;
  const agent = scriptAgent({
    prompts: Array.from({ length: turns }, () => ({ steps: [say('done')] })),
  });
  await using nvim = await startNvim({ config: agent.setup() });
  await nvim.lua(
    `local acp, turns = require('acp'), ...
    seen, ended, started = {}, 0, 0
    local function ask() table.insert(seen, acp.state().turn.phase) end
    acp.on('AcpTurnEnd', function() ended = ended + 1; ask(); ask() end)
    acp.on('AcpAgentStart', function() started = started + 1 end)
    acp.on_tool_call(ask)
    acp.open()
    for _ = 1, turns do acp.prompt('go', {}, function() ask() end) end`,
    turns,
  );
  await wait(
    async () => {
      // As other plugins do at any time.
      await nvim.lua(`require('acp').state()`);
      return nvim.lua('return #seen == 3 * ...', turns);
    },
    () => `every listener and callback was answered\n${nvim.screen.framed()}`,
  );
  expect(await nvim.lua('return { ended, started }')).toEqual([turns, 1]);
  expect(await nvim.messages()).not.toContain('the host ended');
});
