import { describe, expect, test } from 'vitest';
import { wait } from '../support/wait';
import { available, expectHealthy, startChat } from './real';

describe.skipIf(!available('example'))('the example agent', () => {
  test('plays its turn to the end', async () => {
    await using chat = await startChat('example');
    expect(await chat.turn('hello')).toEqual({ stopReason: 'end_turn' });
    expect(await chat.said()).toContain('successfully updated the configuration');
    const { tools } = await chat.state();
    expect(tools).toMatchObject({
      call_1: { kind: 'read', status: 'completed', state: 'output-available' },
      call_2: { kind: 'edit', status: 'completed', state: 'output-available' },
    });
    await expectHealthy(chat);
  });

  test('is cancelled in the middle, and a permission with it', async () => {
    await using chat = await startChat('example');
    await chat.send('hello');
    const pending = (): Promise<number> => chat.editor.lua(`return #require('acp').permissions()`);
    await wait(async () => (await pending()) === 1, 'the agent asks', { timeout: 20_000 });
    await chat.editor.lua(`require('acp').cancel()`);
    await wait(async () => (await pending()) === 0, 'the permission is answered');
    expect(await chat.end()).toEqual({ stopReason: 'cancelled' });
    expect((await chat.state()).tools.call_2.state).toBe('cancelled');
    await expectHealthy(chat);
  });
});
