import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/documents';
import { inTime, pickOf, type Random, RandomUser, randomOf, Story } from '../support/soak';

/** Always the same ones, so that a landing is no lottery; ACP_SOAK_STEPS and ACP_SOAK_SEED look for more. */
const STEPS = Number(process.env.ACP_SOAK_STEPS ?? 2000);
const SEED = Number(process.env.ACP_SOAK_SEED ?? 20261120);

const FILES = ['one.txt', 'two.txt', 'three.txt'];
const SESSIONS = ['one', 'another'];
/** Longer texts only get shorter. */
const MANY_LINES = 120;

/** Agents of two sessions, who read and write through the editor, and on the disk with their own tools. */
class RandomAgents {
  readonly outcomes = { done: 0, refused: 0, disk: 0, clashes: 0 };
  readonly #desk: Desk;
  readonly #random: Random;
  readonly #story: Story;
  /** What each has last seen of a file. */
  readonly #seen = new Map<string, string>();
  #count = 0;

  constructor(desk: Desk, random: Random, story: Story) {
    this.#desk = desk;
    this.#story = story;
    this.#random = random;
  }

  async act(): Promise<void> {
    const [session, file] = [pickOf(this.#random, SESSIONS), pickOf(this.#random, FILES)];
    const act = pickOf(this.#random, Object.keys(this.#acts));
    try {
      await this.#acts[act]?.(session, file);
      this.#story.note(`${session}: ${act} ${file}`);
      this.outcomes.done++;
    } catch (error) {
      const { message } = error as Error;
      this.#story.note(`${session}: ${act} ${file}: ${message}`);
      // Neither the file nor its buffer is there any more.
      if (/not found/i.test(message)) return;
      if (!/was not written|was written only in part|keeps changing/.test(message)) throw error;
      this.outcomes.refused++;
    }
  }

  readonly #acts: Readonly<Record<string, (session: string, file: string) => Promise<unknown>>> = {
    read: (...which) => this.#read(...which),
    'read a part': (_, file) => this.#readPart(file),
    write: (...which) => this.#write(...which),
    'read and write': (...which) => this.#read(...which).then(() => this.#write(...which)),
    'disk, first': (...which) => this.#tool(...which),
    'disk, second': (...which) => this.#tool(...which),
  };

  async #read(session: string, file: string): Promise<string> {
    const text = await this.#desk.as(session).read(file);
    this.#seen.set(session + file, text);
    return text;
  }

  /** Of a session of its own: whoever has seen a part of the user's words must not write a text without them. */
  #readPart(file: string): Promise<string> {
    const [line, limit] = [this.#random(40), this.#random(10)];
    return this.#desk.as('reader').read(file, { line, limit });
  }

  async #write(session: string, file: string): Promise<void> {
    const key = session + file;
    const text = this.#rework(this.#seen.get(key) ?? (await this.#read(session, file)));
    // Having heard of a conflict, an agent reads the file again.
    this.#seen.delete(key);
    await this.#desk.as(session).write(file, text);
    this.#seen.set(key, text);
  }

  /** Its own tools change the disk, whatever the user has not saved yet. */
  async #tool(session: string, file: string): Promise<void> {
    const { changes } = this.#desk;
    this.#desk.forget();
    const isThere = existsSync(this.#desk.path(file));
    const text = isThere ? this.#desk.disk(file) : '';
    const isGone = this.#random(20) === 0 && text !== '' && !text.includes('‹');
    await this.#desk.tool(file, isGone ? null : this.#rework(text));
    for (const { path, hunks, conflict } of changes)
      this.#story.note(
        `reported: ${path}, ${hunks.length} hunks${conflict ? ', in conflict' : ''}`,
      );
    this.outcomes.disk += changes.length;
    this.outcomes.clashes += changes.filter((change) => change.conflict).length;
    if (this.#random(2) === 0) await this.#read(session, file);
  }

  /** Adds, changes and deletes lines, but none with a word of the user. */
  #rework(text: string): string {
    const ending = text.includes('\r\n') ? '\r\n' : '\n';
    const lines = text.split(/(?<=\n)/);
    for (let n = this.#random(3); n >= 0; n--) {
      const row = this.#random(lines.length + 1);
      const isOurs = /‹/.test(lines[row] ?? '‹');
      const isLong = lines.length > MANY_LINES;
      if (!isLong && (isOurs || this.#random(3) === 0)) lines.splice(row, 0, this.#line(ending));
      else if (!isOurs) lines.splice(row, 1, ...this.#instead(isLong, ending));
    }
    return lines.join('');
  }

  #instead(isLong: boolean, ending: string): string[] {
    return isLong || this.#random(4) === 0 ? [] : [this.#line(ending)];
  }

  #line(ending: string): string {
    return `agent ${++this.#count}${this.#random(5) === 0 ? ' é→𝄞' : ''}${ending}`;
  }
}

test(
  `whatever user and agents do at once, no word of the user is lost (seed ${SEED})`,
  async () => {
    const random = randomOf(SEED);
    const story = new Story();
    const initial = Array.from({ length: 40 }, (_, row) => `line ${row}\n`).join('');
    await using desk = await openDesk({
      log: story.log,
      config: 'vim.o.hidden = true vim.o.more = false',
      files: {
        'one.txt': initial,
        'two.txt': initial.replaceAll('\n', '\r\n'),
        'three.txt': initial.slice(0, -1),
      },
    });
    const user = new RandomUser(desk, random, FILES, story);
    const agents = new RandomAgents(desk, random, story);
    for (const file of FILES) await desk.edit(file);
    await desk.begin();
    const take = async (step: number): Promise<void> => {
      const before = await user.words();
      const { typed, gone } = await user.during(() => agents.act());
      const now = new Set([...(await user.words()), ...gone]);
      const lost = [...before, ...typed].filter((word) => !now.has(word));
      expect(lost, `step ${step}\n${story}`).toEqual([]);
      await user.act();
      await desk.editor.expectNotBlocked().catch((error: Error) => {
        throw new Error(`step ${step}\n${story}`, { cause: error });
      });
    };
    for (let step = 0; step < STEPS; step++) await inTime(desk, story, () => take(step));
    expect(await desk.editor.messages()).not.toMatch(/\bW1\d:|\bE\d+:/);
    const { done, refused, disk, clashes } = agents.outcomes;
    expect(done).toBeGreaterThan(refused);
    expect(disk).toBeGreaterThan(clashes);
  },
  120_000 + STEPS * 60,
);
