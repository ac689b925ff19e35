import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { silentLogger } from '../../src/base/logger';
import { uriOf } from '../../src/mcp/buffer-uris';
import { OpenBuffers } from '../../src/nvim/open-buffers';
import { openToolDesk, type ToolDesk, type ToolDeskOptions } from '../support/editor-tools';
import { listen } from '../support/listen';
import { connectMcp, fakeEditor, resourceParts } from '../support/mcp';
import { testSession } from '../support/session';
import { wait } from '../support/wait';

const FILES = {
  'src/a.md': 'one\n',
  'src/b.txt': 'two\n',
  'src/.env': 'KEY=1\n',
  'other/c.txt': 'KEY=2\n',
};

interface ResourceDesk extends AsyncDisposable {
  readonly desk: ToolDesk;
  readonly client: Awaited<ReturnType<typeof connectMcp>>['client'];
  readonly updated: string[];
  readonly listChanges: () => number;
  /** Settles when the server knows what is open now. */
  readonly known: () => Promise<void>;
}

/** An agent that is connected to the resources of a real editor. */
async function openResources(options: ToolDeskOptions = {}): Promise<ResourceDesk> {
  const desk = await openToolDesk({ files: FILES, roots: ['src'], deny: ['.env'], ...options });
  const { context } = desk;
  const buffers = new OpenBuffers(context.lua, silentLogger);
  await listen(desk.editor, (name) => {
    if (name === 'buffers_changed') buffers.changed();
  });
  const fake = fakeEditor();
  const session = testSession({ cwd: desk.path('src') });
  const editor = fakeEditor({
    lua: context.lua,
    documents: { ...fake.documents, read: (...args) => context.documents.read(...args) },
    permits: (_, path) => context.permits(path),
  });
  const updated: string[] = [];
  let changes = 0;
  const { client, dispose } = await connectMcp({
    session,
    editor,
    resources: resourceParts({ session, editor, buffers }),
    client: (client) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        updated.push(params.uri);
      });
      client.setNotificationHandler('notifications/resources/list_changed', () => {
        changes++;
      });
    },
  });
  return {
    desk,
    client,
    updated,
    listChanges: () => changes,
    known: async () => {
      const { resources } = await client.listResources();
      const [first] = resources;
      if (first) await client.subscribeResource({ uri: first.uri });
    },
    [Symbol.asyncDispose]: async () => {
      dispose();
      await desk[Symbol.asyncDispose]();
    },
  };
}

test('open files are listed, and read with their unsaved text', async () => {
  await using open = await openResources({ args: ['src/a.md'] });
  const { desk, client } = open;
  await desk.editor.lua(`vim.cmd.badd('src/b.txt')
    vim.fn.bufload('src/b.txt')
    vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'eins', 'ä' })`);
  const { resources } = await client.listResources();
  expect(resources).toEqual([
    {
      uri: uriOf(desk.path('src/a.md')),
      name: 'a.md',
      title: 'a.md',
      mimeType: 'text/markdown',
      annotations: { priority: 1 },
    },
    {
      uri: uriOf(desk.path('src/b.txt')),
      name: 'b.txt',
      title: 'b.txt',
      mimeType: 'text/plain',
      annotations: { priority: 0.3 },
    },
  ]);
  const uri = uriOf(desk.path('src/a.md'));
  expect((await client.readResource({ uri })).contents).toEqual([
    { uri, mimeType: 'text/markdown', text: 'eins\nä\n' },
  ]);
});

test('there is a template of their addresses', async () => {
  await using open = await openResources();
  const { resourceTemplates } = await open.client.listResourceTemplates();
  expect(resourceTemplates).toMatchObject([{ uriTemplate: 'nvim://buffer{+path}' }]);
});

test('a long list has pages', async () => {
  await using open = await openResources({ args: ['src/a.md'] });
  await open.desk.editor.lua(`for index = 1, 120 do
      vim.fn.bufload(vim.fn.bufadd(('src/new%03d.txt'):format(index)))
      vim.bo[vim.fn.bufnr(('new%03d.txt'):format(index))].buflisted = true
    end`);
  const { resources } = await open.client.listResources();
  expect(resources.length).toBe(121);
  await expect(open.client.listResources({ cursor: 'none' })).rejects.toMatchObject({
    code: -32602,
  });
});

test('what is not exposed is not found, whatever it is', async () => {
  await using open = await openResources({ args: ['src/a.md'] });
  const { desk, client } = open;
  symlinkSync(desk.path('other/c.txt'), desk.path('src/link.txt'));
  await desk.editor.lua(`for _, name in ipairs({ 'src/.env', 'other/c.txt', 'src/link.txt' }) do
      vim.cmd.edit(name)
    end
    vim.cmd('new src/scratch | setlocal buftype=nofile')
    vim.cmd('help')
    vim.cmd('enew')`);
  expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(['a.md']);
  const uris = ['src/.env', 'other/c.txt', 'src/link.txt', 'src/scratch', 'src/b.txt'].map((name) =>
    uriOf(desk.path(name)),
  );
  for (const uri of [...uris, 'nvim://buffer/', 'nvim://buffer/1', 'file:///etc/passwd']) {
    const failed = client.readResource({ uri }).catch((error: unknown) => error);
    expect(await failed).toMatchObject({ data: { uri } });
    const subscribed = client.subscribeResource({ uri }).catch((error: unknown) => error);
    expect(await subscribed).toMatchObject({ data: { uri } });
  }
});

test('who has subscribed to a file learns that it has changed, whoever has changed it', async () => {
  await using open = await openResources({ args: ['src/a.md'] });
  const { desk, client, updated } = open;
  await open.known();
  const uri = uriOf(desk.path('src/a.md'));
  await desk.editor.feed('ix<Esc>');
  await wait(() => updated.length > 0, 'the change is reported');
  expect(new Set(updated)).toEqual(new Set([uri]));
  updated.length = 0;
  await desk.editor.lua(`vim.cmd.edit('src/b.txt')
    vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.md'), 0, 0, true, { 'hidden' })`);
  await wait(() => updated.includes(uri), 'the change of a hidden buffer is reported');
  await wait(() => open.listChanges() > 0, 'the new file is reported');
  expect(updated).not.toContain(uriOf(desk.path('src/b.txt')));
  await client.unsubscribeResource({ uri });
});

test('nobody learns of files that the agent may not have', async () => {
  await using open = await openResources({ args: ['src/a.md'] });
  await open.known();
  await open.desk.editor.lua(`vim.cmd.edit('src/.env')
    vim.api.nvim_buf_set_lines(0, 0, 0, true, { 'KEY=3' })
    vim.cmd.edit('other/c.txt')`);
  await open.desk.editor.lua(`vim.cmd.edit('src/b.txt')`);
  await wait(() => open.listChanges() > 0, 'the file that it may have is reported');
  expect(open.updated).toEqual([]);
  expect((await open.client.listResources()).resources.map(({ name }) => name)).toEqual([
    'a.md',
    'b.txt',
  ]);
});

test('when no agent is connected nothing is watched', async () => {
  const watched = `return #vim.api.nvim_get_autocmds({ group = 'acp.tools.watch' })`;
  await using desk = await openToolDesk({ files: FILES });
  const buffers = new OpenBuffers(desk.context.lua, silentLogger);
  const [one, other] = [buffers.watch(() => {}), buffers.watch(() => {})];
  await wait(async () => (await desk.editor.lua(watched)) > 0, 'it is watched');
  one.dispose();
  one.dispose();
  expect(await desk.editor.lua(watched)).toBeGreaterThan(0);
  other.dispose();
  await wait(async () => (await desk.editor.lua(watched)) === 0, 'it is watched no more');
});
