import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eachChange, List } from '../../../src/base/list';
import { SharedMap } from '../../../src/base/shared-map';

const change = fc.record({ at: fc.nat(400), item: fc.nat(5) });

it('a list is what an array would be, and says where two of them differ', () => {
  const start = fc.array(fc.nat(5), { maxLength: 300 });
  fc.assert(
    fc.property(start, fc.array(change, { maxLength: 20 }), (items, steps) => {
      const before = List.of(items);
      const array = [...items];
      let list = before;
      for (const { at, item } of steps) {
        if (at < array.length) array[at] = item;
        else array.push(item);
        list = at < list.length ? list.with(at, item) : list.push(item);
      }
      expect([...list]).toEqual(array);
      expect([...before]).toEqual(items);
      expect([list.length, list.at(-1)]).toEqual([array.length, array.at(-1)]);
      const found: number[] = [];
      eachChange(before, list, (_item, _old, index) => found.push(index));
      expect(found).toEqual(array.flatMap((item, at) => (item === items[at] ? [] : [at])));
    }),
  );
});

it('a changed list shares all chunks but one with the list that it was', () => {
  const before = List.of(Array.from({ length: 1000 }, (_, n) => n));
  const after = before.with(500, -1).push(1000);
  const fresh = after.chunks.filter((chunk, at) => chunk !== before.chunks[at]);
  expect(fresh).toHaveLength(2);
  expect(before.with(500, 500)).toBe(before);
  expect(before.replace((item) => item)).toBe(before);
});

it('a map is what a map would be, and says which keys changed', () => {
  const key = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.constantFrom('call 1', 'call 2', '__proto__'),
  );
  const step = fc.record({ key, value: fc.option(fc.nat(3)) });
  fc.assert(
    fc.property(fc.array(step), fc.array(step), (first, second) => {
      const plain = new Map<string, number>();
      let shared = SharedMap.empty<number>();
      const take = (steps: typeof first): void => {
        for (const { key: name, value } of steps) {
          if (value === null) plain.delete(name);
          else plain.set(name, value);
          shared = value === null ? shared.delete(name) : shared.set(name, value);
        }
      };
      take(first);
      const [before, plainBefore] = [shared, new Map(plain)];
      take(second);
      expect(new Map(shared)).toEqual(plain);
      expect(new Map(before)).toEqual(plainBefore);
      expect(shared.size).toBe(plain.size);
      const names = new Set([...plain.keys(), ...plainBefore.keys()]);
      const changed = [...names].filter((name) => plain.get(name) !== plainBefore.get(name));
      // A value that was set again may be reported as well.
      expect(shared.changedSince(before)).toEqual(expect.arrayContaining(changed));
      expect(shared.changedSince(shared)).toEqual([]);
    }),
  );
});
