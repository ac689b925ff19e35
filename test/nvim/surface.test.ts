import { describe, expect, it } from 'vitest';
import { Emitter } from '../../src/base/emitter';
import type { SurfaceActions } from '../../src/host/surfaces';
import type { KeyOverrides } from '../../src/view/surfaces/surface';
import { type Job, jobsSurface } from '../support/jobs-surface';
import { luaOf } from '../support/listen';
import { type Nvim, startNvim } from '../support/nvim';
import { joinSurfaces, surfacesOver } from '../support/surfaces';
import { wait } from '../support/wait';

const BUILD: Job = { id: 'a', name: 'build', output: ['compiling', 'linking'] };
const TEST: Job = { id: 'b', name: 'test', output: ['1 passed'] };

interface Setup extends AsyncDisposable {
  readonly editor: Nvim;
  readonly done: string[];
  show(jobs: readonly Job[]): void;
  readonly closed: () => boolean;
}

/** An editor that shows the example, with actions that write down what they get. */
async function showing(jobs: readonly Job[], keys: KeyOverrides = {}, typed = ''): Promise<Setup> {
  const editor = await startNvim({ size: [60, 16] });
  await editor.feed(typed);
  const lua = luaOf(editor);
  const surfaces = surfacesOver(lua, { keys: () => keys });
  await joinSurfaces(editor, surfaces);
  const changed = new Emitter<void>();
  const done: string[] = [];
  let known = jobs;
  let closed = false;
  const actions: SurfaceActions<Job> = {
    jobs_stop: ({ items, count }) => {
      done.push(`stop ${items.map(({ name }) => name)} ${count}`);
    },
    jobs_yes: () => {
      done.push('yes');
    },
  };
  surfaces.open({
    definition: jobsSurface,
    model: () => known,
    changes: [(listener) => changed.on(listener)],
    actions,
    onClosed: () => {
      closed = true;
    },
  });
  await editor.screen.toContain('Jobs');
  return {
    editor,
    done,
    closed: () => closed,
    show: (next) => {
      known = next;
      changed.fire();
    },
    [Symbol.asyncDispose]: () => {
      surfaces.dispose();
      return editor[Symbol.asyncDispose]();
    },
  };
}

describe('a surface that is one definition and one table of actions', () => {
  it('is a window with title, text, folds and a footer for the row of the cursor', async () => {
    await using t = await showing([BUILD, TEST]);
    await t.editor.screen.toContain('Jobs 2');
    await t.editor.screen.toContain('d stop build');
    expect(t.editor.screen.text()).not.toContain('linking');
    await t.editor.feed('zo');
    await t.editor.screen.toContain('linking');
    await t.editor.feed('G');
    await t.editor.screen.toContain('d stop test');
    expect(await t.editor.lua('return vim.bo.filetype')).toBe('acpjobs');
    expect(await t.editor.lua('return vim.bo.modifiable')).toBe(false);
  });

  it('has the whole width of a narrow editor', async () => {
    await using t = await showing([BUILD, TEST]);
    await t.editor.screen.toContain('Jobs 2');
    const place = `local at = vim.api.nvim_win_get_config(0)
      return { vim.bo.filetype, at.col, vim.api.nvim_win_get_width(0) }`;
    expect(await t.editor.lua(place)).toEqual(['acpjobs', 0, 58]);
  });

  it('follows what is known, and leaves cursor and open folds where the user has them', async () => {
    await using t = await showing([BUILD]);
    await t.editor.feed('zojj');
    await t.editor.screen.toContain('linking');
    t.show([TEST, { ...BUILD, output: ['compiling', 'linking', 'done'] }]);
    await t.editor.screen.toContain('Jobs 2');
    await t.editor.screen.toContain('done');
    expect(await t.editor.lua('return vim.api.nvim_get_current_line()')).toBe('  linking');
  });

  it('says to an action which items the cursor or the selection is on, and the count', async () => {
    await using t = await showing([BUILD, TEST]);
    await t.editor.screen.toContain('stop build');
    await t.editor.feed('3d');
    await t.editor.feed('VGd');
    await wait(() => t.done.length === 2, 'both keys');
    expect(t.done).toEqual(['stop build 3', 'stop build,test 1']);
  });

  it('gets the keys also when it is opened while the user inserts text', async () => {
    await using t = await showing([BUILD], {}, 'i');
    await t.editor.screen.toContain('stop build');
    await t.editor.feed('d');
    await wait(() => t.done.length === 1, 'the key');
    expect(t.done).toEqual(['stop build 1']);
    expect(await t.editor.messages()).toBe('');
  });

  it('takes no yes that was typed before it could be read', async () => {
    await using t = await showing([BUILD]);
    await t.editor.lua(`
      vim.uv.now = function() return 0 end`);
    await t.editor.feed('y');
    await t.editor.lua(`vim.uv.now = function() return math.huge end`);
    await t.editor.feed('d');
    await t.editor.feed('y');
    await wait(() => t.done.length === 2, 'both keys');
    expect(t.done).toEqual(['stop build 1', 'yes']);
    expect(await t.editor.messages()).toContain('not answered: this has only just');
  });

  it('has the keys that the user wants', async () => {
    await using t = await showing([BUILD], { jobs_stop: ['x', 'X'], jobs_yes: false });
    await t.editor.screen.toContain('x stop build');
    await t.editor.feed('X');
    await wait(() => t.done.length === 1, 'the other key');
    expect(await t.editor.lua(`return vim.fn.maparg('d', 'n', false, true).lhs`)).toBeNull();
  });

  it('is closed by its key, leads back, and is forgotten', async () => {
    await using t = await showing([BUILD]);
    await t.editor.feed('q');
    await wait(t.closed, 'the host knows');
    expect(await t.editor.lua('return #vim.api.nvim_list_wins()')).toBe(1);
    t.show([TEST]);
    await t.editor.expectNotBlocked();
  });

  it('says so when its host has ended, and can still be closed', async () => {
    await using t = await showing([BUILD]);
    await t.editor.lua(`require('acp.host').channel = function() end
      require('acp.host.exit').not_started('it is gone')`);
    await t.editor.screen.toContain('─ the host has ended ╯');
    await t.editor.feed('d');
    await wait(async () => (await t.editor.messages()).includes('the host has ended'), 'a message');
    await t.editor.feed('q');
    await wait(
      async () => (await t.editor.lua('return #vim.api.nvim_list_wins()')) === 1,
      'the window is closed',
    );
    expect(t.done).toEqual([]);
  });

  it('shows as much of a text that has become shorter as there is room for', async () => {
    const many = Array.from({ length: 40 }, (_, at): Job => ({ ...BUILD, id: `${at}` }));
    await using t = await showing(many);
    await t.editor.feed('G');
    await wait(async () => (await t.editor.lua('return vim.fn.line("w0")')) > 1, 'it is scrolled');
    t.show(many.slice(0, 10));
    await wait(
      async () => (await t.editor.lua('return vim.api.nvim_buf_line_count(0)')) === 30,
      'the text is shorter',
    );
    const [rows, height] = await t.editor.lua(
      `vim.cmd.redraw()
      return { vim.api.nvim_win_text_height(0, { start_row = vim.fn.line('w0') - 1 }).all,
        vim.api.nvim_win_get_height(0) }`,
    );
    expect(rows).toBe(height);
    t.show([BUILD, TEST]);
    await wait(
      async () => (await t.editor.lua('return vim.api.nvim_buf_line_count(0)')) === 5,
      'the text is short',
    );
    expect(await t.editor.lua('vim.cmd.redraw() return vim.fn.line("w0")')).toBe(1);
  });

  it('is drawn again after a mishap in the editor', async () => {
    await using t = await showing([BUILD]);
    await t.editor.lua(`
      local surface = require('acp.surface')
      local patch = surface.patch
      surface.patch = function() surface.patch = patch; error('not now') end`);
    t.show([BUILD, TEST]);
    await t.editor.screen.toContain('Jobs 2');
    expect(await t.editor.lua('return vim.api.nvim_buf_get_lines(0, 0, -1, true)')).toEqual([
      'build',
      '  compiling',
      '  linking',
      'test',
      '  1 passed',
    ]);
  });
});
