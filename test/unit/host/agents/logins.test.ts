import { expect, it, vi } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
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
    surfaces: { allUp: call } as never,
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

it('a window that the user has asked for comes up before the question how to sign in', async () => {
  const up = new Deferred<void>();
  const seen: string[] = [];
  const logins = new Logins({
    lua: { call: async () => !seen.includes('window') } as never,
    asks: { select: async () => void seen.push('question') } as never,
    surfaces: { allUp: () => up.promise },
    terminals: { run: vi.fn() },
    notify: (_, text) => seen.push(text),
    agents: { running: () => ({ loginMethods: [{ id: 'm', name: 'M' }] }) } as unknown as Agents,
    log: silentLogger,
    chats: () => [],
  });
  const chat = {
    choice: { name: 'a', title: 'A' },
    session: { notice: vi.fn(), state: { entries: [] } },
  } as unknown as Chat;
  const listed = logins.authorized(chat, async () => {
    throw new AcpError(-32000, 'Authentication required');
  });
  await new Promise(setImmediate);
  seen.push('window');
  up.resolve();
  await expect.poll(() => seen).toEqual(['window', 'A wants you to sign in: :Acp login']);
  logins.dispose();
  await expect(listed).rejects.toMatchObject({ code: -32800 });
});
