import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { uriOf } from '../../src/mcp/buffer-uris';
import { type BridgedEditor, bridgedEditor } from '../support/bridged-editor';
import { answer, readable } from '../support/permission';
import { wait } from '../support/wait';

const FILES = { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'needle\n', '.env': 'needle\n' };
const OPEN = { files: FILES, args: ['a.txt'], setup: { deny: ['.env'] } };

/** A tool's data, which is the same as its text. */
// biome-ignore lint/suspicious/noExplicitAny: tests state what they expect of the answer
async function call({ client }: BridgedEditor, name: string, input: object = {}): Promise<any> {
  const result = await client.callTool({ name, arguments: { ...input } });
  const { content, structuredContent, isError } = result;
  const [block] = content;
  if (block?.type !== 'text') throw new Error('there is no text');
  if (isError) return { failure: block.text };
  expect(JSON.parse(block.text)).toEqual(structuredContent);
  return structuredContent;
}

const textOf = (editor: BridgedEditor): Promise<string[]> =>
  editor.nvim.lua(`return vim.api.nvim_buf_get_lines(vim.fn.bufnr('a.txt'), 0, -1, true)`);

describe('over the bridge', () => {
  it('tools read what is in the editor and not yet in the file', async () => {
    await using editor = await bridgedEditor(OPEN);
    await editor.nvim.lua(
      `vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), 0, 1, true, { 'needle' })`,
    );
    const path = join(editor.nvim.dir, 'a.txt');
    expect((await call(editor, 'get_editor_state')).current).toMatchObject({
      path,
      modified: true,
    });
    expect((await call(editor, 'read_buffer', { path: 'a.txt' })).text).toBe(
      'needle\ntwo\nthree\n',
    );
    const { matches } = await call(editor, 'search_text', { pattern: 'needle' });
    expect(matches.map((match: { path: string }) => match.path)).toEqual([
      path,
      join(editor.nvim.dir, 'b.txt'),
    ]);
    expect((await call(editor, 'run_command_output', { command: 'ls' })).output).toContain('a.txt');
    expect((await call(editor, 'undo_history', { path })).entries).toHaveLength(1);
  });

  it('nothing is read, listed or shown of what the user keeps agents off', async () => {
    await using editor = await bridgedEditor({ ...OPEN, args: ['.env'] });
    const { current, buffers } = await call(editor, 'get_editor_state');
    expect([current, buffers]).toEqual([null, []]);
    for (const [name, input] of [
      ['read_buffer', { path: '.env' }],
      ['edit_buffer', { path: '.env', edits: [{ old_text: 'needle', new_text: 'x' }] }],
      ['open_file', { path: '.env' }],
      ['undo_history', { path: '.env' }],
      ['set_quickfix', { items: [{ path: '.env', line: 1 }] }],
      ['search_text', { path: '.env', pattern: 'x' }],
    ] as const) {
      const { failure } = await call(editor, name, input);
      expect(failure).toMatch(/may not use this file|may not use here|keeps agents off/);
    }
    expect((await editor.client.listResources()).resources).toEqual([]);
  });

  it('a search says that the folder of the session was deleted', async () => {
    await using editor = await bridgedEditor(OPEN);
    rmSync(editor.nvim.dir, { recursive: true });
    const { failure } = await call(editor, 'search_text', { pattern: 'needle' });
    expect(failure).toContain(`${editor.nvim.dir} is not there: it was deleted`);
  });

  it.each([
    ['a message that wants Enter', `:echo "one\\ntwo\\nthree"<CR>`, '<CR>'],
    ['a register', '"', '<Esc>'],
    ['a character', 'f', '<Esc>'],
  ])('a tool says that the editor waits for a key: at %s', async (_, keys, after) => {
    await using editor = await bridgedEditor(OPEN);
    const modeNow = async () =>
      (await editor.nvim.request('nvim_get_mode')) as { mode: string; blocking: boolean };
    await editor.nvim.lua(`vim.cmd.stopinsert()
      vim.api.nvim_set_current_win(vim.fn.bufwinid('a.txt'))`);
    await wait(async () => (await modeNow()).mode === 'n', 'the user is at the file');
    await editor.nvim.feed(keys);
    await wait(async () => (await modeNow()).blocking, 'it waits for a key');
    const [{ failure }, listed] = await Promise.all([
      call(editor, 'read_buffer', { path: 'a.txt' }),
      editor.client.listResources().catch((error: Error) => error.message),
    ]);
    expect(failure).toContain('Neovim waits for a key of the user');
    expect(listed).toContain('Neovim waits for a key of the user');
    await editor.nvim.feed(after);
    expect((await call(editor, 'read_buffer', { path: 'a.txt' })).text).toBe('one\ntwo\nthree\n');
  });

  it('an edit is asked for, made with the other edits, and can be reviewed', async () => {
    await using editor = await bridgedEditor(OPEN);
    const edits = [
      { old_text: 'one', new_text: 'eins' },
      { old_text: 'three', new_text: 'drei' },
    ];
    const made = call(editor, 'edit_buffer', { path: 'a.txt', edits });
    await readable(editor.nvim);
    expect(await textOf(editor)).toEqual(['one', 'two', 'three']);
    await editor.nvim.lua(`require('acp').respond(require('acp').permissions()[1].id, 'once')`);
    expect(await made).toMatchObject({ total_lines: 3 });
    expect(await textOf(editor)).toEqual(['eins', 'two', 'drei']);
    expect(readFileSync(join(editor.nvim.dir, 'a.txt'), 'utf8')).toBe('eins\ntwo\ndrei\n');
  });

  it('a question is answered by one key', async () => {
    await using editor = await bridgedEditor(OPEN);
    const options = [{ label: 'Yes' }, { label: 'No' }];
    let given: unknown;
    const asked = call(editor, 'ask_user', { question: 'Shall I go on?', options }).then(
      (answer) => {
        given = answer;
      },
    );
    await editor.nvim.screen.toContain('[1] Yes');
    await editor.nvim.feed('<C-g>');
    await wait(
      async () => (await editor.nvim.lua('return vim.bo.filetype')) === 'acppermission',
      () => `the question has the focus\n${editor.nvim.screen.framed()}`,
    );
    await answer(editor.nvim, '2');
    await asked;
    expect(given).toEqual({ answered: true, selected: ['No'] });
  });

  it('a question goes with its call', async () => {
    await using editor = await bridgedEditor(OPEN);
    const { signal, abort } = aborting();
    const asked = editor.client
      .callTool({ name: 'ask_user', arguments: { question: 'Shall I go on?' } }, { signal })
      .catch((error: unknown) => error);
    await editor.nvim.screen.toContain('1 question to answer');
    abort();
    await editor.nvim.screen.toLose('1 question to answer');
    expect(await asked).toBeInstanceOf(Error);
  });

  it('a file is shown to the user, and follow mode says for whom', async () => {
    await using editor = await bridgedEditor({
      ...OPEN,
      lua: `_G.followed = {}
        vim.api.nvim_create_autocmd('User', { pattern = 'AcpFollow', callback = function(event)
          table.insert(_G.followed, event.data)
        end })`,
    });
    const path = join(editor.nvim.dir, 'b.txt');
    expect(await call(editor, 'open_file', { path: 'b.txt', line: 1 })).toEqual({
      path,
      shown: true,
    });
    await editor.nvim.screen.toContain('needle');
    await wait(() => editor.nvim.lua('return #_G.followed > 0'), 'the event has come');
    expect(await editor.nvim.lua('return _G.followed')).toEqual([{ path, line: 1, source: 'mcp' }]);
  });

  it('open files are resources, and changes of them are reported', async () => {
    await using editor = await bridgedEditor(OPEN);
    const { client, nvim } = editor;
    const updated: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated.push(params.uri);
    });
    const uri = uriOf(join(nvim.dir, 'a.txt'));
    await client.subscribeResource({ uri });
    await nvim.lua(`vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), 0, 1, true, { 'eins' })`);
    await wait(() => updated.length > 0, 'the change is reported');
    expect(updated[0]).toBe(uri);
    const [content] = (await client.readResource({ uri })).contents;
    expect(content).toMatchObject({ uri, text: 'eins\ntwo\nthree\n' });
  });
});

function aborting(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
