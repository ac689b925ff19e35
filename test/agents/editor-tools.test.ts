import { describe, expect, test } from 'vitest';
import { wait } from '../support/wait';
import { available, expectHealthy, type RealChat, startChat } from './real';

const READ = { path: 'src/app.js' };
/** How agents call the tool of a server. */
const SPELLINGS: Readonly<Record<string, string>> = {
  kimi: 'mcp__neovim__read_buffer',
  gemini: 'mcp_neovim_read_buffer',
};

const connected = ({ editor }: RealChat): Promise<boolean> =>
  editor.lua(`
    local lines = table.concat(require('acp.host').request('editor_tools'), '\\n')
    return lines:find(', connected', 1, true) ~= nil`);

describe.each(['kimi', 'gemini'])('the tools of the editor in the hands of %s', (name) => {
  const real = test.skipIf(!available(name));

  real('are listed and called', async () => {
    const tool = SPELLINGS[name];
    await using chat = await startChat(name, [{ allow: true, tool: '*' }], {
      editor: [{ tools: [{ tool, args: READ }] }, { text: 'It is read.' }],
    });
    await wait(() => connected(chat), `${name} has connected`, { timeout: 60_000 });
    await chat.editor.lua(
      `vim.api.nvim_buf_set_lines(vim.fn.bufnr('src/app.js'), 0, 0, false, { '// not saved' })`,
    );
    expect(await chat.turn('[[editor]] please')).toEqual({ stopReason: 'end_turn' });
    // The agent's report and the editor's own are of one call.
    expect(Object.values((await chat.state()).tools)).toEqual([
      expect.objectContaining({
        name: 'neovim/read_buffer',
        executor: 'editor',
        state: 'output-available',
        output: expect.stringContaining('// not saved'),
      }),
    ]);
    await expectHealthy(chat);
  });
});
