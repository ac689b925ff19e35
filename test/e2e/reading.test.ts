import { describe, expect, it } from 'vitest';
import { type ScriptedAgent, type Step, say, scriptAgent, toolCall } from '../support/agent';
import { killHost } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { goTo, lineHere } from '../support/transcript';
import { wait } from '../support/wait';

const CODE = ['Here it is:', '```js', 'one();', '', 'two();', '```', 'and', '```py', 'pass', '```'];

const call = (id: string, status: string): Step => toolCall(id, { kind: 'read', status });

const STEPS: readonly Step[] = [
  say('First words.'),
  call('reads well', 'completed'),
  call('goes wrong', 'failed'),
  call('reads on', 'completed'),
  say(CODE.join('\n')),
];

async function started(agent: ScriptedAgent, size: [number, number] = [80, 40]): Promise<Nvim> {
  const nvim = await startNvim({ size, config: agent.setup() });
  await nvim.lua(`vim.cmd('AcpChat')`);
  return nvim;
}

async function prompt(nvim: Nvim, text: string): Promise<void> {
  await nvim.lua(
    `require('acp').prompt(..., nil, function() _G.ended = (_G.ended or 0) + 1 end)`,
    text,
  );
  await wait(() => nvim.lua('return _G.ended'), 'the turn is over');
}

async function talked(...steps: readonly Step[]): Promise<Nvim> {
  const nvim = await started(scriptAgent({ prompts: [{ steps }] }));
  await prompt(nvim, 'do it');
  return nvim;
}

/** All of `STEPS` is drawn, to its end. */
async function talkedSteps(): Promise<Nvim> {
  const nvim = await talked(...STEPS);
  await goTo(nvim, 'pass');
  return nvim;
}

/** Types keys and answers the line that the cursor is on then. */
async function typed(nvim: Nvim, keys: string): Promise<string> {
  await nvim.lua(`vim.api.nvim_feedkeys(vim.keycode(...), 'mtx', false)`, keys);
  return lineHere(nvim);
}

/** It cannot be started again either. */
async function killHostForGood(nvim: Nvim): Promise<void> {
  await nvim.lua(`require('acp').setup({ node = '/nowhere/node' })`);
  await killHost(nvim);
  await wait(
    async () => (await nvim.lua(`return require('acp.host').channel() or 0`)) === 0,
    'the host is gone',
  );
}

it.each([':e<CR>', ':e!<CR>', ':bdelete<CR>:AcpChat<CR>', ':bunload<CR>:AcpChat<CR>'])(
  'a transcript that the user empties with %s is drawn again',
  async (keys) => {
    const agent = scriptAgent({ prompts: [{ steps: STEPS }] });
    await using nvim = await started(agent);
    await prompt(nvim, 'one');
    await goTo(nvim, 'First words.');
    await nvim.lua('_G.before = vim.api.nvim_get_current_buf()');
    await nvim.feed(keys);
    const isDrawn = `
      local view = require('acp.chat.views').current()
      local lines = vim.api.nvim_buf_get_lines(view.chat, 0, -1, false)
      return view.chat ~= before and vim.tbl_contains(lines, 'pass')
        and vim.api.nvim_get_current_buf() == view.prompt and vim.fn.mode() == 'i'`;
    await wait(() => nvim.lua(isDrawn), 'it is drawn, and the user may type');
    await goTo(nvim, 'First words.');
    expect(await typed(nvim, ']c')).toContain('js');
    expect(await nvim.messages()).not.toMatch(/E\d+:|stack traceback/);
    await nvim.expectNotBlocked();
  },
);

describe('motions', () => {
  it('go from message to message, call to call, error to error and code to code', async () => {
    await using nvim = await talkedSteps();
    await goTo(nvim, 'do it');
    expect(await typed(nvim, ']]')).toBe('First words.');
    expect(await typed(nvim, ']]')).toBe('Here it is:');
    expect(await typed(nvim, '[[')).toBe('First words.');
    expect(await typed(nvim, ']t')).toContain('reads well');
    expect(await typed(nvim, '2]t')).toContain('reads on');
    expect(await typed(nvim, '[t')).toContain('goes wrong');
    expect(await typed(nvim, 'gg]e')).toContain('goes wrong');
    expect(await typed(nvim, 'gg]c')).toBe('```js');
    expect(await typed(nvim, ']c')).toBe('```py');
    expect(await typed(nvim, '[c')).toBe('```js');
    await nvim.expectNotBlocked();
  });

  it('do not wrap, and take as many as there are', async () => {
    await using nvim = await talkedSteps();
    await goTo(nvim, 'Here it is');
    expect(await typed(nvim, ']]')).toBe('Here it is:');
    expect(await typed(nvim, '9]c')).toBe('```py');
    expect(await typed(nvim, ']e')).toBe('```py');
    expect(await typed(nvim, '9[t')).toContain('reads well');
    expect(await typed(nvim, '[e')).toContain('reads well');
    await nvim.expectNotBlocked();
  });

  it('are jumps, extend a selection and take an operator', async () => {
    await using nvim = await talkedSteps();
    await goTo(nvim, 'First words');
    expect(await typed(nvim, ']]<C-o>')).toBe('First words.');
    await typed(nvim, ']cjV]cky');
    expect(await nvim.lua("return vim.fn.getreg('\"')")).toBe('one();\n\ntwo();\n```\nand\n');
    await goTo(nvim, 'one();');
    await typed(nvim, 'y]c');
    expect(await nvim.lua("return vim.fn.getreg('\"')")).toBe('one();\n\ntwo();\n```\nand\n');
    await typed(nvim, 'y]e');
    expect(await nvim.lua("return vim.fn.getreg('\"')")).toBe('one();\n\ntwo();\n```\nand\n');
    expect(await lineHere(nvim)).toBe('one();');
    await nvim.expectNotBlocked();
  });

  it('work when the host has died', async () => {
    await using nvim = await talkedSteps();
    await goTo(nvim, 'First words');
    await killHostForGood(nvim);
    expect(await typed(nvim, ']t')).toContain('reads well');
    expect(await typed(nvim, ']e')).toContain('goes wrong');
    expect(await typed(nvim, ']c')).toBe('```js');
    expect(await typed(nvim, '[[')).toBe('Here it is:');
  });

  it('are changed and removed by their names', async () => {
    const agent = scriptAgent({ prompts: [{ steps: STEPS }] });
    await using nvim = await startNvim({
      size: [80, 40],
      config: agent.setup({ keys: { code_next: '<C-n>', message_next: false } }),
    });
    await nvim.lua(`vim.cmd('AcpChat')`);
    await prompt(nvim, 'do it');
    await goTo(nvim, 'pass');
    expect(await typed(nvim, 'gg<C-n>')).toBe('```js');
    expect(await nvim.lua(`return vim.fn.maparg(']]', 'n')`)).toBe('');
  });
});

describe('a transcript that is read', () => {
  const long = (name: string): string =>
    Array.from({ length: 60 }, (_, n) => `${name} ${n}`).join('\n\n');

  it('says when something came below, until it is seen', async () => {
    const gate: Step = { do: 'gate', name: 'more' };
    const agent = scriptAgent({
      prompts: [{ steps: [say(long('first')), gate, say(long('\n\nsecond'))] }],
    });
    await using nvim = await started(agent, [80, 24]);
    await nvim.lua(`require('acp').prompt('do it')`);
    await goTo(nvim, 'first 59');
    await typed(nvim, 'gg');
    expect(nvim.screen.text()).not.toContain('↓ new');
    agent.open('more');
    await nvim.screen.toContain('↓ new (G)');
    await typed(nvim, '5j');
    await nvim.screen.toContain('↓ new (G)');
    await nvim.feed('G');
    await nvim.screen.toContain('second 59');
    await nvim.screen.toLose('↓ new');
    await nvim.expectNotBlocked();
  });

  it('has a table of contents that leads to its prompts and headings', async () => {
    const answer = `# Plan\n\n${long('text')}\n\n\`\`\`sh\n# no heading\n\`\`\`\n\n## Details\n\nthe end`;
    await using nvim = await talked(call('goes wrong', 'failed'), say(answer));
    await goTo(nvim, 'the end');
    await nvim.feed('gO');
    await nvim.screen.toContain('Contents');
    await nvim.screen.toContain('go there');
    expect(await nvim.lua('return vim.api.nvim_buf_get_lines(0, 0, -1, false)')).toEqual([
      'do it',
      expect.stringContaining('goes wrong'),
      '  Plan',
      '    Details',
    ]);
    await wait(async () => (await lineHere(nvim)) === '    Details', 'it begins where the user is');
    // All of it is in sight.
    expect(await nvim.lua(`return vim.fn.line('w0')`)).toBe(1);
    await nvim.feed('k<CR>');
    await wait(async () => (await lineHere(nvim)) === '# Plan', 'the heading');
    expect(await nvim.lua('return vim.bo.filetype')).toBe('acpchat');
    expect(await typed(nvim, '<C-o>')).toBe('the end');
    await nvim.expectNotBlocked();
  });

  it('gives an earlier prompt back to be changed and sent again', async () => {
    const agent = scriptAgent({
      prompts: [{ match: 'second', steps: [say('Two.')] }, { steps: [say('One.')] }],
    });
    await using nvim = await started(agent);
    for (const text of ['first of all', 'second thing']) await prompt(nvim, text);
    await goTo(nvim, 'Two.');
    await goTo(nvim, 'One.');
    await nvim.feed('c');
    await wait(
      async () => (await nvim.lua('return vim.bo.filetype')) === 'acpprompt',
      'in the prompt',
    );
    expect(await lineHere(nvim)).toBe('first of all');
    await wait(async () => (await nvim.lua('return vim.fn.mode()')) === 'i', 'typing');
    await nvim.feed('!<C-s>');
    await wait(() => agent.calls('session/prompt').length === 3, 'sent');
    expect(agent.calls('session/prompt')[2]?.params.prompt).toEqual([
      { type: 'text', text: 'first of all!' },
    ]);
    await nvim.expectNotBlocked();
  });

  it('sends the picture of an earlier prompt again, which has no name', async () => {
    const data = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
    const picture = { type: 'image', mimeType: 'image/png', data };
    const agent = scriptAgent({
      replies: {
        initialize: { result: { agentCapabilities: { promptCapabilities: { image: true } } } },
      },
      prompts: [{ steps: [say('One.')] }],
    });
    await using nvim = await started(agent);
    await nvim.lua(`require('acp').prompt(...)`, [{ type: 'text', text: 'look at' }, picture]);
    await goTo(nvim, 'One.');
    await nvim.feed('c');
    await wait(async () => (await nvim.lua('return vim.fn.mode()')) === 'i', 'typing');
    expect(await lineHere(nvim)).toMatch(/^look at @.*\.png$/);
    await nvim.feed('<C-s>');
    await wait(() => agent.calls('session/prompt').length === 2, 'sent');
    expect(agent.calls('session/prompt')[1]?.params.prompt).toEqual([
      { type: 'text', text: 'look at ' },
      { ...picture, uri: expect.stringMatching(/^file:.*\.png$/) },
    ]);
  });

  it('offers to take back what an earlier prompt has changed', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          steps: [
            {
              do: 'request',
              method: 'fs/write_text_file',
              params: { path: '{{cwd}}/a.txt', content: 'new\n' },
            },
            say('Done.'),
          ],
        },
      ],
    });
    const nvim = await startNvim({
      size: [80, 40],
      config: agent.setup(),
      files: { 'a.txt': 'old\n' },
    });
    await using _ = nvim;
    await nvim.lua(`vim.cmd('AcpChat')`);
    await prompt(nvim, 'change it');
    await goTo(nvim, 'Done.');
    await nvim.feed('c');
    await nvim.screen.toContain('a.txt');
    await wait(async () => (await nvim.lua('return vim.bo.filetype')) === 'acprestore', 'asked');
    await nvim.feed('q');
    await goTo(nvim, 'Done.');
    expect(
      await nvim.lua(
        `return vim.api.nvim_buf_get_lines(vim.fn.bufnr('acp://scripted prompt'), 0, -1, false)`,
      ),
    ).toEqual(['change it']);
  });

  it('folds by message, and is searched and yanked as it was written', async () => {
    await using nvim = await talked(
      say('Some **bold** words\nand [a link](https://example.org/x)\nmore'),
    );
    await goTo(nvim, 'more');
    // What is hidden elsewhere is seen where it is found.
    await nvim.feed('?[*][*]bold');
    await nvim.screen.toContain('Some **bold**');
    await nvim.feed('<CR>');
    await wait(async () => (await lineHere(nvim)).includes('**bold**'), 'found');
    await nvim.screen.toContain('Some **bold**');
    expect(await typed(nvim, '/org.x<CR>')).toContain('example.org');
    await typed(nvim, '[[Vjy');
    expect(await nvim.lua("return vim.fn.getreg('\"')")).toBe(
      'Some **bold** words\nand [a link](https://example.org/x)\n',
    );
    await wait(() => nvim.lua(`return vim.fn.foldlevel('.') > 0`), 'its end is drawn');
    await typed(nvim, 'zc');
    await nvim.screen.toLose('a link');
    await nvim.screen.toContain('Some ');
    await typed(nvim, '/org.x<CR>');
    await nvim.screen.toContain('a link');
    await nvim.expectNotBlocked();
  });
});

describe('a paragraph that is higher than the window', () => {
  it.each([
    ['words', 'word '],
    ['characters that are two cells wide', '長い文'],
    ['no blanks', 'letters'],
  ])('of %s is followed to its end', async (_, text) => {
    const agent = scriptAgent({
      prompts: [
        {
          steps: [
            say(`Above.\n\n- ${text.repeat(400)}`),
            { do: 'gate', name: 'more' },
            say('✔'),
            { do: 'gate', name: 'below' },
            say('\n\nBelow.'),
          ],
        },
      ],
    });
    await using nvim = await started(agent, [60, 20]);
    await nvim.feed('go<C-s>');
    const rows = (): string[] => nvim.screen.text().split('\n');
    const isFull = (last: string): Promise<unknown> =>
      wait(
        () =>
          rows().filter((row) => row.includes(text.trim())).length >= 8 &&
          rows().some((row) => row.includes(last)),
        () => `full of ${text}, to ${last}\n${nvim.screen.framed()}`,
      );
    await isFull(text.trim());
    agent.open('more');
    await isFull('✔');
    agent.open('below');
    await isFull('Below.');
  });
});
