import type { Checkpoint } from '../../model/checkpoints/checkpoint';
import type { JournalRecord } from './records';
import type { Step } from './step';

/** A checkpoint and what was done to files from there to the next one of its session. */
export interface Period {
  readonly checkpoint: Checkpoint;
  /** By path, oldest first. */
  readonly files: Map<string, readonly Step[]>;
}

/** The checkpoints of a project, with their steps. */
export class History {
  /** By number, oldest first. */
  readonly #periods = new Map<number, Period>();
  #steps = 0;
  #lastNumber = 0;
  #lastId = 0;

  get size(): { readonly checkpoints: number; readonly steps: number } {
    return { checkpoints: this.#periods.size, steps: this.#steps };
  }

  get nextNumber(): number {
    return this.#lastNumber + 1;
  }

  /** Gives out an id for a step. */
  newId(): number {
    return ++this.#lastId;
  }

  periods(): readonly Period[] {
    return [...this.#periods.values()];
  }

  get(number: number): Checkpoint | undefined {
    return this.#periods.get(number)?.checkpoint;
  }

  add(checkpoint: Checkpoint): void {
    this.#lastNumber = Math.max(this.#lastNumber, checkpoint.number);
    this.#periods.set(checkpoint.number, { checkpoint, files: new Map() });
  }

  /** Adds a step, or puts it in the place of the one with its id, which it answers. */
  put(step: Step): Step | undefined {
    const files = this.#periods.get(step.checkpoint)?.files;
    if (!files) return undefined;
    this.#lastId = Math.max(this.#lastId, step.id);
    const steps = files.get(step.path) ?? [];
    const known = steps.find(({ id }) => id === step.id);
    if (!known) this.#steps++;
    files.set(
      step.path,
      known ? steps.map((one) => (one === known ? step : one)) : [...steps, step],
    );
    return known;
  }

  has(step: Step): boolean {
    return this.#periods.has(step.checkpoint);
  }

  /** The steps in a period of one file. */
  in(number: number, path: string): readonly Step[] {
    return this.#periods.get(number)?.files.get(path) ?? [];
  }

  /** Of the checkpoint's session since then, by path, oldest first. */
  since(number: number): Map<string, readonly Step[]> {
    const since = new Map<string, readonly Step[]>();
    const session = this.get(number)?.session;
    for (const { checkpoint, files } of this.#periods.values()) {
      if (checkpoint.number < number || checkpoint.session !== session) continue;
      for (const [path, steps] of files) since.set(path, [...(since.get(path) ?? []), ...steps]);
    }
    return since;
  }

  /** Forgets the oldest checkpoint and answers its steps; nothing when there is no other. */
  dropOldest(): readonly Step[] | undefined {
    const [oldest, next] = this.#periods.values();
    if (!oldest || !next) return undefined;
    this.#periods.delete(oldest.checkpoint.number);
    const steps = [...oldest.files.values()].flat();
    this.#steps -= steps.length;
    return steps;
  }

  *records(): Iterable<JournalRecord> {
    for (const { checkpoint, files } of this.#periods.values()) {
      yield { checkpoint };
      for (const steps of files.values()) for (const step of steps) yield { step };
    }
  }
}
