import { expect, test } from 'vitest';
import type { Block } from '../../src/view/block';
import { MessageView } from '../../src/view/message';
import { diffBlocks } from '../../src/view/patch';
import { type Nvim, startNvim } from '../support/nvim';
import { wait } from '../support/wait';

interface Transcript extends Nvim {
  /** Draws the message's text so far, as the host does. */
  say(text: string): Promise<void>;
  top(row: number): Promise<void>;
}

async function transcript(config = '', kind: 'agent' | 'user' = 'agent'): Promise<Transcript> {
  const editor = await startNvim({ size: [60, 20], config });
  await editor.lua(`
    require('acp.ui.hl').setup()
    vim.api.nvim_set_hl(0, 'AcpCode', { bg = 0x222244 })
    vim.api.nvim_set_hl(0, '@markup.strong', { bold = true })
    vim.api.nvim_set_hl(0, '@markup.heading', { fg = 0x00ff00 })
    vim.api.nvim_set_hl(0, '@keyword', { fg = 0xff0000 })
    _G.buf = vim.api.nvim_create_buf(false, true)
    vim.bo[buf].undolevels = -1
    _G.win = vim.api.nvim_get_current_win()
    vim.api.nvim_win_set_buf(win, buf)
    vim.wo[win].foldmethod = 'manual'
    _G.parsed = { count = 0, lines = 0, deepest = 0 }
    local rows = require('acp.transcript.markdown').rows
    require('acp.transcript.markdown').rows = function(lines)
      parsed.count = parsed.count + 1
      parsed.deepest = math.max(parsed.deepest, #lines)
      return rows(lines)
    end
    require('acp.transcript.window').opened(win)`);
  const view = new MessageView(kind);
  let old: readonly Block[] = [];
  return Object.assign(editor, {
    say: async (text: string) => {
      const entry = {
        kind,
        id: 'm',
        content: [{ type: 'text' as const, text }],
        done: false,
      };
      const blocks = [view.draw(entry, 60)];
      await editor.lua(`require('acp.transcript').apply(buf, ...)`, diffBlocks(old, blocks).patch);
      old = blocks;
    },
    top: async (row: number) => {
      await editor.lua(
        `local row = ...
        vim.fn.winrestview({ topline = row, lnum = row })`,
        row,
      );
    },
  });
}

const filler = (count: number): string =>
  Array.from({ length: count }, (_, index) => `paragraph ${index}\n`).join('\n');

const CODE = '```lua\nlocal answer = 42\n```\n';

async function styled(
  editor: Nvim,
  needle: string,
  holds: (style: ReturnType<Nvim['screen']['styleOf']>) => boolean,
): Promise<void> {
  await wait(
    () => holds(editor.screen.styleOf(needle)),
    () => `"${needle}" as it should look: ${JSON.stringify(editor.screen.styleOf(needle))}`,
  );
}

test('headings, strong text and the code of fences have their colours', async () => {
  await using editor = await transcript();
  await editor.say(`# Title\n\nSome **strong** text\n\n${CODE}`);
  await styled(editor, 'Title', (style) => style?.foreground === 0x00ff00);
  await styled(editor, 'strong', (style) => style?.bold === true);
  await styled(editor, 'local', (style) => style?.foreground === 0xff0000);
  await styled(editor, 'answer', (style) => style?.background === 0x222244);
});

test('a fence in a language without a parser is code all the same', async () => {
  await using editor = await transcript();
  await editor.say('```nolanguage\nthing here\n```\n\nafter\n');
  await styled(editor, 'thing', (style) => style?.background === 0x222244);
  await styled(editor, 'after', (style) => style !== undefined && style.background !== 0x222244);
  expect(await editor.messages()).not.toMatch(/failed/);
});

test('a fence in a language that has only a syntax file has its colours', async () => {
  await using editor = await transcript();
  await editor.lua(`
    vim.api.nvim_set_hl(0, 'Statement', { fg = 0xff8800 })
    vim.api.nvim_set_hl(0, 'String', { fg = 0x88ff00 })`);
  await editor.say('Run:\n\n```py\nimport os\nreturn "text"\n```\n\nreturn\n');
  await styled(editor, 'return "', (style) => style?.foreground === 0xff8800);
  await styled(editor, '"text"', (style) => style?.foreground === 0x88ff00);
  await styled(editor, '"text"', (style) => style?.background === 0x222244);
  await editor.say('Run:\n\n```py\nimport os\nreturn "text"\nwhile True:\n  pass\n```\n\nreturn\n');
  await styled(editor, 'while', (style) => style?.foreground === 0xff8800);
  await editor.screen.atRest();
  expect(await editor.messages()).not.toMatch(/failed/);
});

test('the row of a fence names its language, and hides its marks', async () => {
  await using editor = await transcript('vim.o.conceallevel = 2');
  await editor.say('Look:\n\n```lua\nlocal x\n```\n\nend\n');
  await editor.screen.toContain(/^lua$/m, { without: '```' });
});

test('scrolled into a fence, near or far below its opening, the code keeps its colours', async () => {
  await using editor = await transcript();
  const body = Array.from({ length: 600 }, (_, index) => `local value_${index} = ${index}`);
  await editor.say(`start\n\n\`\`\`lua\n${body.join('\n')}\n\`\`\`\n\n# After\n\n${filler(30)}`);
  for (const row of [100, 500]) {
    await editor.top(row);
    await editor.screen.toContain(`value_${row - 4}`);
    await styled(editor, 'local', (style) => style?.foreground === 0xff0000);
  }
  await editor.top(605);
  await styled(editor, 'After', (style) => style?.foreground === 0x00ff00);
});

test('code in a list keeps its colours when its item is further up', async () => {
  await using editor = await transcript();
  const body = Array.from({ length: 400 }, (_, index) => `     local value_${index} = ${index}`);
  await editor.say(
    `1. x\n   - y\n\n     \`\`\`lua\n${body.join('\n')}\n     \`\`\`\n\n${filler(30)}`,
  );
  for (const row of [1, 60, 350]) {
    await editor.top(row);
    await editor.screen.toContain(`value_${Math.max(0, row - 5)}`);
    await styled(editor, 'local', (style) => style?.foreground === 0xff0000);
    await styled(editor, 'value', (style) => style?.background === 0x222244);
  }
});

test('text that is no Markdown stays as the view drew it', async () => {
  await using editor = await transcript();
  await editor.lua(`require('acp.transcript').apply(buf, ...)`, {
    edits: [{ row: 0, del: 1, lines: ['# not a title', ''], spans: [], fences: [] }],
    ranges: [],
  });
  await editor.screen.toContain('# not a title');
  await editor.screen.atRest();
  expect(editor.screen.styleOf('not a title')?.foreground).toBeUndefined();
});

test('half a megabyte of streaming parses no more than what is on screen', async () => {
  await using editor = await transcript();
  let text = `${filler(40000)}\n`;
  expect(text.length).toBeGreaterThan(500_000);
  await editor.say(text);
  await editor.screen.toContain('paragraph 39999');
  const before = editor.screen.frames;
  for (let piece = 0; piece < 20; piece++) {
    text += `more **text** ${piece}\n\n`;
    await editor.say(text);
    await editor.screen.toContain(`${piece}`);
  }
  await editor.screen.toContain('19');
  expect(editor.screen.frames - before).toBeGreaterThanOrEqual(10);
  const parsed = await editor.lua('return parsed');
  expect(parsed.deepest).toBeLessThan(250);
});

test('a redraw without a change parses nothing', async () => {
  await using editor = await transcript();
  await editor.say(`# Title\n\n${filler(5)}`);
  await editor.screen.atRest();
  const before = (await editor.lua('return parsed')).count;
  expect(before).toBeGreaterThan(0);
  for (let turn = 0; turn < 5; turn++) await editor.lua(`vim.cmd('redraw!')`);
  expect((await editor.lua('return parsed')).count).toBe(before);
});

test('without the Markdown parser patterns do', async () => {
  await using editor = await transcript(`
    local add = vim.treesitter.language.add
    vim.treesitter.language.add = function(lang, ...)
      if lang == 'markdown' then error('no parser for ' .. lang) end
      return add(lang, ...)
    end`);
  await editor.say(`# Title\n\nSome **strong** text\n\n${CODE}\n# After\n`);
  await styled(editor, 'Title', (style) => style?.foreground === 0x00ff00);
  await styled(editor, '**strong', (style) => style?.bold === true);
  await styled(editor, 'answer', (style) => style?.background === 0x222244);
  await styled(editor, 'After', (style) => style?.foreground === 0x00ff00);
});

test('marks of style are hidden, brackets and the targets of links never', async () => {
  await using t = await transcript();
  await t.lua('vim.wo[win].conceallevel = 2; vim.wo[win].concealcursor = "nvic"');
  await t.say('a[0] **is** `b` [good.example](https://evil.example)');
  await t.screen.toContain('a[0] is b [good.example](https://evil.example)');
});

test('what the user typed is shown as typed, with its colours', async () => {
  await using t = await transcript('', 'user');
  await t.lua('vim.wo[win].conceallevel = 2; vim.wo[win].concealcursor = "nvic"');
  await t.say(`Is **this** a \`b\`, or _c_?\n\n${CODE}`);
  await t.screen.toContain('Is **this** a `b`, or _c_?');
  await t.screen.toContain('```lua');
  await styled(t, 'this', (style) => style?.bold === true);
  await styled(t, 'local', (style) => style?.foreground === 0xff0000);
});

const TABLE =
  '| Name | What `it` does |\n|:--|--:|\n| **foo** | `a` and *b* ✅ |\n| 日本 \\| | c |\n';

test('tables have aligned columns and drawn borders, but not in code', async () => {
  await using t = await transcript();
  await t.lua('vim.wo[win].conceallevel = 2; vim.wo[win].concealcursor = "nvic"');
  await t.say(`${TABLE}\n\`\`\`\n${TABLE}\`\`\`\n`);
  await t.screen.toContain(
    [
      '│ Name    │ What it does │',
      '├─────────┼──────────────┤',
      '│ foo     │   a and b ✅ │',
      '│ 日本 \\| │            c │',
    ].join('\n'),
  );
  await t.screen.toContain('| **foo** | `a` and *b* ✅ |');
  await styled(t, 'What', (style) => style?.foreground === 0x00ff00);
});

test('deep in a long table, and in a head of several lines, it looks the same', async () => {
  await using t = await transcript();
  await t.lua('vim.wo[win].conceallevel = 2; vim.wo[win].concealcursor = "nvic"');
  const rows = Array.from({ length: 90 }, (_, index) => `| row ${index} | **b** |\n`).join('');
  await t.say(`| A head of ${'many words '.repeat(6)}| b |\n|--|--|\n${rows}`);
  await t.screen.toContain(/│ row 89 +│ b │/);
  await t.top(1);
  await t.screen.toContain(/│ A head of .* │ b │\n│ \w+ .* │ {3}│\n├─+┼───┤\n│ row 0/);
  await styled(t, 'A head', (style) => style?.foreground === 0x00ff00);
});

test('a line that is no table for any window gets no borders', async () => {
  await using t = await transcript();
  const pieces = (count: number): Promise<number> =>
    t.lua(
      `local rows = require('acp.transcript.markdown').rows({ ('|-'):rep(...) .. '|' })
      return vim.iter(rows[0] or {}):filter(function(piece) return piece.conceal ~= nil end)
        :fold(0, function(count) return count + 1 end)`,
      count,
    );
  expect(await pieces(20)).toBe(41);
  expect(await pieces(50_000)).toBe(0);
});
