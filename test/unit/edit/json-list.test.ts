import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeList, lineOfItem, parseJson } from '../../../src/edit/json-list';

const PATH = ['permissions', 'rules'] as const;
const add = (text: string, item = '{"new":1}') => changeList(text, PATH, { item });
const change = (text: string, index: number, item?: string) =>
  changeList(text, PATH, { index, ...(item === undefined ? {} : { item }) });

const TIDY = `{
  // no
  "permissions": {
    "rules": [
      { "allow": true },
      { "deny": true }
    ],
    "more": "\\"]}"
  }
}
`.replace('  // no\n', '');

describe('a list in a JSON text', () => {
  it('gets an item in the layout that is there', () => {
    expect(add(TIDY)).toBe(TIDY.replace('{ "deny": true }', '{ "deny": true },\n      {"new":1}'));
    expect(add('{"permissions":{"rules":[{"a":1}]}}')).toBe(
      '{"permissions":{"rules":[{"a":1}, {"new":1}]}}',
    );
    expect(add('{\n "permissions": {\n  "rules": [\n   1\n  ]\n }\n}')).toBe(
      '{\n "permissions": {\n  "rules": [\n   1,\n   {"new":1}\n  ]\n }\n}',
    );
    expect(add('{"permissions":{"rules":[ ]}}')).toBe('{"permissions":{"rules":[{"new":1}]}}');
    expect(add('{"permissions":{"rules":[ 1,2 ]}}')).toBe(
      '{"permissions":{"rules":[ 1,2,{"new":1} ]}}',
    );
  });

  it('is made where it is missing', () => {
    expect(add('{\n  "a": 1\n}')).toBe(
      '{\n  "a": 1,\n  "permissions": { "rules": [{"new":1}] }\n}',
    );
    expect(add('{"a":1}')).toBe('{"a":1, "permissions": { "rules": [{"new":1}] }}');
    expect(add('{ "permissions": {} }')).toBe('{ "permissions": { "rules": [{"new":1}] } }');
    expect(JSON.parse(add('  \n'))).toEqual({ permissions: { rules: [{ new: 1 }] } });
    expect(add('')).toBe('{\n  "permissions": {\n    "rules": [\n      {"new":1}\n    ]\n  }\n}\n');
  });

  it('has an item replaced or taken out, first, last and only', () => {
    expect(change(TIDY, 1, '2')).toBe(TIDY.replace('{ "deny": true }', '2'));
    expect(change(TIDY, 0)).toBe(TIDY.replace('{ "allow": true },\n      ', ''));
    expect(change(TIDY, 1)).toBe(TIDY.replace(',\n      { "deny": true }', ''));
    expect(change('{"permissions":{"rules":[ 1 ]}}', 0)).toBe('{"permissions":{"rules":[]}}');
  });

  it('may have comments and trailing commas, which stay where they are', () => {
    const text = `{
  // mine
  "permissions": {
    "rules": [
      // first
      1,
      // second
      2, /* end */
    ],
  },
}
`;
    expect(add(text)).toBe(text.replace('2, /*', '2,\n      {"new":1}, /*'));
    expect(change(text, 0, '3')).toBe(text.replace('      1,', '      3,'));
    expect(parseJson(change(text, 1))).toEqual({ permissions: { rules: [1] } });
    expect(parseJson(add('{ /* none */ "a": 1, }'))).toEqual({
      a: 1,
      permissions: { rules: [{ new: 1 }] },
    });
    expect(lineOfItem(text, PATH, 1)).toBe(8);
  });

  it('of a name that occurs twice is the last, as for every reader', () => {
    const twice = '{"permissions":{"rules":[1]},"permissions":{"rules":[2]}}';
    expect(add(twice)).toBe('{"permissions":{"rules":[1]},"permissions":{"rules":[2, {"new":1}]}}');
  });

  it('stays as it is where nothing is to be added', () => {
    expect(changeList(TIDY, PATH, {})).toBe(TIDY);
    expect(change(' \n', 0)).toBe(' \n');
  });

  it('that is impossible is refused with a message', () => {
    expect(() => add('{"permissions":')).toThrow('the file is no JSON');
    expect(() => add('[]')).toThrow('expected an object around "permissions"');
    expect(() => add('3')).toThrow('expected an object around "permissions"');
    expect(() => add('{"permissions":"all"}')).toThrow('expected an object around "rules"');
    expect(() => add('{"permissions":{"rules":{}}}')).toThrow(
      'expected a list at "permissions.rules"',
    );
    expect(() => change('{}', 0, '1')).toThrow('there is no item 1');
    expect(() => changeList('{}', PATH, {})).toThrow('there is no item 1');
    expect(() => change(TIDY, 2, '1')).toThrow('there is no item 3');
    expect(() => change('{}', 0)).toThrow('there is no item 1');
  });

  it('names the place where a text is no JSON', () => {
    expect(() => add('{\n  "name": 1,\n  "a": ,\n}')).toThrow(
      'the file is no JSON: ValueExpected at line 3, column 8',
    );
  });

  it('knows the line of an item', () => {
    expect(lineOfItem(TIDY, PATH, 1)).toBe(5);
    expect(lineOfItem(TIDY, PATH, 2)).toBeUndefined();
    expect(lineOfItem('{}', PATH, 0)).toBeUndefined();
    expect(lineOfItem('[1]', PATH, 0)).toBeUndefined();
    expect(lineOfItem('{"permissions":{"rules":{}}}', PATH, 0)).toBeUndefined();
  });

  it('changes by what was asked and by nothing else, for every text', () => {
    const others = fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      fc.jsonValue(),
    );
    const layouts = fc.constantFrom(undefined, 2, '\t');
    fc.assert(
      fc.property(
        others,
        others,
        fc.array(fc.jsonValue(), { maxLength: 4 }),
        layouts,
        fc.nat(4),
        fc.option(fc.jsonValue()),
        (around, inside, rules, layout, at, item) => {
          const value = { ...around, permissions: { ...inside, rules } };
          const text = JSON.stringify(value, null, layout);
          const index = at < rules.length ? { index: at } : {};
          if (index.index === undefined && item === null) return;
          const json = item === null ? {} : { item: JSON.stringify(item) };
          const wanted = rules.toSpliced(
            index.index ?? rules.length,
            1,
            ...(item === null ? [] : [item]),
          );
          const changed = changeList(text, PATH, { ...index, ...json });
          expect(JSON.parse(changed)).toEqual(
            JSON.parse(JSON.stringify({ ...around, permissions: { ...inside, rules: wanted } })),
          );
        },
      ),
    );
  });
});
