import { describe, expect, it } from 'vitest';
import { shallow } from '../../../src/base/shallow';

const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce((inner) => ({ a: [inner] }), 'end');

describe('a value with a limited depth', () => {
  it('is itself when it is not deeper', () => {
    const value = { a: [1, { b: null }], c: 'd', e: undefined, f: new Uint8Array([1]) };
    expect(shallow(value, 3)).toBe(value);
    expect(shallow('text', 0)).toBe('text');
  });

  it('has as JSON what lies deeper, and nothing else', () => {
    expect(shallow({ a: [1, { b: { c: 2 } }], d: [3] }, 2)).toEqual({
      a: [1, '{"b":{"c":2}}'],
      d: [3],
    });
    expect(shallow([[]], 1)).toEqual(['[]']);
  });

  it('says of what no program can write that it is there', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(shallow({ a: deep, b: 1 }, 2)).toEqual({
      a: ['… nested too deeply to be shown'],
      b: 1,
    });
  });

  it('may be nested deeply', () => {
    const cut = JSON.stringify(shallow(nested(1000), 4));
    expect(JSON.parse(cut)).toEqual({ a: [{ a: [JSON.stringify(nested(998))] }] });
  });
});
