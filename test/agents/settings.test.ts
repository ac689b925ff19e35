import { describe, expect, test } from 'vitest';
import { wait } from '../support/wait';
import { available, expectHealthy, type RealChat, startChat } from './real';

/** Runs a call with a callback at its end and answers its error. */
async function set(chat: RealChat, call: string): Promise<string> {
  await chat.editor.lua(`_G.set = nil require('acp').${call}`);
  return wait(() => chat.editor.lua('return _G.set'), `${call} is answered`, { timeout: 20_000 });
}
const DONE = `function(err) _G.set = err or 'set' end`;

describe.each(['kimi', 'gemini'])('%s', (name) => {
  const real = test.skipIf(!available(name));

  real('modes are offered, set and shown', async () => {
    await using chat = await startChat(name);
    const modes = await chat.editor.lua(`return vim.fn.getcompletion('Acp mode ', 'cmdline')`);
    expect(modes).toEqual(expect.arrayContaining(['default', 'plan']));
    expect(await set(chat, `set_mode('plan', ${DONE})`)).toBe('set');
    await chat.editor.screen.toContain('Plan');
    await expectHealthy(chat);
  });

  real('a mode that there is not is refused without asking the agent', async () => {
    await using chat = await startChat(name);
    expect(await set(chat, `set_mode('no-such-mode', ${DONE})`)).toContain('expected one of');
    await expectHealthy(chat);
  });
});

describe('kimi', () => {
  const real = test.skipIf(!available('kimi'));

  real('options are set, and the answer replaces them all', async () => {
    await using chat = await startChat('kimi');
    const { config } = await chat.state();
    const thinking = config.find(({ id }: { id: string }) => id === 'thinking');
    const wanted = thinking.options.find(
      ({ value }: { value: string }) => value !== thinking.currentValue,
    );
    expect(await set(chat, `set_config('thinking', '${wanted.value}', ${DONE})`)).toBe('set');
    const after = (await chat.state()).config;
    expect(after.find(({ id }: { id: string }) => id === 'thinking').currentValue).toBe(
      wanted.value,
    );
    await expectHealthy(chat);
  });

  real('[[ask]]: a form is filled in and sent', async () => {
    await using chat = await startChat('kimi');
    await chat.send('[[ask]] please');
    await chat.editor.screen.toContain('[1] x5   [2] x6');
    await chat.editor.feed('<C-g>');
    await wait(async () => {
      // Too soon after it was drawn it is no answer.
      await chat.editor.feed('1');
      return !chat.editor.screen.text().includes('[1] x5');
    }, 'it is answered');
    expect(await chat.end()).toEqual({ stopReason: 'end_turn' });
    expect(await chat.said()).toContain('Asked.');
    await expectHealthy(chat);
  });
});
