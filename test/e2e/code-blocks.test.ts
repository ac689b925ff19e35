import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentThat, type Step, say } from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { beRead } from '../support/permission';
import { goTo } from '../support/transcript';
import { wait } from '../support/wait';

const APP = 'function one(x) {\n  const y = x + 1;\n  return y;\n}\n\nexport { one };\n';
const NEXT = APP.replace('x + 1', 'x + 2');

const fenced = (info: string, ...code: string[]): string =>
  [`\`\`\`${info}`, ...code, '```'].join('\n');

const PLACED = fenced('js', 'function one(x) {', '  const y = x + 2;', '  return y;', '}');

/** Picks the item with this label; without one, none. */
const PICKS = `
  _G.offered = {}
  vim.ui.select = function(items, opts, done)
    local labels = vim.tbl_map(opts.format_item, items)
    table.insert(_G.offered, { opts.prompt, labels })
    for at, label in ipairs(labels) do
      if label == _G.wanted then return done(items[at], at) end
    end
    done(nil)
  end
  vim.ui.input = function(opts, done) done(_G.typed) end
  _G.notes = {}
  vim.notify = function(text) table.insert(_G.notes, text) end`;

async function said(...steps: readonly Step[]): Promise<Nvim> {
  const agent = agentThat(...steps, say('\n\nThat is all.'));
  const nvim = await startNvim({
    size: [100, 40],
    config: `${agent.setup()}\n${PICKS}`,
    files: { 'src/app.js': APP, 'other.txt': 'other\n' },
    args: ['other.txt'],
  });
  await nvim.lua(`vim.cmd('AcpChat')`);
  await nvim.lua(`require('acp').prompt('do it')`);
  await goTo(nvim, 'That is all.');
  return nvim;
}

const onDisk = (nvim: Nvim, path: string): string => readFileSync(join(nvim.dir, path), 'utf8');
const noted = (nvim: Nvim, text: string): Promise<unknown> =>
  wait(
    async () => ((await nvim.lua('return _G.notes')) as string[]).some((one) => one.includes(text)),
    `noted: ${text}`,
  );
const register = (nvim: Nvim, name = '"'): Promise<string> =>
  nvim.lua('return vim.fn.getreg(...)', name);

describe('a code block', () => {
  it('is yanked without its fences, to the register before the key and the unnamed one', async () => {
    await using nvim = await said(
      say(
        `${PLACED}\n\n- more\n  ${fenced('py', '  def x():', '    pass').replaceAll('\n```', '\n  ```')}`,
      ),
    );
    await goTo(nvim, 'const y');
    await nvim.feed('"agy');
    const code = 'function one(x) {\n  const y = x + 2;\n  return y;\n}\n';
    await wait(async () => (await register(nvim, 'a')) === code, 'it is yanked');
    expect(await register(nvim)).toBe(code);
    await goTo(nvim, 'def x()');
    await nvim.feed('gy');
    await wait(async () => (await register(nvim)) === 'def x():\n  pass\n', 'it is yanked');
    expect(await register(nvim, 'a')).toBe(code);
    await goTo(nvim, 'That is all.');
    await nvim.feed('gy');
    await noted(nvim, 'no code block on this line');
    await nvim.expectNotBlocked();
  });

  it('is found in lists, however deep, with a place in its fence', async () => {
    const deep = ['1. First', '   - then', '', '     ```js src/app.js', '     deep();', '     ```'];
    const inline = ['- ~~~py', '  ```', '  ~~~', '- no code'];
    await using nvim = await said(say([...deep, ...inline].join('\n')));
    await goTo(nvim, 'deep()');
    await nvim.feed('gy');
    await wait(async () => (await register(nvim)) === 'deep();\n', 'it is yanked');
    await nvim.feed('ga');
    await wait(
      async () => ((await nvim.lua('return _G.offered')) as unknown[]).length > 0,
      'asked',
    );
    expect(await nvim.lua('return _G.offered[1][2][1]')).toBe('src/app.js');
    await nvim.feed(']cjgy');
    await wait(async () => (await register(nvim)) === '```\n', 'it is yanked');
    await goTo(nvim, 'no code');
    await nvim.feed('gy');
    await noted(nvim, 'no code block on this line');
  });

  it('is yanked with its message, as that was written', async () => {
    const table = `| a | b |\n|-|-|\n| ${'long '.repeat(30)}| c |`;
    await using nvim = await said(say(`${table}\n\n${PLACED}`));
    await goTo(nvim, 'const y');
    await nvim.feed('"bgY');
    const all = `${table}\n\n${PLACED}\n\nThat is all.\n`;
    await wait(async () => (await register(nvim, 'b')) === all, 'it is yanked');
    expect(await register(nvim)).toBe(all);
    await goTo(nvim, 'do it');
    await nvim.feed('gY');
    await wait(async () => (await register(nvim)) === 'do it\n', 'it is yanked');
  });

  it('is applied to the file that it names, as an edit to review and to undo', async () => {
    await using nvim = await said(say(`In \`src/app.js\`:\n\n${PLACED}`));
    await nvim.lua(`_G.wanted = 'src/app.js'
      _G.edits = {}
      require('acp').on('AcpFileEdited', function(data) table.insert(_G.edits, data.source) end)`);
    await goTo(nvim, 'const y');
    await nvim.feed('ga');
    await noted(nvim, 'applied to src/app.js: 1 line changed');
    expect(await nvim.lua('return _G.offered[1]')).toEqual([
      'Apply to:',
      ['src/app.js', 'other.txt', 'another file …'],
    ]);
    expect(onDisk(nvim, 'src/app.js')).toBe(NEXT);
    await wait(async () => (await nvim.lua('return #_G.edits')) === 1, 'the edit is known');
    expect(await nvim.lua(`return #require('acp').hunks()`)).toBe(1);
    await nvim.lua(`require('acp').undo('all')`);
    await wait(() => onDisk(nvim, 'src/app.js') === APP, 'it is undone');
    await nvim.expectNotBlocked();
  });

  it('is applied in the buffer where the file is loaded; unsaved text stays and is not saved', async () => {
    await using nvim = await said(say(PLACED));
    await nvim.lua(`_G.wanted = 'src/app.js'
      vim.fn.bufload(vim.fn.bufadd('src/app.js'))
      vim.api.nvim_set_current_win(vim.fn.win_getid(1))
      vim.cmd('silent buffer src/app.js')
      vim.api.nvim_buf_set_lines(0, -1, -1, false, { '// mine' })`);
    await goTo(nvim, 'const y');
    await nvim.feed('ga');
    await noted(nvim, 'applied to src/app.js');
    expect(
      await nvim.lua(
        `return table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr('src/app.js'), 0, -1, false), '\\n')`,
      ),
    ).toBe(`${NEXT}// mine`);
    expect(onDisk(nvim, 'src/app.js')).toBe(APP);
  });

  it('says that it cannot be applied where the buffer may not be changed', async () => {
    await using nvim = await said(say(PLACED));
    await nvim.lua(`_G.wanted = 'src/app.js'
      vim.fn.bufload(vim.fn.bufadd('src/app.js'))
      vim.api.nvim_set_current_win(vim.fn.win_getid(1))
      vim.cmd('silent buffer src/app.js')
      vim.bo.modifiable = false`);
    await goTo(nvim, 'const y');
    await nvim.feed('ga');
    await noted(nvim, 'cannot apply it to src/app.js: ');
    expect(onDisk(nvim, 'src/app.js')).toBe(APP);
  });

  it('without a place there is shown first, and written only then', async () => {
    await using nvim = await said(say(fenced('js', 'hello();')));
    await nvim.lua(`_G.wanted = 'other.txt'`);
    await goTo(nvim, 'hello()');
    await nvim.feed('ga');
    await nvim.screen.toContain('proposed · :w or <C-s> writes this text');
    expect(onDisk(nvim, 'other.txt')).toBe('other\n');
    await beRead(nvim);
    await nvim.feed('<C-s>');
    await wait(() => onDisk(nvim, 'other.txt') === 'hello();\n', 'it is written');
    await noted(nvim, 'applied to other.txt');
    await expect.poll(() => nvim.lua('return vim.fn.tabpagenr("$")')).toBe(1);
    await nvim.expectNotBlocked();
  });

  it('becomes a new file, with its folder', async () => {
    await using nvim = await said(say(fenced('js', 'hello();')));
    await nvim.lua(`_G.wanted, _G.typed = 'another file …', 'new/deep.js'`);
    await goTo(nvim, 'hello()');
    await nvim.feed('ga');
    await nvim.screen.toContain('proposed · :w');
    expect(existsSync(join(nvim.dir, 'new'))).toBe(false);
    await beRead(nvim);
    await nvim.feed('<C-s>');
    await wait(() => existsSync(join(nvim.dir, 'new/deep.js')), 'it is written');
    expect(onDisk(nvim, 'new/deep.js')).toBe('hello();\n');
    await noted(nvim, 'applied to new/deep.js');
    await nvim.lua(`require('acp').undo('all')`);
    await wait(() => !existsSync(join(nvim.dir, 'new/deep.js')), 'it is undone');
  });

  it('is shown beside a file, and left without a trace', async () => {
    await using nvim = await said(say(PLACED));
    await nvim.lua(`_G.wanted, _G.typed = 'another file …', 'src/app.js'`);
    await goTo(nvim, 'const y');
    await nvim.feed('gd');
    await nvim.screen.toContain('proposed · :w');
    await nvim.screen.toContain('const y = x + 1;');
    await nvim.screen.toContain('export { one };');
    await nvim.feed('q');
    await wait(async () => (await nvim.lua('return vim.fn.tabpagenr("$")')) === 1, 'it is left');
    expect(await nvim.lua('return vim.bo.filetype')).toBe('acpchat');
    await wait(
      async () =>
        (await nvim.lua(
          `return #vim.tbl_filter(function(b) return vim.api.nvim_buf_get_name(b):find('proposal') end, vim.api.nvim_list_bufs())`,
        )) === 0,
      'its buffers are gone',
    );
    expect(onDisk(nvim, 'src/app.js')).toBe(APP);
  });

  it('that is a diff says when what it changes is not there', async () => {
    await using nvim = await said(
      say(fenced('diff', '+++ b/src/app.js', '@@ -1 +1 @@', '-nowhere', '+x')),
    );
    await nvim.lua(`_G.wanted = 'src/app.js'`);
    await goTo(nvim, 'nowhere');
    await nvim.feed('ga');
    await noted(nvim, 'what this changes is not in src/app.js');
    expect(onDisk(nvim, 'src/app.js')).toBe(APP);
  });
});

describe('places in the text', () => {
  const place = (nvim: Nvim): Promise<string> =>
    nvim.lua(
      `return vim.fs.basename(vim.api.nvim_buf_get_name(0)) .. ':' .. vim.fn.line('.') .. ':' .. vim.fn.col('.')`,
    );

  it.each([
    ['gf', 'See src/app.js:3:5 there', 'src', 'app.js:3:5'],
    ['<CR>', 'See src/app.js:3:5 there', 'See', 'app.js:3:5'],
    ['gf', 'See [it](src/app.js#L2) there', 'it', 'app.js:2:1'],
    ['gf', 'Both other.txt and app.js:2 here', 'and', 'app.js:2:1'],
  ])('%s in "%s" on "%s" opens them in the user’s window', async (key, text, at, wanted) => {
    await using nvim = await said(
      {
        do: 'update',
        update: {
          sessionUpdate: 'tool_call',
          toolCallId: 'c',
          title: 'Look',
          kind: 'read',
          status: 'completed',
          locations: [{ path: '{{cwd}}/src/app.js' }],
        },
      },
      say(text),
    );
    const window = await nvim.lua('return vim.fn.win_getid(1)');
    await goTo(nvim, text);
    await nvim.lua(`vim.fn.search('\\\\V' .. ..., 'c', vim.fn.line('.'))`, at);
    await nvim.feed(key);
    await wait(
      async () => (await place(nvim)) === wanted,
      () => `at ${wanted}\n${nvim.screen.framed()}`,
    );
    expect(await nvim.lua('return vim.api.nvim_get_current_win()')).toBe(window);
    await nvim.expectNotBlocked();
  });

  it('that are not there say so, and addresses go to the system', async () => {
    await using nvim = await said(
      say('No src/none.js, but https://example.org/x. Or nothing\n\nwords only'),
    );
    await nvim.lua('vim.ui.open = function(url) _G.opened = url return nil, nil end');
    await goTo(nvim, 'words only');
    await nvim.feed('gf');
    await noted(nvim, 'nothing to open here');
    await goTo(nvim, 'No src');
    await nvim.feed('gf');
    await wait(
      async () => (await nvim.lua('return _G.opened')) === 'https://example.org/x',
      'opened',
    );
  });
});
