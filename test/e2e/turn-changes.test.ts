import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ScriptedAgent, type Step, say, scriptAgent } from '../support/agent';
import { killHost } from '../support/host';
import { type Nvim, startNvim } from '../support/nvim';
import { BEFORE, begin, having, turn, write } from '../support/review';
import { goTo, transcript } from '../support/transcript';
import { wait } from '../support/wait';

/** Changes two places of a.txt, the second line of b.txt, and makes c.txt. */
const CHANGES: readonly Step[] = [
  write('a.txt', having({ 3: 'three', 15: 'fifteen' })),
  write('b.txt', having({ 2: 'two' })),
  write('c.txt', 'new\n'),
];

const agentOf = (...steps: readonly Step[]): ScriptedAgent =>
  scriptAgent({ prompts: [{ match: 'talk', steps: [say('I only talk.')] }, { steps }] });

async function started(agent: ScriptedAgent, size: [number, number] = [80, 40]): Promise<Nvim> {
  const nvim = await startNvim({
    size,
    config: agent.setup(),
    files: { 'a.txt': BEFORE, 'b.txt': BEFORE },
    args: ['a.txt'],
  });
  await nvim.lua(`vim.cmd('AcpChat')`);
  return nvim;
}

const onDisk = (nvim: Nvim, path: string): string => readFileSync(join(nvim.dir, path), 'utf8');

describe('behind a turn', () => {
  it.each([80, 120])(
    'stands what it has changed, with what the keys do (%d columns)',
    async (columns) => {
      await using nvim = await started(agentOf(...CHANGES, say('All done.')), [columns, 40]);
      await turn(nvim);
      await nvim.screen.toContain('± 3 files changed  +4 −3  r review  a keep all  u undo all');
      await nvim.screen.toContain('    a.txt  +2 −2');
      await nvim.screen.toContain('    b.txt  +1 −1');
      await nvim.screen.toContain('    c.txt  +1 −0  new');
      const lines = await transcript(nvim);
      expect(lines.findIndex((line) => line.startsWith('±'))).toBeGreaterThan(
        lines.indexOf('All done.'),
      );
      await nvim.expectNotBlocked();
    },
  );

  it('stands nothing when it has changed nothing, or put all back', async () => {
    const agent = agentOf(write('a.txt', having({ 3: 'three' })), write('a.txt', BEFORE));
    await using nvim = await started(agent);
    await turn(nvim, 'talk');
    await turn(nvim);
    await turn(nvim, 'talk');
    expect((await transcript(nvim)).filter((line) => line.includes('changed'))).toEqual([]);
  });

  it('stays true while its changes are decided', async () => {
    await using nvim = await started(agentOf(...CHANGES));
    await turn(nvim);
    await turn(nvim, 'talk');
    await goTo(nvim, 'b.txt  +1');
    await nvim.feed('u');
    await nvim.screen.toContain('    b.txt  +1 −1  undone');
    await nvim.screen.toContain('± 3 files changed  +4 −3  2 of 3 to review');
    expect(onDisk(nvim, 'b.txt')).toBe(BEFORE);
    await goTo(nvim, 'c.txt  +1');
    await nvim.feed('a');
    await nvim.screen.toContain('    c.txt  +1 −0  new  kept');
    await nvim.lua(`vim.api.nvim_set_current_win(vim.fn.win_getid(1))
      vim.api.nvim_win_set_cursor(0, { 3, 0 }) vim.cmd('Acp keep hunk')`);
    await nvim.screen.toContain('    a.txt  +2 −2  kept +1 −1, to review +1 −1');
    await nvim.lua(
      `vim.api.nvim_buf_set_lines(vim.fn.bufnr('a.txt'), 14, 15, true, { 'line 15' })`,
    );
    await nvim.screen.toContain('    a.txt  +2 −2  kept +1 −1, undone +1 −1');
    await nvim.screen.toContain('± 3 files changed  +4 −3  all decided');
    const lines = await transcript(nvim);
    expect(lines.findIndex((line) => line.startsWith('±'))).toBeLessThan(
      lines.indexOf('I only talk.'),
    );
  });

  it('is undone as a whole on its first line', async () => {
    await using nvim = await started(agentOf(...CHANGES));
    await turn(nvim);
    await goTo(nvim, '± 3 files');
    await nvim.feed('u');
    await nvim.screen.toContain('± 3 files changed  +4 −3  all undone');
    expect([onDisk(nvim, 'a.txt'), onDisk(nvim, 'b.txt')]).toEqual([BEFORE, BEFORE]);
    expect(existsSync(join(nvim.dir, 'c.txt'))).toBe(false);
  });

  it('is decided by file where several are selected', async () => {
    await using nvim = await started(agentOf(...CHANGES));
    await turn(nvim);
    await goTo(nvim, 'b.txt  +1');
    await nvim.feed('Vja<Esc>');
    await nvim.screen.toContain('    c.txt  +1 −0  new  kept');
    await nvim.screen.toContain('    b.txt  +1 −1  kept');
    await nvim.screen.toContain('1 of 3 to review');
  });

  it('leads to the review, and to the first change of a file', async () => {
    await using nvim = await started(agentOf(...CHANGES));
    await turn(nvim);
    await goTo(nvim, 'b.txt  +1');
    await nvim.feed('<CR>');
    const at = () =>
      nvim.lua(`return vim.fs.basename(vim.api.nvim_buf_get_name(0)) .. ':' .. vim.fn.line('.')`);
    await wait(async () => (await at()) === 'b.txt:2', 'the cursor is on the change');
    await nvim.lua(`vim.cmd('AcpChat')`);
    await goTo(nvim, 'c.txt  +1');
    await nvim.feed('r');
    await nvim.screen.toContain('Review: 3 files +4 −3');
    await wait(
      async () => (await nvim.lua('return vim.fn.getline(".")')).startsWith('c.txt'),
      'the cursor is on the file',
    );
    await nvim.feed('q');
    await nvim.expectNotBlocked();
  });

  it('says which undo waits for the end of a turn', async () => {
    const agent = scriptAgent({
      prompts: [
        { match: 'more', steps: [say('working'), { do: 'gate', name: 'end' }] },
        { steps: CHANGES },
      ],
    });
    await using nvim = await started(agent);
    await turn(nvim);
    await begin(nvim, 'more');
    await nvim.screen.toContain('working');
    await goTo(nvim, 'b.txt  +1');
    await nvim.feed('u');
    await nvim.screen.toContain('    b.txt  +1 −1  undone when the turn ends');
    expect(onDisk(nvim, 'b.txt')).toBe(having({ 2: 'two' }));
    await goTo(nvim, 'c.txt  +1');
    await nvim.feed('U');
    await nvim.screen.toContain('    c.txt  +1 −0  new  undone');
    expect(existsSync(join(nvim.dir, 'c.txt'))).toBe(false);
    agent.open('end');
    await wait(() => onDisk(nvim, 'b.txt') === BEFORE, 'it is undone');
    await wait(
      async () => (await transcript(nvim)).includes('    b.txt  +1 −1  undone'),
      'it says so',
    );
  });

  it('has keys that the user may change, and says which', async () => {
    await using nvim = await started(agentOf(...CHANGES));
    await nvim.feed('<Esc>');
    await nvim.lua(`vim.cmd('Acp close')`);
    await nvim.lua(`require('acp').setup({ keys = { changes_keep = 'gk', changes_undo = false } })
      vim.cmd('AcpChat')`);
    await turn(nvim);
    await nvim.screen.toContain('r review  gk keep all');
    await goTo(nvim, '± 3 files');
    await nvim.feed('gk');
    await nvim.screen.toContain('all kept');
  });

  it('stands what it has changed before what was queued', async () => {
    const agent = scriptAgent({
      prompts: [
        { match: 'talk', steps: [say('I only talk.')] },
        { steps: [...CHANGES, { do: 'gate', name: 'end' }] },
      ],
    });
    await using nvim = await started(agent);
    await begin(nvim, 'go');
    await begin(nvim, 'talk');
    agent.open('end');
    await nvim.screen.toContain('I only talk.');
    const lines = await transcript(nvim);
    const [changes, talk] = [lines.findIndex((line) => line[0] === '±'), lines.indexOf('talk')];
    expect([changes > 0, changes < talk]).toEqual([true, true]);
  });

  it.each(['load', 'resume'])(
    'stands no claim of a host that died, where the agent can %s',
    async (how) => {
      const user: Step = {
        do: 'update',
        update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'go' } },
      };
      const agent = scriptAgent({
        replies: {
          initialize: {
            result: {
              agentCapabilities: {
                loadSession: how === 'load',
                sessionCapabilities: how === 'resume' ? { resume: {} } : {},
              },
            },
          },
          'session/load': { before: [user, say('All done.')], result: {} },
          'session/resume': { result: {} },
        },
        prompts: [{ steps: [...CHANGES, say('All done.')] }],
      });
      await using nvim = await started(agent);
      await turn(nvim);
      await nvim.screen.toContain('± 3 files changed');
      await killHost(nvim);
      await nvim.screen.toContain('The host ended');
      const text = (await transcript(nvim)).join('\n');
      expect(text).toMatch(/go\n\n?.*All done\./s);
      // What is still pending may be shown anew below; what the dead host has said of it is gone.
      expect((text.match(/^± /gm) ?? []).length).toBeLessThan(2);
      expect(text).not.toMatch(/^±.*The host ended/ms);
    },
  );

  it('lists no more than a screen holds of very many', async () => {
    const many = Array.from({ length: 60 }, (_, at) => write(`new/${at + 100}.txt`, 'x\n'));
    await using nvim = await started(agentOf(...many));
    await turn(nvim);
    await nvim.screen.toContain('    … and 40 more');
    await goTo(nvim, '… and 40 more');
    await nvim.feed('<CR>');
    await nvim.screen.toContain('Review: 60 files +60 −0');
  });
});
