import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { NeovimClient } from 'neovim';
import { expect } from 'vitest';
import { Grid, type RedrawEvent, type Style } from './grid';
import { type WaitOptions, wait } from './wait';

const FIXTURES = fileURLToPath(new URL('../fixtures/screens/', import.meta.url));
/** A screen is at rest when it has not changed for this long. */
const REST_MS = 250;

/** A part of the picture. */
type Shown = string | RegExp;

/** What a person would see. Statements about it hold as soon as they hold: they wait for it. */
export class Screen {
  readonly grid = new Grid();
  #changed = Date.now();
  #frames = 0;
  /** Every picture so far, the newest last. */
  readonly #pictures: string[] = [];
  /** For what went: how many pictures there were then. */
  readonly #lost = new Map<string, number>();

  constructor(nvim: NeovimClient) {
    nvim.on('notification', (method: string, events: RedrawEvent[]) => {
      if (method !== 'redraw') return;
      if (this.grid.redraw(events)) {
        this.#frames++;
        this.#look();
      }
      this.#changed = Date.now();
    });
  }

  /** Frames drawn so far. */
  get frames(): number {
    return this.#frames;
  }

  text(): string {
    return this.grid.text();
  }

  styleOf(needle: string): Style | undefined {
    return this.grid.styleOf(needle);
  }

  /** @param options.without what the same picture does not show */
  async toContain(
    wanted: Shown,
    { without, ...options }: WaitOptions & { readonly without?: Shown } = {},
  ): Promise<void> {
    await this.until(
      (text) => shows(text, wanted) && (without === undefined || !shows(text, without)),
      without === undefined ? `on screen: ${wanted}` : `on screen: ${wanted}, without ${without}`,
      options,
    );
  }

  /** What was there goes. It must have been seen, since it went the last time: what has not come yet is not gone. */
  async toLose(unwanted: Shown, options?: WaitOptions): Promise<void> {
    this.#look();
    const since = this.#lost.get(String(unwanted)) ?? 0;
    if (!this.#pictures.slice(since).some((text) => shows(text, unwanted))) {
      throw new Error(`it was not there before: ${unwanted}\n${this.framed()}`);
    }
    await this.until(
      (text) => !shows(text, unwanted),
      `gone from the screen: ${unwanted}`,
      options,
    );
    this.#lost.set(String(unwanted), this.#pictures.length);
  }

  /** Waits until the picture answers `true`. */
  async until(
    holds: (text: string) => boolean,
    message: string,
    options?: WaitOptions,
  ): Promise<void> {
    await wait(
      () => holds(this.#look()),
      () => `${message}\n${this.framed()}`,
      options,
    );
  }

  /**
   * The whole screen eventually equals `test/fixtures/screens/<name>.txt`; `vitest -u` writes it anew.
   * @param shown takes out what differs from run to run
   */
  async toBe(name: string, shown: (text: string) => string = (text) => text): Promise<void> {
    await this.#toBe(name, () => `${shown(this.text())}\n`);
  }

  /** The same with its colours. */
  async toLookLike(name: string): Promise<void> {
    await this.#toBe(name, () => `${this.grid.picture()}\n`);
  }

  async #toBe(name: string, now: () => string): Promise<void> {
    const file = `${FIXTURES}${name}.txt`;
    if (existsSync(file)) {
      const wanted = readFileSync(file, 'utf8');
      // A difference is reported by the file snapshot below, which also rewrites it under `-u`.
      await wait(() => now() === wanted, name).catch(() => {});
    } else {
      await this.atRest();
    }
    await expect(now()).toMatchFileSnapshot(file);
  }

  /** Waits until nothing has been drawn for a moment. */
  async atRest(): Promise<void> {
    await wait(
      () => Date.now() - this.#changed >= REST_MS,
      () => `a screen at rest\n${this.framed()}`,
    );
  }

  /** The picture, which is remembered. */
  #look(): string {
    const text = this.text();
    if (text !== this.#pictures.at(-1)) this.#pictures.push(text);
    return text;
  }

  /** The picture in a frame, for messages. */
  framed(): string {
    const lines = this.text().split('\n');
    const width = Math.max(...lines.map((line) => line.length));
    const rule = '─'.repeat(width);
    return [`┌${rule}┐`, ...lines.map((line) => `│${line.padEnd(width)}│`), `└${rule}┘`].join('\n');
  }
}

function shows(text: string, wanted: Shown): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}
