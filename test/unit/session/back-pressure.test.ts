import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/logger';
import { Agent } from '../../../src/client/agent';
import { AcpError } from '../../../src/protocol/errors';
import { PipedProcess } from '../../support/piped-process';
import { newFile } from '../../support/preview';
import { testSession } from '../../support/session';
import { wait } from '../../support/wait';

const MEGABYTE = 1024 * 1024;
const REQUESTS = 400;

async function openAgent() {
  const process = new PipedProcess<{ readonly id?: unknown; readonly method?: string }>();
  const agent = new Agent({
    name: 'full',
    process,
    documents: {
      read: async () => 'x'.repeat(MEGABYTE),
      write: async () => {},
      preview: async () => newFile(''),
    },
    clientVersion: '0',
    log: silentLogger,
    startTimeoutMs: 5000,
    quirksOf: () => ({}),
  });
  const terminals = { create: () => Promise.reject(AcpError.internal('none')) };
  const opened = agent.open(testSession({ key: 'v', agent: 'full', terminals }), []);
  process.say('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{}}}');
  await wait(() => process.sent.length === 2, 'session/new is sent');
  process.say('{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}');
  await opened;
  return { agent, process };
}

it.each([
  ['of files', 'fs/read_text_file', { sessionId: 's', path: '/project/a' }],
  ['that are errors', 'terminal/kill', { sessionId: 'x'.repeat(MEGABYTE), terminalId: 't' }],
])(
  'answers %s wait for an agent that does not read, and all come in the end',
  { timeout: 180_000 },
  async (_, method, params) => {
    const { agent, process } = await openAgent();
    process.stdin.pause();
    for (let id = 0; id < REQUESTS; id++) {
      process.say(JSON.stringify({ jsonrpc: '2.0', id: `r${id}`, method, params }));
    }
    await wait(() => process.stdin.writableLength > 60 * MEGABYTE, 'much waits to be read');
    for (let turn = 0; turn < 5000; turn++) await new Promise((next) => setImmediate(next));
    expect(process.stdin.writableLength / MEGABYTE).toBeLessThan(150);
    process.stdin.resume();
    const answers = (): number => process.sent.filter(({ id }) => `${id}`.startsWith('r')).length;
    await wait(() => answers() === REQUESTS, 'all are answered', { timeout: 120_000 });
    process.end();
    await agent.gone;
  },
);
