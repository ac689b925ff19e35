import { describe, expect, it } from 'vitest';
import type { PermissionOption } from '../../../src/protocol/schema.gen';
import { hiddenOptionLines, optionLabel } from '../../../src/view/asked-options';
import { SHORT } from '../../../src/view/asked-text';
import { textOf } from '../../../src/view/line';

const option = (kind: PermissionOption['kind'], name: string): PermissionOption => ({
  optionId: kind,
  kind,
  name,
});

describe('the label of an option', () => {
  it('is its name on one line, without the blanks around it', () => {
    expect(optionLabel(option('allow_once', ' \n Allow\n it  once '))).toBe('Allow it once');
  });

  it('is cut at 120 cells', () => {
    const fits = 'n'.repeat(120);
    expect(optionLabel(option('allow_once', fits))).toBe(fits);
    expect(optionLabel(option('allow_once', `${fits}n`))).toBe(`${'n'.repeat(119)}…`);
  });
});

describe('names of options in full', () => {
  it('stand behind the key that chooses each, only of those that are cut', () => {
    const options = [
      option('allow_once', 'n'.repeat(120)),
      option('reject_once', 'o'.repeat(121)),
      option('allow_always', 'Always'),
    ];
    expect(hiddenOptionLines(options, SHORT).map(textOf)).toEqual([`  [r] ${'o'.repeat(121)}`]);
  });

  it('come for every name that is longer than the cells there are for it', () => {
    const options = [option('allow_once', 'nine long'), option('reject_once', 'ten  long!')];
    expect(hiddenOptionLines(options, SHORT, 9)).toEqual([]);
    expect(hiddenOptionLines(options, SHORT, 8).map(textOf)).toEqual([
      '  [a] nine long',
      '  [r] ten  long!',
    ]);
  });

  it('come for all of many, of which some may be out of sight', () => {
    const many = Array.from({ length: 5 }, (_, n) => option('allow_once', `way ${n}`));
    expect(hiddenOptionLines(many.slice(1), SHORT)).toEqual([]);
    expect(hiddenOptionLines(many, SHORT).map(textOf)).toEqual(
      many.map(({ name }) => expect.stringMatching(new RegExp(`^  \\[.\\] ${name}$`))),
    );
  });
});
