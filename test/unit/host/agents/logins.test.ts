import { expect, it, vi } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import type { Agents } from '../../../../src/host/agents/agents';
import { Logins } from '../../../../src/host/agents/logins';
import type { Chat } from '../../../../src/host/chat/chat';
import { AcpError } from '../../../../src/protocol/errors';

it('who gave up before the agent wanted a sign-in does not wait for one, and nobody is offered it', async () => {
  const call = vi.fn(async () => undefined);
  const logins = new Logins({
    lua: { call } as never,
    asks: { select: call } as never,
    terminals: { run: call } as never,
    notify: call,
    agents: { running: () => undefined } as unknown as Agents,
    log: silentLogger,
    chats: () => [],
  });
  const notice = vi.fn();
  const chat = {
    choice: { name: 'a', title: 'A' },
    session: { notice, state: { entries: [] } },
  } as unknown as Chat;
  const abort = new AbortController();
  const ask = async (): Promise<never> => {
    abort.abort();
    throw new AcpError(-32000, 'Authentication required');
  };
  await expect(logins.authorized(chat, ask, { signal: abort.signal })).rejects.toMatchObject({
    code: -32800,
  });
  expect(logins.detail(chat)).toBeUndefined();
  expect(notice).not.toHaveBeenCalled();
  expect(call).not.toHaveBeenCalled();
});
