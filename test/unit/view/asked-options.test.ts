import { describe, expect, it } from 'vitest';
import type { PermissionOption } from '../../../src/protocol/schema.gen';
import { hiddenOptionLines, optionLabel } from '../../../src/view/asked-options';
import { SHORT } from '../../../src/view/asked-text';
import { textOf } from '../../../src/view/line';

const option = (name: string): PermissionOption => ({ optionId: name, name, kind: 'allow_once' });
const numbered = (count: number): PermissionOption[] =>
  Array.from({ length: count }, (_, n) => option(`way ${n}`));
const texts = (options: readonly PermissionOption[]): string[] =>
  hiddenOptionLines(options, SHORT).map(textOf);

describe('options in the text', () => {
  it('few with short names are not named a second time', () => {
    expect(texts(numbered(4))).toEqual([]);
  });

  it('of many each is named, as some may be out of sight', () => {
    expect(texts(numbered(5))).toHaveLength(5);
    expect(texts(numbered(5))[4]).toContain('] way 4');
  });

  it('a long name is there in full, a short one beside it is not', () => {
    const long = `yes ${'or so '.repeat(30)}end`;
    expect(texts([option('no'), option(long)])).toEqual([expect.stringContaining(long)]);
    expect(optionLabel(option(long))).not.toContain('end');
  });
});
