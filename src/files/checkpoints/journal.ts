import type { Logger } from '../../base/logger';
import { MEBIBYTE } from '../../base/units';
import { appendPrivate, readPrivate, setAside, writePrivate } from '../project-state/private-file';
import { type JournalRecord, readRecord } from './records';

const MAX_BYTES = 64 * MEBIBYTE;

export interface JournalOptions {
  /** Absent: nothing is kept, as another host has the project. */
  readonly path?: string;
  readonly log: Logger;
  /** Settles when what records refer to is on disk: no record comes before it. */
  readonly contentsWritten: () => Promise<void>;
}

/** Records in a file that only grows, so that what is new costs what it is long. One that a killed host was writing is lost. */
export class Journal {
  readonly #options: JournalOptions;
  #pending: JournalRecord[] = [];
  #replacement: (() => Iterable<JournalRecord>) | undefined;
  #working: Promise<void> | undefined;
  #isWarned = false;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  /** What earlier hosts have recorded; `isWhole`: every line of it could be read. */
  async load(): Promise<{ readonly records: JournalRecord[]; readonly isWhole: boolean }> {
    const { path, log } = this.#options;
    if (path === undefined) return { records: [], isWhole: true };
    try {
      const text = (await readPrivate(path, MAX_BYTES))?.toString('utf8') ?? '';
      const lines = text.split('\n').slice(0, -1);
      const records = lines.flatMap((line) => readRecord(line) ?? []);
      return { records, isWhole: records.length === lines.length && /(^|\n)$/.test(text) };
    } catch (error) {
      log.warn('earlier checkpoints cannot be read', error);
      await setAside(path).catch(() => {});
      return { records: [], isWhole: false };
    }
  }

  append(record: JournalRecord): void {
    if (this.#options.path === undefined) return;
    this.#pending.push(record);
    this.#work();
  }

  /** Writes the file anew: what is not needed any more is left out. */
  rewrite(records: () => Iterable<JournalRecord>): void {
    if (this.#options.path === undefined) return;
    this.#replacement = records;
    this.#work();
  }

  /** Settles when all is in the file. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  #work(): void {
    this.#working ??= this.#workOff().finally(() => {
      this.#working = undefined;
    });
  }

  async #workOff(): Promise<void> {
    const { path, log, contentsWritten } = this.#options;
    while (path !== undefined && (this.#pending.length > 0 || this.#replacement)) {
      await contentsWritten();
      const replacement = this.#replacement;
      const records = replacement ? [...replacement()] : this.#pending;
      this.#pending = [];
      this.#replacement = undefined;
      try {
        if (replacement) await writePrivate(path, linesOf(records));
        else await appendPrivate(path, linesOf(records));
      } catch (error) {
        if (!this.#isWarned) log.warn('checkpoints cannot be kept for later', error);
        this.#isWarned = true;
      }
    }
  }
}

function* linesOf(records: readonly JournalRecord[]): Iterable<Uint8Array> {
  for (const record of records) yield Buffer.from(`${JSON.stringify(record)}\n`);
}
