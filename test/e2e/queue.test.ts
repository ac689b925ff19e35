import { describe, expect, it } from 'vitest';
import { type Script, type ScriptedAgent, say, scriptAgent } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { lineHere } from '../support/transcript';
import { wait } from '../support/wait';

const PROMPTS: Script['prompts'] = [
  { match: 'work', steps: [say('busy with {{prompt}}'), { do: 'silence' }] },
  { steps: [say('heard {{prompt}}')] },
];

const sentPrompts = (agent: ScriptedAgent): string[] =>
  agent.calls('session/prompt').map(({ params }) => params.prompt[0].text);

const promptLines = (nvim: Nvim): Promise<string[]> =>
  nvim.lua(
    `return vim.api.nvim_buf_get_lines(require('acp.chat.views').current().prompt, 0, -1, false)`,
  );

/** A chat whose agent works while other prompts wait. */
async function busy(agent: ScriptedAgent, waiting: readonly string[], config = '') {
  const nvim = await startNvim({ config: `${agent.setup()}\n${config}` });
  await nvim.feed(':AcpChat<CR>work<C-s>');
  await nvim.screen.toContain('busy with work');
  for (const prompt of waiting) await nvim.feed(`${prompt}<C-s>`);
  if (waiting.length > 0) await nvim.screen.toContain(`${waiting.length}. ${waiting.at(-1)}`);
  return nvim;
}

describe('a cancellation', () => {
  it('is seen in the statusline: the queue is paused', async () => {
    const agent = scriptAgent({ prompts: PROMPTS });
    await using nvim = await busy(agent, ['one', 'two']);
    const line = (): Promise<string> => nvim.lua(`return require('acp').statusline()`);
    await wait(async () => (await line()).endsWith('+2'), 'two wait');
    await nvim.press('<Esc><C-c>');
    await wait(async () => (await line()).endsWith('+2 paused'), 'they are paused');
    expect(await nvim.lua(`return require('acp').status().queuePaused`)).toBe(true);
    await nvim.feed(':Acp queue<CR>');
    await wait(async () => (await lineHere(nvim)).includes('1. one'), 'the cursor is on one');
    await nvim.feed('c');
    await wait(async () => !(await line()).includes('paused'), 'they go on');
  });

  it('pauses the queue, which an empty prompt goes on with', async () => {
    const agent = scriptAgent({ prompts: PROMPTS });
    await using nvim = await busy(agent, ['one', 'two']);
    await nvim.press('<C-c>');
    await nvim.screen.toContain('Queue paused · <C-s> in an empty prompt goes on');
    await nvim.turnOver();
    expect(sentPrompts(agent)).toEqual(['work']);
    await nvim.feed('<C-s>');
    await nvim.screen.toContain('heard two');
    await nvim.screen.toLose('Queue paused');
    expect(sentPrompts(agent)).toEqual(['work', 'one', 'two']);
    await nvim.expectNotBlocked();
  });

  it('lets what is said after it go before what is paused', async () => {
    const agent = scriptAgent({ prompts: PROMPTS });
    await using nvim = await busy(agent, ['one']);
    await nvim.press('<C-c>rather this<C-s>');
    await nvim.screen.toContain('heard rather this');
    await nvim.screen.toContain('Queue paused');
    expect(sentPrompts(agent)).toEqual(['work', 'rather this']);
  });
});

describe('what waits', () => {
  it('is edited in the prompt, above what is written there', async () => {
    const agent = scriptAgent({ prompts: PROMPTS });
    await using nvim = await busy(agent, ['one', 'two']);
    await nvim.feed('a draft<C-q>');
    await nvim.screen.toContain('<CR> edit');
    await nvim.feed('<CR>');
    await wait(
      async () => (await promptLines(nvim)).join('|') === 'one||a draft',
      'it is in the prompt',
    );
    await nvim.screen.toContain('1. two');
    expect(await nvim.lua('return vim.bo.filetype')).toBe('acpprompt');
    expect(await nvim.messages()).not.toContain('not sent');
  });

  it('is put in another order, and taken out', async () => {
    const agent = scriptAgent({ prompts: PROMPTS });
    await using nvim = await busy(agent, ['one', 'two', 'three']);
    await nvim.feed('<Esc>:Acp queue<CR>');
    await nvim.screen.toContain('<CR> edit');
    // The cursor goes along.
    const isOn = (text: string): Promise<unknown> =>
      wait(async () => (await lineHere(nvim)).includes(text), `the cursor is on ${text}`);
    await isOn('1. one');
    await nvim.feed('J');
    await isOn('2. one');
    await nvim.feed('K');
    await isOn('1. one');
    await nvim.feed('2J');
    await isOn('3. one');
    await nvim.screen.toContain('3. one');
    await nvim.feed('d');
    await nvim.screen.toLose('3. one');
    await nvim.feed('q');
    await wait(async () => (await nvim.lua('return vim.bo.filetype')) === 'acpprompt', 'back');
    const queue = await nvim.lua(`return require('acp').state().queue`);
    expect(queue.map(({ text }: { text: string }) => text)).toEqual(['two', 'three']);
    expect(await promptLines(nvim)).toEqual(['']);
    await nvim.expectNotBlocked();
  });

  it('moves on with each key, however fast they come', async () => {
    const agent = scriptAgent({ prompts: PROMPTS });
    await using nvim = await busy(agent, ['one', 'two', 'three', 'four']);
    await nvim.feed('<Esc>:Acp queue<CR>');
    await wait(async () => (await lineHere(nvim)).includes('1. one'), 'the cursor is on one');
    const becomes = (order: string, here: string): Promise<unknown> =>
      wait(async () => {
        const queue = await nvim.lua(`return require('acp').state().queue`);
        const texts = queue.map(({ text }: { text: string }) => text).join();
        return texts === order && (await lineHere(nvim)).includes(here);
      }, `${order}, with the cursor on ${here}`);
    await nvim.feed('JJ');
    await becomes('two,three,one,four', '3. one');
    await nvim.feed('KKJJJ');
    await becomes('two,three,four,one', '4. one');
    await nvim.feed('KJKK');
    await becomes('two,one,three,four', '2. one');
  });

  it('is gone with its window when it is empty; the user is back where they were', async () => {
    const agent = scriptAgent({ prompts: PROMPTS });
    await using nvim = await busy(agent, ['one']);
    await nvim.feed('dra<C-q>');
    await nvim.screen.toContain('<CR> edit');
    await nvim.feed('d');
    await nvim.screen.toLose('<CR> edit');
    await wait(async () => (await nvim.lua('return vim.bo.filetype')) === 'acpprompt', 'back');
    await nvim.feed('ft');
    await wait(async () => (await promptLines(nvim)).join('|') === 'draft', 'typing goes on');
    await nvim.feed('<C-q>');
    await wait(async () => (await nvim.messages()).includes('nothing waits'), 'it is said');
  });

  it('stands between the other windows for the keys that go to windows', async () => {
    const agent = scriptAgent({ prompts: PROMPTS });
    await using nvim = await busy(agent, ['one']);
    const goes = async (keys: string, to: string): Promise<void> => {
      await nvim.feed(keys);
      await wait(async () => (await nvim.lua('return vim.bo.filetype')) === to, `in ${to}`);
    };
    await goes('<C-q>', 'acpactivity');
    await goes('<C-w>k', 'acpchat');
    await goes('<C-q>', 'acpactivity');
    await goes('<C-w>j', 'acpprompt');
  });

  it('is sent now, in place of the running turn; what else waits goes on after it', async () => {
    const agent = scriptAgent({ prompts: PROMPTS });
    await using nvim = await busy(agent, ['one', 'two']);
    await nvim.feed('<C-q>');
    await nvim.screen.toContain('s send now');
    await nvim.feed('js');
    await nvim.screen.toContain('heard one');
    expect(sentPrompts(agent)).toEqual(['work', 'two', 'one']);
    expect(agent.calls('session/cancel')).toHaveLength(1);
  });

  it('is told to listeners, also that it is paused', async () => {
    const agent = scriptAgent({ prompts: PROMPTS });
    const config = `queue = {}
      require('acp').on('AcpQueue', function()
        local state = require('acp').state()
        table.insert(queue, { #state.queue, state.queuePaused })
      end)`;
    await using nvim = await busy(agent, ['one'], config);
    await nvim.press('<C-c>');
    await nvim.screen.toContain('Queue paused');
    await wait(
      async () => JSON.stringify(await nvim.lua('return queue')).endsWith('[1,false],[1,true]]'),
      'both were told',
    );
  });

  it('stays through a restart of the agent', async () => {
    const agent = scriptAgent({
      prompts: PROMPTS,
      replies: { initialize: { result: { agentCapabilities: { loadSession: true } } } },
    });
    await using nvim = await busy(agent, ['one', 'two']);
    await nvim.press('<C-c>');
    await nvim.screen.toContain('Queue paused');
    await nvim.turnOver();
    await nvim.feed('<Esc>:Acp restart<CR>');
    await agent.called('initialize', 2);
    await nvim.screen.toContain('Queue paused');
    await nvim.feed('i<C-s>');
    await nvim.screen.toContain('heard two');
  });
});

describe('steering', () => {
  const steering: Script = {
    prompts: [
      {
        match: 'work',
        steps: [
          say('busy with {{prompt}}'),
          { do: 'notification', method: '_session/steering' },
          say('. Steered'),
        ],
      },
      { steps: [say('heard {{prompt}}')] },
    ],
    replies: {
      initialize: { result: { _meta: { steering: { supported: true } } } },
      '_session/steering': { result: { outcome: 'injected' } },
    },
  };

  it('goes into the running turn where the agent says that it can', async () => {
    const agent = scriptAgent(steering);
    await using nvim = await busy(agent, []);
    await nvim.feed('left<M-CR>');
    const { params } = await agent.called('_session/steering');
    expect(params).toEqual({
      sessionId: 'session-1',
      prompt: [{ type: 'text', text: 'left' }],
      _meta: { steering: { idleBehavior: 'promptRequired' } },
    });
    await nvim.screen.toContain('left');
    await nvim.turnOver();
    expect(sentPrompts(agent)).toEqual(['work']);
    expect(agent.calls('session/cancel')).toEqual([]);
    expect(await nvim.lua(`return require('acp').state().turn.stopReason`)).toBe('end_turn');
  });

  it.each([
    ['an empty success', { result: {} }],
    ['that it needs a prompt', { result: { outcome: 'promptRequired' } }],
    ['an error', { error: { code: -32603, message: 'no' } }],
  ])('is sent in place of the turn when the agent answers %s', async (_, reply) => {
    const agent = scriptAgent({
      ...steering,
      prompts: PROMPTS,
      replies: { ...steering.replies, '_session/steering': { ...reply } },
    });
    await using nvim = await busy(agent, []);
    await nvim.feed('<Esc>:Acp steer left<CR>');
    await nvim.screen.toContain('heard left');
    expect(sentPrompts(agent)).toEqual(['work', 'left']);
  });
});
