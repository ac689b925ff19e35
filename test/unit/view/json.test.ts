import { expect, it } from 'vitest';
import { indentedJson } from '../../../src/view/json';

it('a value is indented, unless that would be nearly all of it', () => {
  expect(indentedJson({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  const deep = Array.from({ length: 500 }).reduce((inner) => [inner], 1);
  expect(indentedJson(deep)).toBe(`${'['.repeat(500)}1${']'.repeat(500)}`);
});
