import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wait } from '../support/wait';
import { available, expectHealthy, type RealChat, startChat } from './real';

const READ = { path: 'src/app.js' };
const EDIT = { ...READ, edits: [{ old_text: "'hello'", new_text: "'good day'" }] };
/** How agents call the tools of a server. */
const PREFIXES: Readonly<Record<string, string>> = {
  kimi: 'mcp__neovim__',
  gemini: 'mcp_neovim_',
};

/** Permissions that were asked and answered. */
async function answered({ editor }: RealChat): Promise<number> {
  const file = join(await editor.lua(`return vim.fn.stdpath('log')`), 'acp-audit.jsonl');
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.filter((line) => !('input' in JSON.parse(line))).length;
}

const connected = ({ editor }: RealChat): Promise<boolean> =>
  editor.lua(`
    local lines = table.concat(require('acp.host').request('editor_tools'), '\\n')
    return lines:find(', connected', 1, true) ~= nil`);

describe.each(['kimi', 'gemini'])('the tools of the editor in the hands of %s', (name) => {
  const real = test.skipIf(!available(name));

  real('are listed and called', async () => {
    const tool = `${PREFIXES[name]}read_buffer`;
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

  real('ask once for a change, whoever asks', async () => {
    const tool = `${PREFIXES[name]}edit_buffer`;
    await using chat = await startChat(name, [], {
      editor: [{ tools: [{ tool, args: EDIT }] }, { text: 'It is done.' }],
    });
    await wait(() => connected(chat), `${name} has connected`, { timeout: 60_000 });
    expect(await chat.turn('[[editor]] please')).toEqual({ stopReason: 'end_turn' });
    expect(await chat.buffer('src/app.js')).toContain("'good day'");
    expect(await answered(chat)).toBe(1);
    await expectHealthy(chat);
  });
});
