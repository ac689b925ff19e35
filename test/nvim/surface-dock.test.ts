import { describe, expect, it } from 'vitest';
import { line } from '../../src/view/line';
import type { SurfaceDefinition } from '../../src/view/surfaces/surface';
import { luaOf } from '../support/listen';
import { type Nvim, startNvim } from '../support/nvim';
import { joinSurfaces, surfacesOver } from '../support/surfaces';
import { wait } from '../support/wait';

interface Poll {
  readonly id: string;
  readonly order: number;
  readonly lines: readonly string[];
}

/** Another kind of question: a definition, a table of actions, and no Lua. */
const pollSurface: SurfaceDefinition<Poll, 'poll'> = {
  kind: 'poll',
  heading: 'Poll',
  place: {
    kind: 'dock',
    zindex: 60,
    minWidth: 30,
    groups: { border: 'AcpTitle', key: 'AcpKey', choice: 'AcpUser' },
  },
  keys: [
    { action: 'poll_next', lhs: '<Tab>', label: 'the next poll', cycles: true },
    { action: 'poll_back', lhs: 'q', label: 'go back', leaves: true },
  ],
  commands: [{ action: 'poll_yes', guarded: true, readFirst: true }],
  content: ({ id, lines }) => ({
    title: `Poll ${id}`,
    topic: `about ${id}`,
    blocks: [{ id: 'poll', lines: lines.map((text) => line([text])), item: 'poll' }],
    choices: [
      { action: 'poll_yes', lhs: 'y', label: 'Yes', guarded: true, readFirst: true },
      { action: 'poll_no', lhs: 'n', label: 'No', guarded: true },
    ],
  }),
  hints: () => [['poll_back', 'back']],
  subject: ({ id, order }) => ({ id, early: `${id} is new`, order }),
  away: () => ({
    byFiletype: { text: [' from text '] },
    elsewhere: [' elsewhere '],
    cmdwin: [' by post '],
    fromCmdwin: 'only by post',
  }),
};

interface Setup extends AsyncDisposable {
  readonly editor: Nvim;
  readonly done: string[];
  ask(poll: Poll): { close(): void };
}

async function asking(): Promise<Setup> {
  const editor = await startNvim({
    size: [60, 20],
    files: { 'a.txt': 'some text\n' },
    args: ['a.txt'],
    config: `
      _G.reported = {}
      vim.notify = function(text) table.insert(reported, text) end
      local now = vim.uv.now
      _G.ahead = 0
      vim.uv.now = function() return now() + ahead end`,
  });
  const lua = luaOf(editor);
  const surfaces = surfacesOver(lua);
  await joinSurfaces(editor, surfaces);
  const done: string[] = [];
  return {
    editor,
    done,
    ask: (poll) =>
      surfaces.open({
        definition: pollSurface,
        model: () => poll,
        actions: {
          poll_yes: ({ choice, text }) => void done.push(`yes ${poll.id} ${choice ?? text}`),
          poll_no: ({ choice }) => void done.push(`no ${poll.id} ${choice}`),
        },
      }),
    [Symbol.asyncDispose]: () => {
      surfaces.dispose();
      return editor[Symbol.asyncDispose]();
    },
  };
}

const SHORT = ['do you?'];
const LONG = Array.from({ length: 40 }, (_, n) => `line ${n}`);
const later = (editor: Nvim): Promise<unknown> => editor.lua('ahead = ahead + 1000');
const filetype = (editor: Nvim): Promise<string> => editor.lua('return vim.bo.filetype');

describe('a docked surface that is one definition and one table of actions', () => {
  it('leaves the focus where it is, says how to get there, and answers by key', async () => {
    await using t = await asking();
    t.ask({ id: 'one', order: 1, lines: SHORT });
    await t.editor.screen.toContain('╭ Poll one ─');
    await t.editor.screen.toContain('[n] No');
    await t.editor.screen.toContain('─ from text ╯');
    expect(await filetype(t.editor)).toBe('text');
    await t.editor.lua(`require('acp.surface.dock').focus()`);
    await t.editor.screen.toContain('─ q back ╯');
    expect(await filetype(t.editor)).toBe('acppoll');
    await later(t.editor);
    await t.editor.feed('y');
    await wait(() => t.done.length === 1, 'answered');
    expect(t.done).toEqual(['yes one 0']);
    await t.editor.feed('q');
    await wait(async () => (await filetype(t.editor)) === 'text', 'back in the file');
    await t.editor.screen.toContain('Poll one');
  });

  it('says in its own words how it is answered from the command-line window, and that there is none', async () => {
    await using t = await asking();
    await t.editor.lua(`require('acp.surface.dock').focus()`);
    await t.editor.lua(`require('acp.surface').command('poll', 1, 'poll_yes')`);
    expect(await t.editor.lua('return reported')).toEqual([
      'acp: no question is open',
      'acp: no poll is open',
    ]);
    t.ask({ id: 'one', order: 1, lines: SHORT });
    await t.editor.screen.toContain('╭ Poll one ─');
    await t.editor.feed('q:');
    await t.editor.screen.toContain('─ by post ╯');
    await t.editor.lua(`require('acp.surface.dock').focus()`);
    expect(await t.editor.lua('return reported[3]')).toBe('acp: only by post');
  });

  it('takes no answer before it could be read, and says so in its own words', async () => {
    await using t = await asking();
    await t.editor.lua(
      'local frozen = vim.uv.now() vim.uv.now = function() return frozen + ahead end',
    );
    t.ask({ id: 'one', order: 1, lines: SHORT });
    await t.editor.screen.toContain('Poll one');
    await t.editor.lua(`require('acp.surface').command('poll', 1, 'poll_yes', 'words')`);
    expect(await t.editor.lua('return reported')).toEqual(['acp: not answered: one is new']);
    await later(t.editor);
    await t.editor.lua(`require('acp.surface').command('poll', 1, 'poll_yes', 'words')`);
    await wait(() => t.done.length === 1, 'answered');
    expect(t.done).toEqual(['yes one words']);
  });

  it('takes a yes only after its end, and a no at once', async () => {
    await using t = await asking();
    t.ask({ id: 'one', order: 1, lines: LONG });
    await t.editor.screen.toContain(/↓ \d+ more lines/);
    await later(t.editor);
    await t.editor.lua(`require('acp.surface.dock').focus()`);
    await t.editor.feed('y');
    await t.editor.screen.toContain(/╭ Poll one: about one ─/);
    await t.editor.screen.toContain(/↑ \d+ {2}↓ \d+ more lines/);
    expect(t.done).toEqual([]);
    await t.editor.feed('n');
    await wait(() => t.done.length === 1, 'answered');
    expect(t.done).toEqual(['no one 1']);
  });

  it('is one of several, in the order of the host, and makes room for the next', async () => {
    await using t = await asking();
    t.ask({ id: 'two', order: 2, lines: SHORT });
    await t.editor.screen.toContain('Poll two');
    const one = t.ask({ id: 'one', order: 1, lines: SHORT });
    await wait(
      async () =>
        (await t.editor.lua(`return select(2, require('acp.surface.dock').nth('poll', 1))`)) === 2,
      'both are there',
    );
    // What the user reads stays.
    await t.editor.screen.toContain('Poll two');
    await t.editor.lua(`require('acp.surface.dock').focus()`);
    await t.editor.feed('<Tab>');
    await t.editor.screen.toContain('Poll one');
    one.close();
    await t.editor.screen.toContain('Poll two');
    expect(await filetype(t.editor)).toBe('acppoll');
    const buffers = `return #vim.tbl_filter(function(b) return vim.bo[b].filetype == 'acppoll' end,
      vim.api.nvim_list_bufs())`;
    expect(await t.editor.lua(buffers)).toBe(2);
  });
});
