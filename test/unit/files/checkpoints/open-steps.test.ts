import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { imageText, textImage } from '../../../../src/edit/file-image';
import { joinSteps, knownSteps, openSteps } from '../../../../src/files/checkpoints/open-steps';
import type { Step } from '../../../../src/files/checkpoints/step';
import { type ImageRef, refer } from '../../../../src/files/ledger/image-ref';
import { takeBack } from '../../../../src/model/checkpoints/take-back';

type Act =
  | { readonly do: 'prompt' }
  | { readonly do: 'edit'; readonly text: string | null }
  /** `by`: how many checkpoints back; `ended`: the host was killed before or after the file was touched, or not. */
  | { readonly do: 'restore'; readonly by: number; readonly ended: 'done' | 'before' | 'after' };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('prompt' as const) }),
  fc.record({
    do: fc.constant('edit' as const),
    text: fc.option(fc.constantFrom('a\n', 'b\n', 'a\nb\n', 'c\n'), { nil: null }),
  }),
  fc.record({
    do: fc.constant('restore' as const),
    by: fc.nat(6),
    ended: fc.constantFrom('done' as const, 'done' as const, 'before' as const, 'after' as const),
  }),
);

/** One file with its steps, as the store and the restores make them. */
class File {
  readonly steps: Step[] = [];
  /** What the file held at each checkpoint. */
  readonly states: (string | null)[] = [];
  readonly #images = new Map<string, string | null>();
  text: string | null;

  constructor(text: string | null) {
    this.text = text;
  }

  prompt(): void {
    this.states.push(this.text);
  }

  edit(text: string | null): void {
    if (this.states.length === 0) return;
    this.#add({ before: this.#ref(this.text), after: this.#ref(text) });
    this.text = text;
  }

  /** What going back would make of it. */
  back(number: number): string | null | undefined {
    const current = textImage(this.text);
    const steps = knownSteps(this.steps, refer(current).ref);
    const changes = joinSteps(openSteps(steps, number)).map(({ before, after }) => ({
      before: textImage(this.#text(before)),
      after: textImage(this.#text(after)),
    }));
    const back = takeBack(current, changes);
    return back.kind === 'clean' ? imageText(back.image) : undefined;
  }

  restore(number: number, ended: 'done' | 'before' | 'after'): void {
    const wanted = this.back(number);
    if (wanted === undefined) throw new Error('it cannot be merged');
    this.prompt();
    if (wanted === this.text) return;
    const done = ended === 'done' ? { isDone: true as const } : {};
    const step = { before: this.#ref(this.text), after: this.#ref(wanted) };
    this.#add({ ...step, restored: number, ...done });
    if (ended !== 'before') this.text = wanted;
  }

  #add(step: Pick<Step, 'before' | 'after' | 'restored' | 'isDone'>): void {
    const id = this.steps.length + 1;
    this.steps.push({ id, checkpoint: this.states.length, path: '/x', ...step });
  }

  #ref(text: string | null): ImageRef | null {
    const { ref } = refer(textImage(text));
    this.#images.set(JSON.stringify(ref), text);
    return ref;
  }

  #text(ref: ImageRef | null): string | null {
    return this.#images.get(JSON.stringify(ref)) ?? null;
  }
}

describe('going back', () => {
  test('to any checkpoint, from anywhere, after any restores, gives what the file held then', () => {
    fc.assert(
      fc.property(fc.constantFrom(null, 'a\n'), fc.array(act, { maxLength: 14 }), (text, acts) => {
        const file = new File(text);
        file.prompt();
        for (const one of acts) {
          if (one.do === 'prompt') file.prompt();
          else if (one.do === 'edit') file.edit(one.text);
          else if (one.do === 'restore') {
            file.restore(Math.max(1, file.states.length - one.by), one.ended);
          }
          for (const [at, state] of file.states.entries()) expect(file.back(at + 1)).toBe(state);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('again restores what the user has undone in the editor', () => {
    const file = new File('a\n');
    file.prompt();
    file.edit('b\n');
    file.restore(1, 'done');
    expect(file.text).toBe('a\n');
    file.text = 'b\n';
    expect(file.back(1)).toBe('a\n');
  });
});
