import { expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';
import { inTime, pickOf, randomOf, Story } from '../support/soak';

/** Always the same ones, so that a landing is no lottery; ACP_SOAK_STEPS and ACP_SOAK_SEED look for more. */
const STEPS = Number(process.env.ACP_SOAK_STEPS ?? 2000);
const SEED = Number(process.env.ACP_SOAK_SEED ?? 20261120);

const FILES = ['one.txt', 'two.txt'];
const CHOICES = ['mine', 'theirs', 'theirs', 'both', 'all-mine', 'all-theirs'];
/** Longer texts are cut: a step is to cost the same however many there were. */
const MANY_LINES = 120;
const USER_WORD = /‹\d+›/g;

/** The user's words in the buffers of both files, sorted. */
async function wordsIn(desk: Desk): Promise<string[]> {
  const texts: string[] = await desk.lua(
    `return vim.tbl_map(function(name)
      return table.concat(vim.fn.getbufline(vim.fn.bufnr(name), 1, '$'), '\\n')
    end, ...)`,
    FILES.map((name) => desk.path(name)),
  );
  return texts.flatMap((text) => text.match(USER_WORD) ?? []).sort();
}

test(
  `whatever user and agent do at once, no word of the user is lost (seed ${SEED})`,
  async () => {
    const random = randomOf(SEED);
    const story = new Story();
    const initial = Array.from({ length: 40 }, (_, row) => `line ${row}\n`).join('');
    await using desk = await openDesk({
      log: story.log,
      files: Object.fromEntries(FILES.map((f) => [f, initial])),
    });
    for (const file of FILES) await desk.edit(file);
    const pick = <T>(items: readonly T[]): T => pickOf(random, items);
    let count = 0;

    const typing = (): Promise<unknown> => {
      const [row, word, how] = [random(60), `‹${++count}›`, random(2)];
      story.note(`user: types ${word} ${how === 0 ? 'above' : 'in'} row ${row}`);
      return desk.lua(
        `local row, word, how = ...
      row = row % vim.api.nvim_buf_line_count(0)
      if how == 0 then return vim.api.nvim_buf_set_lines(0, row, row, true, { word }) end
      local line = vim.api.nvim_buf_get_lines(0, row, row + 1, true)[1]
      vim.api.nvim_buf_set_text(0, row, #line, row, #line, { word })`,
        row,
        word,
        how,
      );
    };
    /** Chooses at a conflict, if there is one in the current file; answers the words that go with the user's lines. */
    const choosing = async (): Promise<readonly string[]> => {
      const choice = pick(CHOICES);
      story.note(`user: chooses ${choice}`);
      const gone: string[] = await desk.lua(
        `local n, choice = ...
        local regions = require('acp.conflict.regions')
        require('acp.conflict.follow').settle(vim.api.nvim_get_current_buf())
        local open = regions.open(vim.api.nvim_get_current_buf())
        if #open == 0 then return {} end
        local region = open[n % #open + 1]
        local row = math.min(region.from, vim.api.nvim_buf_line_count(0) - 1)
        local lines = {}
        for _, one in ipairs(open) do
          -- Where one without lines hangs at another, the other has the cursor in it.
          local has_cursor = one.from <= row and row < one.to
          if choice:find('^all') or one == region or has_cursor then
            vim.list_extend(lines, vim.api.nvim_buf_get_lines(0, one.from, one.to, true))
          end
        end
        vim.api.nvim_win_set_cursor(0, { row + 1, 0 })
        vim.cmd('Acp conflict ' .. choice)
        Chosen = (Chosen or 0) + 1
        return choice:find('theirs') and lines or {}`,
        random(10),
        choice,
      );
      return gone.flatMap((line) => line.match(USER_WORD) ?? []);
    };
    const command = (text: string): Promise<unknown> => {
      story.note(`user: ${text}`);
      return desk.lua('vim.cmd(...)', text);
    };
    const deleting = (): Promise<unknown> => {
      const row = random(60);
      story.note(`user: deletes at row ${row}`);
      return desk.lua(
        `local row, many = ...
        local count = vim.api.nvim_buf_line_count(0)
        local from = row % count
        local to = count > many and count - many + from or from + 1
        vim.api.nvim_buf_set_lines(0, from, math.min(to, count), true, {})`,
        row,
        MANY_LINES,
      );
    };
    const user: readonly (() => Promise<unknown>)[] = [
      typing,
      typing,
      typing,
      deleting,
      () => command('silent! undo'),
      () => command('silent! redo'),
      () => command('silent write!'),
      () => command('Acp conflict next'),
      () => command(`buffer ${desk.path(pick(FILES))}`),
    ];

    /** What an agent makes of a text: it adds, changes and deletes lines, but none with a word of the user. */
    const rework = (text: string): string => {
      const lines = text.split(/(?<=\n)/);
      for (let n = random(3); n >= 0; n--) {
        const row = random(lines.length + 1);
        const isOurs = /‹/.test(lines[row] ?? '‹');
        if (isOurs || random(3) === 0) lines.splice(row, 0, `agent ${++count}\n`);
        else lines.splice(row, 1, ...(random(4) === 0 ? [] : [`changed ${++count}\n`]));
      }
      return lines.join('');
    };
    const seen = new Map<string, string>();
    const read = async (file: string): Promise<string> => {
      story.note(`agent: reads ${file}`);
      const text = await desk.read(file);
      seen.set(file, text);
      return text;
    };
    const write = async (file: string): Promise<void> => {
      const text = rework(seen.get(file) ?? (await read(file)));
      // Having heard of a conflict, an agent reads the file again; some go on with what they have.
      const how = random(4);
      if (how > 1) seen.delete(file);
      if (how === 0) seen.set(file, text);
      story.note(`agent: writes ${file}`);
      await desk.write(file, text);
      seen.set(file, text);
    };
    /** Its own tools change the disk, whatever the user has not saved yet. */
    const tool = async (): Promise<void> => {
      const file = pick(FILES);
      desk.forget();
      story.note(`agent: changes ${file} on disk`);
      await desk.tool(file, rework(desk.disk(file)));
      outcomes.disk += desk.changes.length;
      outcomes.clashes += desk.changes.filter((change) => change.conflict).length;
      if (random(2) === 0) await read(file);
    };
    const agent: readonly (() => Promise<unknown>)[] = [
      () => read(pick(FILES)),
      () => desk.as('another').read(pick(FILES), { line: random(40), limit: random(10) }),
      () => write(pick(FILES)),
      async () => {
        const file = pick(FILES);
        await read(file);
        await write(file);
      },
      tool,
      tool,
    ];

    const expectNoneLost = async (
      expected: readonly string[],
      gone: readonly string[],
      when: string,
    ): Promise<void> => {
      const now = new Set([...(await wordsIn(desk)), ...gone]);
      expect(
        expected.filter((word) => !now.has(word)),
        `${when}\n${story}`,
      ).toEqual([]);
    };
    const outcomes = { done: 0, conflicts: 0, disk: 0, clashes: 0 };
    await desk.begin();
    const take = async (step: number): Promise<void> => {
      const before = await wordsIn(desk);
      const acts = pick(agent);
      // In one step of two the user acts while the agent does, in ways that leave it plain what may be missing.
      const together = pick([typing, choosing, undefined, undefined]);
      const agentDone = acts().then(
        () => void outcomes.done++,
        (error: Error) => {
          if (!/was not written|was written only in part|keeps changing/.test(error.message))
            throw error;
          story.note(`agent: ${error.message}`);
          outcomes.conflicts++;
        },
      );
      const typed = together === typing ? [`‹${count + 1}›`] : [];
      const gone = together === choosing ? await choosing() : [];
      if (together === typing) await typing();
      await agentDone;
      await expectNoneLost([...before, ...typed], gone, `step ${step}`);
      if (random(3) > 0) {
        await pick(user)();
        return;
      }
      const present = await wordsIn(desk);
      await expectNoneLost(present, await choosing(), `choice after step ${step}`);
    };
    for (let step = 0; step < STEPS; step++) await inTime(desk, story, () => take(step));
    await desk.editor.expectNotBlocked();
    expect(outcomes.done).toBeGreaterThan(outcomes.conflicts);
    expect(outcomes.disk).toBeGreaterThan(outcomes.clashes);
    expect(await desk.lua('return Chosen')).toBeGreaterThan(STEPS / 100);
  },
  120_000 + STEPS * 60,
);
