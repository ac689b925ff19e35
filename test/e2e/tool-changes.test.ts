import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type ScriptedAgent,
  type Step,
  scriptAgent,
  toolCall,
  toolCallUpdate,
} from '../support/agent';
import { type Nvim, startNvim } from '../support/nvim';
import { BEFORE, begin, ended, having, looks, textOf, turn, write } from '../support/review';
import { wait } from '../support/wait';

const done = (toolCallId: string, more: object = {}): Step =>
  toolCallUpdate(toolCallId, { status: 'completed', ...more });
const said = (text: string) => ({
  content: [{ type: 'content', content: { type: 'text', text } }],
});

async function started(agent: ScriptedAgent, size: [number, number] = [80, 50]): Promise<Nvim> {
  const nvim = await startNvim({
    size,
    config: agent.setup({ log: { level: 'debug' } }),
    files: { 'a.txt': BEFORE, 'b.txt': BEFORE },
    args: ['a.txt'],
  });
  await nvim.lua(`vim.cmd('AcpChat')`);
  return nvim;
}

async function goTo(nvim: Nvim, text: string): Promise<void> {
  await nvim.screen.toContain(text);
  await nvim.feed('<Esc>');
  await nvim.lua(
    `for _, win in ipairs(vim.api.nvim_list_wins()) do
      if vim.bo[vim.api.nvim_win_get_buf(win)].filetype == 'acpchat' then
        vim.api.nvim_set_current_win(win)
      end
    end
    vim.fn.cursor(1, 1)
    assert(vim.fn.search('\\\\V' .. ..., 'c') > 0, ...)`,
    text,
  );
}

/** The file and the line of the cursor. */
const isAt = (nvim: Nvim, place: string): Promise<unknown> =>
  wait(
    async () =>
      (await nvim.lua(
        `return vim.fs.basename(vim.api.nvim_buf_get_name(0)) .. ':' .. vim.fn.line('.')`,
      )) === place,
    `the cursor is at ${place}`,
  );

const running = { status: 'in_progress', rawInput: { path: '{{cwd}}/a.txt' } };

describe('the card of a tool call that has ended', () => {
  it.each([80, 120])(
    'shows what it has written, where its agent does not (%d columns)',
    async (columns) => {
      const agent = scriptAgent({
        prompts: [
          {
            steps: [
              toolCall('Edit', { kind: 'edit', ...running }),
              write('a.txt', having({ 10: 'ten', 11: 'eleven' })),
              done('Edit', said('Replaced 1 occurrence')),
            ],
          },
        ],
      });
      await using nvim = await started(agent, [columns, 50]);
      await turn(nvim);
      await nvim.screen.toContain('Replaced 1 occurrence');
      await nvim.screen.toContain('  a.txt  +2 −2');
      await nvim.screen.toContain('   10 - line 10');
      await nvim.screen.toContain('   10 + ten');
      await nvim.screen.toContain('    7   line 7');
      await nvim.screen.toContain('   14   line 14');
      await nvim.expectNotBlocked();
    },
  );

  it('shows what a command has changed, also when that is found later', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          steps: [
            { do: 'gate', name: 'known' },
            toolCall('sed', { kind: 'execute', status: 'in_progress' }),
            { do: 'shell', command: 'sed -i s/line.2$/two/ b.txt && echo new > n.txt' },
            done('sed', said('All is replaced.')),
          ],
        },
      ],
    });
    await using nvim = await started(agent);
    await begin(nvim, 'first');
    // The session looks at them, and the turn.
    await wait(async () => (await looks(nvim)) >= 2, 'the files are known');
    agent.open('known');
    await ended(nvim);
    await nvim.screen.toContain('  b.txt  +1 −1');
    await nvim.screen.toContain('   2 + two');
    await nvim.screen.toContain('  n.txt  +1 −0  new');
    await nvim.screen.toContain('   1 + new');
  });

  it('shows the diff of the agent where there is one, and no other', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          steps: [
            toolCall('Edit', { kind: 'edit', ...running }),
            write('a.txt', having({ 10: 'ten' })),
            done('Edit', {
              content: [
                { type: 'diff', path: '{{cwd}}/a.txt', oldText: 'line 10\n', newText: 'ten\n' },
              ],
            }),
          ],
        },
      ],
    });
    await using nvim = await started(agent);
    await turn(nvim);
    await nvim.screen.toContain('± 1 file changed');
    // A piece of the file, at the lines where it was found.
    await nvim.screen.toContain('  10 + ten', { without: ' 1 + ten' });
    expect(nvim.screen.text().match(/\+ ten/g)).toHaveLength(1);
    expect(nvim.screen.text()).not.toMatch(/ {4}(9 {3})?line 9 /);
    await goTo(nvim, '+ ten');
    await nvim.feed('<CR>');
    await isAt(nvim, 'a.txt:10');
  });

  it('shows nothing of what other calls have done to the same file', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          steps: [
            toolCall('Read', { kind: 'read', ...running }),
            done('Read', said('read it')),
            toolCall('Edit', { kind: 'edit', ...running }),
            write('a.txt', having({ 3: 'three' })),
            done('Edit', said('Replaced')),
            toolCall('sed', { kind: 'execute', status: 'in_progress' }),
            { do: 'shell', command: 'sed -i s/line.5$/five/ a.txt' },
            done('sed', said('Ran')),
          ],
        },
      ],
    });
    await using nvim = await started(agent);
    await turn(nvim);
    await nvim.screen.toContain('+ five');
    const text = nvim.screen.text();
    const order = ['read it', 'Replaced', '+ three', 'Ran', '+ five'].map((part) =>
      text.indexOf(part),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(text.match(/\+ (three|five)/g)).toEqual(['+ three', '+ five']);
  });

  it('leads to its lines, wherever they are by now', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          match: 'more',
          steps: [write('a.txt', textOf(['0', '00']) + having({ 10: 'ten', 15: '' }))],
        },
        {
          steps: [
            toolCall('Edit', { kind: 'edit', ...running }),
            write('a.txt', having({ 10: 'ten', 15: '' })),
            done('Edit', said('Replaced')),
          ],
        },
      ],
    });
    await using nvim = await started(agent, [80, 60]);
    await turn(nvim);
    await turn(nvim, 'more');
    await nvim.lua(`vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), 0, 0, true, { 'mine' })`);
    for (const [text, line] of [
      ['+ ten', 13],
      ['- line 10', 13],
      ['  line 8', 11],
    ] as const) {
      await nvim.lua(`vim.cmd('AcpChat')`);
      await goTo(nvim, text);
      await nvim.feed('<CR>');
      await isAt(nvim, `a.txt:${line}`);
    }
  });

  it('says so where the file is gone', async () => {
    const agent = scriptAgent({
      prompts: [
        {
          steps: [
            toolCall('Edit', {
              kind: 'edit',
              status: 'in_progress',
              rawInput: { path: '{{cwd}}/b.txt' },
            }),
            write('b.txt', having({ 10: 'ten' })),
            done('Edit', said('Replaced')),
          ],
        },
      ],
    });
    await using nvim = await started(agent);
    await turn(nvim);
    rmSync(join(nvim.dir, 'b.txt'));
    await goTo(nvim, '+ ten');
    await nvim.feed('<CR>');
    await nvim.screen.toContain('there is no such file');
    await nvim.expectNotBlocked();
  });
});
