import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { LOG_LEVELS, type Logger } from '../../src/base/logger';
import type { Desk } from './documents';

/** Below a number, from 0. */
export type Random = (below: number) => number;

/** A small generator (mulberry32), so that a seed tells the whole story. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

export const pickOf = <T>(random: Random, items: readonly T[]): T =>
  items[random(items.length)] as T;

/** What has happened of late, for the message of a failure. */
export class Story {
  readonly #acts: string[] = [];
  /** What the documents have to say belongs to it. */
  readonly log = Object.fromEntries(
    LOG_LEVELS.map((level) => [
      level,
      (message: string, details?: unknown) =>
        this.note(
          `log: ${message} ${details instanceof Error ? details : JSON.stringify(details)}`,
        ),
    ]),
  ) as Logger;

  note(act: string): void {
    this.#acts.push(act);
    if (this.#acts.length > 60) this.#acts.shift();
  }

  toString(): string {
    return this.#acts.join('\n');
  }
}

/** No step takes that long, however loaded the machine is. */
const STEP_MS = 30_000;

/** Runs a step; when it does not end, the editor waits for a key, and the failure shows for which. */
export async function inTime(desk: Desk, story: Story, step: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const isLate = (): void =>
      reject(new Error(`the editor does not answer\n${story}\n${desk.editor.screen.framed()}`));
    timer = setTimeout(isLate, STEP_MS);
  });
  try {
    await Promise.race([step(), late]);
  } finally {
    clearTimeout(timer);
  }
}

const USER_WORD = /‹\d+›/g;

/** What the user is in the middle of while an agent acts. */
interface Mode {
  readonly name: string;
  /** Keys, for a row and a word of the user; those of `leave` come when the agent is done. */
  readonly enter: (row: number, word: string) => string;
  readonly types: boolean;
  readonly leave?: string;
}

const MODES: Readonly<Record<string, Mode>> = {
  n: { name: 'normal', enter: () => '', types: false },
  i: { name: 'insert', enter: (row, word) => `${row}GA${word}`, types: true },
  R: { name: 'replace', enter: (row) => `${row}G$R`, types: false },
  v: { name: 'visual', enter: (row) => `${row}Gv`, types: false, leave: '<Esc>' },
  V: { name: 'visual lines', enter: (row) => `${row}GVj`, types: false, leave: '<Esc>' },
  c: { name: 'command line', enter: () => ':echo', types: false, leave: '<Esc>' },
};

/** Recording is no mode of its own: normal mode, with a register that fills. */
const RECORDING: Mode = {
  name: 'recording',
  enter: (row, word) => `qa${row}GA${word}`,
  types: true,
  leave: '<Esc>q',
};

/** A command that is half typed when an agent comes. It is meant for the lines that the user sees. */
interface Command {
  readonly mode: string;
  readonly begin: string;
  readonly end: string;
  /** From the cursor on. */
  readonly lines: number;
  /** It leaves them in the register, or puts the word in front of them. */
  readonly does: 'takes' | 'deletes' | 'puts in';
}

const COMMANDS: readonly Command[] = [
  { mode: 'no', begin: 'd', end: 'd', lines: 1, does: 'deletes' },
  { mode: 'no', begin: '3d', end: 'd', lines: 3, does: 'deletes' },
  { mode: 'no', begin: 'i<C-o>d', end: 'd<Esc>', lines: 1, does: 'deletes' },
  { mode: 'no', begin: 'y', end: 'y', lines: 1, does: 'takes' },
  { mode: 'no', begin: 'c', end: 'c<Esc>', lines: 1, does: 'deletes' },
  { mode: 'i', begin: '0<C-v>jjI', end: '<Esc>', lines: 3, does: 'puts in' },
];

const PUT = `local _, row, word = ...
row = row % vim.api.nvim_buf_line_count(0)
vim.api.nvim_buf_set_lines(0, row, row, true, { word })`;
const ADD = `local _, row, word = ...
row = row % vim.api.nvim_buf_line_count(0)
local line = vim.api.nvim_buf_get_lines(0, row, row + 1, true)[1]
vim.api.nvim_buf_set_text(0, row, #line, row, #line, { word })`;
const OPEN = `if vim.api.nvim_buf_get_name(0) ~= (...) then
  vim.cmd('silent edit ' .. vim.fn.fnameescape((...)))
end`;

/** What the user does without keys: Lua with a path, a row and a word. */
const ACTS: readonly string[] = [
  ...[PUT, PUT, ADD, ADD],
  ...[OPEN, OPEN],
  `if vim.fn.bufname() ~= '' then vim.cmd('silent write!') end`,
  `if vim.fn.bufname() ~= '' then vim.cmd('silent edit!') end`,
  `vim.cmd('silent! bunload')`,
  `vim.cmd('checktime')`,
  `vim.cmd(#vim.api.nvim_list_wins() > 2 and 'only' or 'split')`,
];
const DELETE = `vim.uv.fs_unlink((...))`;

/** The words that the user has typed, and those that they have deleted. */
interface Done {
  readonly typed: readonly string[];
  readonly gone: readonly string[];
}

/** A user at the keys of the editor, as random as their seed, who marks all that they type. */
export class RandomUser {
  readonly #desk: Desk;
  readonly #random: Random;
  readonly #files: readonly string[];
  readonly #story: Story;
  readonly #deleted = new Set<string>();
  #count = 0;
  #done = 0;

  constructor(desk: Desk, random: Random, files: readonly string[], story: Story) {
    this.#desk = desk;
    this.#story = story;
    this.#random = random;
    this.#files = files;
  }

  /** Their words in all buffers, sorted, but those that they have deleted with a file. */
  async words(): Promise<string[]> {
    const text: string = await this.#desk.lua(`local texts = {}
      for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
        if vim.api.nvim_buf_is_loaded(bufnr) then
          vim.list_extend(texts, vim.api.nvim_buf_get_lines(bufnr, 0, -1, true))
        end
      end
      return table.concat(texts, '\\n')`);
    return (text.match(USER_WORD) ?? []).filter((word) => !this.#deleted.has(word)).sort();
  }

  /** Does something in the middle of which an agent acts. */
  during(agent: () => Promise<unknown>): Promise<Done> {
    return this.#random(4) === 0 ? this.#command(agent) : this.#inMode(agent);
  }

  async #inMode(agent: () => Promise<unknown>): Promise<Done> {
    const modes = [...Object.entries(MODES), ['i', RECORDING] as const];
    const [mode, { enter, types, leave = '' }] = pickOf(this.#random, modes);
    const word = this.#word();
    const keys = enter(1 + this.#random(60), word);
    if (keys) await this.#desk.editor.feed(keys);
    await this.#reached(mode);
    const more = this.#random(3) === 0 ? [this.#word()] : [];
    this.#story.note(`user: ${mode} ${keys} ${more}`);
    const acting = agent();
    // At any moment of what the agent does: between its looking at the text and its changing it, too.
    for (let n = this.#random(12); more[0] && n > 0; n--) await this.#desk.lua('return 0');
    if (more[0]) await this.#put(more[0]);
    try {
      await acting;
    } finally {
      await this.#type(`${leave}<C-\\><C-n>`);
    }
    return { typed: types ? [word, ...more] : more, gone: [] };
  }

  async #command(agent: () => Promise<unknown>): Promise<Done> {
    const { mode, begin, end, lines, does } = pickOf(this.#random, COMMANDS);
    const [row, word] = [1 + this.#random(60), does === 'puts in' ? this.#word() : ''];
    this.#story.note(`user: ${row}G${begin}${word}`);
    await this.#type(`${row}G`);
    const meant: string[] = await this.#desk.lua(
      `local row = vim.fn.line('.') return vim.api.nvim_buf_get_lines(0, row - 1, row - 1 + ..., false)`,
      lines,
    );
    await this.#desk.editor.feed(`${begin}${word}`);
    await this.#reached(mode);
    const acting = agent();
    try {
      for (let n = this.#random(40); n > 0; n--) await this.#desk.lua('return 0');
      this.#story.note(`user: ${end}`);
      await this.#type(end);
      // At the end of the text some commands do nothing.
      if (meant.length === lines) await this.#expectDone(does, meant, word);
    } finally {
      await acting;
    }
    const gone = does === 'deletes' ? (meant.join().match(USER_WORD) ?? []) : [];
    return { typed: word === '' ? [] : [word], gone };
  }

  /** The command was carried out on the lines that were meant. */
  async #expectDone(does: Command['does'], meant: readonly string[], word: string): Promise<void> {
    if (meant.every((line) => line === '')) return;
    // Whether a block goes into lines that are empty is a matter of its column.
    const found: string[] =
      does === 'puts in'
        ? (await this.#desk.lines()).filter((line) => line.startsWith(word) && line !== word)
        : await this.#desk.lua(`return vim.fn.getreg('"', 1, true)`);
    const wanted =
      does === 'puts in'
        ? meant.filter((line) => line !== '').map((line) => `${word}${line}`)
        : meant;
    expect(found, `${this.#story}`).toEqual(wanted);
  }

  /** One thing that only the user does: words may go for good. */
  act(): Promise<unknown> {
    const [row, word] = [1 + this.#random(60), this.#word()];
    const file = this.#desk.path(pickOf(this.#random, this.#files));
    const act = pickOf(this.#random, [
      ...[`${row}GA${word}<Esc>`, `${row}GO${word}<CR>more<Esc>`, `${row}Gqa0i${word}<Esc>jq2@a`],
      ...[`${row}GVjd`, `${row}Gyyp`, `${row}G>>.`, 'u', 'uu', '<C-r>', 'g-', ':silent! wall<CR>'],
      ...[...ACTS, DELETE],
    ]);
    this.#story.note(`user: ${act} ${file}`);
    if (act === DELETE) this.#giveUp(file);
    return [...ACTS, DELETE].includes(act) ? this.#desk.lua(act, file, row, word) : this.#type(act);
  }

  /** With a file its text is deleted. Whoever makes it anew need not keep it, though a buffer may. */
  #giveUp(path: string): void {
    const saved = existsSync(path) ? readFileSync(path, 'utf8') : '';
    for (const word of saved.match(USER_WORD) ?? []) this.#deleted.add(word);
  }

  #word(): string {
    return `‹${++this.#count}›`;
  }

  /** At once, in whatever mode. */
  #put(word: string): Promise<unknown> {
    return this.#desk.lua(pickOf(this.#random, [PUT, ADD]), '', this.#random(60), word);
  }

  /** Keys that end in normal mode; settles when they have been taken. */
  async #type(keys: string): Promise<void> {
    const number = ++this.#done;
    await this.#desk.editor.feed(`${keys}<Cmd>let g:soak = ${number}<CR>`);
    await this.#until(
      async () => (await this.#desk.lua('return vim.g.soak')) === number,
      `"${keys}" is typed`,
    );
  }

  #reached(mode: string): Promise<void> {
    return this.#until(async () => {
      const now = (await this.#desk.editor.request('nvim_get_mode')) as { mode: string };
      return now.mode === mode;
    }, `mode ${mode}`);
  }

  /** Like `wait`, without pauses: there are thousands of steps. */
  async #until(reached: () => Promise<boolean>, what: string): Promise<void> {
    const deadline = Date.now() + STEP_MS;
    while (!(await reached())) {
      if (Date.now() < deadline) continue;
      const mode = JSON.stringify(await this.#desk.editor.request('nvim_get_mode'));
      throw new Error(`not reached: ${what} (${mode})\n${this.#desk.editor.screen.framed()}`);
    }
  }
}
