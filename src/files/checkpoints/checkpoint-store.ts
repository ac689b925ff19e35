import { join } from 'node:path';
import type { Logger } from '../../base/logger';
import { MEBIBYTE } from '../../base/units';
import type { FileImage } from '../../edit/file-image';
import type { Checkpoint } from '../../model/checkpoints/checkpoint';
import type { LedgerChange } from '../change-ledger';
import { ContentFolder } from '../ledger/content-folder';
import {
  hashOfRef,
  type ImageRef,
  imageOfRef,
  isExactly,
  type Referred,
  refer,
} from '../ledger/image-ref';
import { History } from './history';
import { Journal } from './journal';
import type { Step } from './step';

export interface StoreLimits {
  /** Beyond each, the oldest checkpoints go. */
  readonly checkpoints: number;
  readonly steps: number;
  /** Of all contents. What does not fit in with the newest checkpoint is not kept. */
  readonly contentBytes: number;
}

export interface CheckpointStoreOptions {
  readonly stateDir: string;
  readonly log: Logger;
  /** The project's folder, for this host only; absent: another host has it, and this one keeps nothing for later. */
  readonly dir?: string;
  readonly limits?: StoreLimits;
}

const LIMITS: StoreLimits = { checkpoints: 500, steps: 10_000, contentBytes: 256 * MEBIBYTE };
/** So many records that are out of date may be in the file for each that is not. */
const MAX_STALE = 2;
const MIN_STALE = 500;

/** The checkpoints of one project: in memory, with the contents on disk, and in a file for hosts that come later. */
export class CheckpointStore {
  readonly history = new History();
  readonly #limits: StoreLimits;
  readonly #contents: ContentFolder;
  readonly #journal: Journal;
  /** The newest checkpoint of each session, by the session's key. */
  readonly #current = new Map<string, number>();
  #recorded = 0;

  constructor({ stateDir, log, dir, limits = LIMITS }: CheckpointStoreOptions) {
    this.#limits = limits;
    this.#contents = new ContentFolder(stateDir, log, dir && join(dir, 'checkpoints'));
    this.#journal = new Journal({
      log,
      ...(dir ? { path: join(dir, 'checkpoints.jsonl') } : {}),
      contentsWritten: () => this.#contents.idle(),
    });
  }

  /** Takes over what earlier hosts have left. Once, before anything else. */
  async load(): Promise<void> {
    const { records, isWhole } = await this.#journal.load();
    for (const record of records) {
      if ('checkpoint' in record) this.history.add(record.checkpoint);
      else this.history.put(record.step);
    }
    for (const { files } of this.history.periods()) {
      for (const step of [...files.values()].flat())
        this.#eachContent(step, (hash, size) => this.#contents.recall(hash, size));
    }
    this.#recorded = records.length;
    await this.#contents.sweep();
    if (!isWhole) this.#rewrite();
    this.#trim();
  }

  /** @param key of the session whose changes count from here on, while it is open */
  begin(key: string | undefined, about: Omit<Checkpoint, 'number'>): Checkpoint {
    const checkpoint = { number: this.history.nextNumber, ...about };
    this.history.add(checkpoint);
    if (key !== undefined) this.#current.set(key, checkpoint.number);
    this.#journal.append({ checkpoint });
    this.#recorded++;
    this.#trim();
    return checkpoint;
  }

  /** An agent has changed a file. */
  changed({ entry, before, after, isEarlier }: LedgerChange): void {
    const checkpoint = this.#current.get(entry.session);
    if (checkpoint === undefined) return;
    const { path, session, turn } = entry;
    const [was, is] = [refer(before), refer(after)];
    const steps = this.history
      .in(checkpoint, path)
      .filter(({ restored }) => restored === undefined);
    const [first, last] = [steps[0], steps.at(-1)];
    const by = { session, turn };
    if (isEarlier && first && isExactly(first.before, is.ref)) {
      this.#put({ ...first, before: was.ref }, [was]);
    } else if (!isEarlier && last && isExactly(last.after, was.ref)) {
      this.#put({ ...last, after: is.ref, by }, [is]);
    } else {
      const step = { id: this.history.newId(), checkpoint, path, by };
      this.#put({ ...step, before: was.ref, after: is.ref }, [was, is]);
    }
  }

  /** The session is closed. */
  forget(key: string): void {
    this.#current.delete(key);
  }

  /** A file is about to be restored: recorded before it is touched. */
  async restoring(
    step: Pick<Step, 'checkpoint' | 'path'> & { readonly restored: number },
    before: FileImage | null,
    after: FileImage | null,
  ): Promise<Step> {
    const known = this.history.in(step.checkpoint, step.path)[0];
    const [was, is] = [refer(before), refer(after)];
    const id = known?.id ?? this.history.newId();
    const recorded = { id, ...step, before: was.ref, after: is.ref };
    this.#put(recorded, [was, is]);
    await this.idle();
    return recorded;
  }

  /** The file is restored. */
  restored(step: Step): void {
    this.#put({ ...step, isDone: true }, []);
  }

  /** What a file held; of unknown content when that is not kept any more. */
  async image(ref: ImageRef | null): Promise<FileImage | null> {
    const hash = hashOfRef(ref);
    return imageOfRef(ref, hash === undefined ? undefined : await this.#contents.read(hash));
  }

  /** Settles when all is on disk. */
  async idle(): Promise<void> {
    await this.#journal.idle();
    await this.#contents.idle();
  }

  dispose(): void {
    this.#contents.dispose();
  }

  #put(step: Step, images: readonly Referred[]): void {
    const size = images.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
    const kept = this.#makeRoom(size) ? step : withoutContents(step);
    if (!this.history.has(step)) return;
    const bytes = new Map(images.map((image) => [hashOfRef(image.ref), image.bytes]));
    this.#eachContent(kept, (hash) => this.#contents.keep(hash, bytes.get(hash)));
    const before = this.history.put(kept);
    if (before) this.#eachContent(before, (hash) => this.#contents.release(hash));
    this.#journal.append({ step: kept });
    this.#recorded++;
    this.#trim();
  }

  /** Whether so many bytes fit in, maybe in the place of older ones. */
  #makeRoom(bytes: number): boolean {
    const { contentBytes } = this.#limits;
    if (bytes > contentBytes) return false;
    this.#trim(bytes);
    return this.#contents.bytes + bytes <= contentBytes;
  }

  #eachContent({ before, after }: Step, task: (hash: string, size: number) => void): void {
    for (const ref of [before, after]) {
      if (ref && 'hash' in ref.content) task(ref.content.hash, ref.content.size);
    }
  }

  /** @param more bytes that are to fit in */
  #trim(more = 0): void {
    const { checkpoints, steps, contentBytes } = this.#limits;
    const { size } = this.history;
    let { checkpoints: count, steps: left } = size;
    while (count > checkpoints || left > steps || this.#contents.bytes + more > contentBytes) {
      const dropped = this.history.dropOldest();
      if (!dropped) break;
      for (const step of dropped) this.#eachContent(step, (hash) => this.#contents.release(hash));
      count--;
      left -= dropped.length;
    }
    const live = count + left;
    if (this.#recorded - live > Math.max(MIN_STALE, MAX_STALE * live)) this.#rewrite();
  }

  #rewrite(): void {
    const { checkpoints, steps } = this.history.size;
    this.#recorded = checkpoints + steps;
    this.#journal.rewrite(() => this.history.records());
  }
}

function withoutContents(step: Step): Step {
  const without = (ref: ImageRef | null): ImageRef | null =>
    ref && { ...ref, content: { kind: 'unknown', why: 'there was no room for it' } };
  return { ...step, before: without(step.before), after: without(step.after) };
}
