import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { say, scriptAgent, toolCall } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { expectValid } from '../support/schema';
import { wait } from '../support/wait';

const BLOCKS = `{
  { type = 'text', text = 'see' },
  { type = 'resource_link', uri = 'file:///p/a.txt', name = 'a.txt' },
  { type = 'resource', resource = { uri = 'file:///p/b.txt', text = 'not saved yet' } },
}`;
/** What a picture of this kind begins with. */
const PNG = '\x89PNG\r\n\x1a\n!';
const IMAGE = `{ { type = 'image', data = 'AAAA', mimeType = 'image/png' } }`;

const send = (nvim: Nvim, blocks: string) =>
  nvim.lua(`require('acp').prompt(${blocks}, {}, function(err, result)
    _G.result = err or result.stopReason
  end)`);
const result = (nvim: Nvim) =>
  wait(async () => (await nvim.lua('return _G.result')) ?? false, 'the prompt is answered');

describe('the content of prompts', () => {
  it('is sent as the agent takes it, and an image it does not take is refused clearly', async () => {
    const agent = scriptAgent({ prompts: [{ steps: [say('ok')] }] });
    await using nvim = await startNvim({ config: agent.setup() });
    await send(nvim, BLOCKS);
    const { params } = await agent.called('session/prompt');
    expectValid('PromptRequest', params);
    expect(params.prompt).toEqual([
      { type: 'text', text: 'see' },
      { type: 'resource_link', uri: 'file:///p/a.txt', name: 'a.txt' },
      { type: 'resource_link', uri: 'file:///p/b.txt', name: 'b.txt' },
      { type: 'text', text: 'file:///p/b.txt\n```\nnot saved yet\n```\n' },
    ]);
    expect(await result(nvim)).toBe('end_turn');
    await nvim.lua('_G.result = nil');
    await send(nvim, IMAGE);
    expect(await result(nvim)).toBe('scripted takes no images');
    expect(agent.calls('session/prompt')).toHaveLength(1);
  });

  it('of all kinds goes to an agent that advertises them', async () => {
    const agent = scriptAgent({
      replies: {
        initialize: {
          result: {
            agentCapabilities: { promptCapabilities: { image: true, embeddedContext: true } },
          },
        },
      },
      prompts: [{ steps: [say('ok')] }],
    });
    await using nvim = await startNvim({ config: agent.setup() });
    await send(nvim, BLOCKS);
    const embedded = await agent.called('session/prompt');
    expect(embedded.params.prompt[2]).toEqual({
      type: 'resource',
      resource: { uri: 'file:///p/b.txt', text: 'not saved yet' },
    });
    await send(nvim, IMAGE);
    const image = await agent.called('session/prompt', 2);
    expect(image.params.prompt).toEqual([{ type: 'image', data: 'AAAA', mimeType: 'image/png' }]);
  });
});

/** Presses <CR> in the transcript on the line that holds `text`. */
async function enter(nvim: Nvim, text: string): Promise<void> {
  await nvim.screen.toContain(text);
  await nvim.lua(
    `local windows = require('acp.chat.windows').get()
    vim.api.nvim_set_current_win(windows.chat)
    vim.cmd.stopinsert()
    vim.fn.search(..., 'w')`,
    `\\V${text.replaceAll('/', '\\/')}`,
  );
  await wait(async () => (await nvim.lua('return vim.fn.mode()')) === 'n', 'normal mode');
  await nvim.feed('<CR>');
}

describe('what the agent shows', () => {
  it('is opened from its line: files in the code window, addresses and images with the system', async () => {
    const image = { type: 'image', data: Buffer.from(PNG, 'latin1').toString('base64') };
    const content = (block: Record<string, unknown>) =>
      ({
        do: 'update',
        update: { sessionUpdate: 'agent_message_chunk', content: block },
      }) as const;
    const agent = scriptAgent({
      prompts: [
        {
          steps: [
            toolCall('t', {
              kind: 'read',
              status: 'completed',
              locations: [{ path: '{{cwd}}/code.txt', line: 3 }],
            }),
            content({ type: 'resource_link', name: 'Site', uri: 'https://example.org/a?b=c' }),
            content({ ...image, mimeType: 'image/png' }),
            content({
              type: 'resource',
              resource: { uri: 'note://1', text: 'vim: set readonly:\nA note' },
            }),
            content({ type: 'resource_link', name: 'Other', uri: 'file://{{cwd}}/other.txt' }),
            content({ type: 'resource_link', name: 'Odd', uri: 'zed:///x' }),
          ],
        },
      ],
    });
    await using nvim = await startNvim({
      files: { 'code.txt': 'one\ntwo\nthree\nfour\n', 'other.txt': 'another\n' },
      config: `${agent.setup()}
        vim.ui.open = function(path) _G.opened = path return nil, nil end
        _G.notes = {} vim.notify = function(text) table.insert(_G.notes, text) end`,
    });
    const open = () => nvim.lua(`require('acp').open()`);
    await open();
    await nvim.lua(`require('acp').prompt('go')`);
    // Until all is there the cursor goes along with the end.
    await nvim.screen.toContain('Odd');
    await enter(nvim, 'code.txt:3');
    await wait(
      async () => (await nvim.lua('return vim.fn.line(".") .. vim.fn.getline(".")')) === '3three',
      'the file is open at its line',
    );
    await open();
    await enter(nvim, 'Other · file');
    await wait(async () => (await nvim.lua('return vim.fn.expand("%:t")')) === 'other.txt', 'open');
    await open();
    await enter(nvim, 'Site · https');
    await wait(
      async () => (await nvim.lua('return _G.opened')) === 'https://example.org/a?b=c',
      'the address is handed on',
    );
    await enter(nvim, 'image/png');
    const file = await wait(async () => {
      const path = await nvim.lua('return _G.opened');
      return path.endsWith('.png') && path;
    }, 'the image is handed on');
    expect(readFileSync(file, 'latin1')).toBe(PNG);
    await enter(nvim, 'Odd · zed');
    await wait(
      async () => (await nvim.lua('return _G.notes[#_G.notes]')) === 'acp: nothing to open here',
      'the user hears that there is nothing to open',
    );
    await enter(nvim, 'note://1 ·');
    await wait(
      async () => (await nvim.lua('return vim.fn.getline(2)')) === 'A note',
      'the text is shown',
    );
    expect(await nvim.lua('return vim.bo.readonly')).toBe(false);
    // Once more it is in the same buffer; another text of this name is told apart from it.
    const name = await nvim.lua('return vim.fn.bufname()');
    await nvim.lua(`vim.cmd.enew()`);
    await open();
    await enter(nvim, 'note://1 ·');
    await wait(async () => (await nvim.lua('return vim.fn.bufname()')) === name, 'it is back');
    await nvim.lua(`require('acp.ui.open').text('note://1', 'B')`);
    expect(await nvim.lua('return vim.fn.bufname()')).toBe(`${name} (2)`);
  });
});
