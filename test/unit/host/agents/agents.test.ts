/** Real agent processes: which of them a chat gets when one has just ended. */
import { expect, it, onTestFinished } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { silentLogger } from '../../../../src/base/logger';
import type { Agent } from '../../../../src/client/agent';
import { Agents } from '../../../../src/host/agents/agents';
import type { HostConfig } from '../../../../src/host/lua-door/host-config';
import type { Documents } from '../../../../src/session/ports';
import { agentThat, type ScriptedAgent, scriptAgent } from '../../../support/agent';
import { testSession } from '../../../support/session';

/** The processes of a host with one scripted agent, and what starts it. */
function processesOf({ command, args }: ScriptedAgent) {
  const config: Partial<HostConfig> = {
    agent: 'scripted',
    agents: { scripted: { command, args: [...args] } },
    start_timeout: 60_000,
  };
  const agents = new Agents({
    config: () => config as HostConfig,
    root: '/nowhere',
    documents: {} as Documents,
    clientVersion: '0',
    log: silentLogger,
  });
  onTestFinished(() => agents.stopAll());
  return { agents, start: () => agents.start(agents.choose(undefined)) };
}

it('whoever sees a turn fail because its agent died is without it, and gets another', async () => {
  const { start } = processesOf(agentThat({ do: 'crash', code: 7 }));
  const dying = start();
  const session = testSession({ agent: 'scripted' });
  await dying.open(session, []);
  const next = new Deferred<Agent>();
  session.onChange(({ event }) => {
    if (event.type !== 'turnFailed') return;
    expect(event.text).toBe('scripted exited with code 7');
    expect(session.linked).toBe(false);
    next.resolve(start());
  });
  await session.prompt([{ type: 'text', text: 'go' }]);
  const agent = await next.promise;
  expect(agent).not.toBe(dying);
  await agent.ready;
});

it('an agent that has failed to start is not waited for while it is being ended', async () => {
  const { agents, start } = processesOf(
    scriptAgent({
      start: [{ do: 'ignoreTerm' }, { do: 'ignoreEof' }],
      replies: { initialize: { result: { protocolVersion: 2 } } },
    }),
  );
  const next = new Deferred<Agent>();
  agents.onStatus(({ phase }) => {
    if (phase === 'failed') next.resolve(start());
  });
  const failing = start();
  expect(await next.promise).not.toBe(failing);
});
