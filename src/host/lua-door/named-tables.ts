import { OPTIONS, type OptionClass } from './options';

/** An empty Lua table arrives as a list. Where the options mean a table by names, it is one again. */
export function withNamedTables<T extends object>(values: T, options: OptionClass = OPTIONS): T {
  const entries = Object.entries(values).map(([name, value]) => {
    const option = options.fields[name];
    return [name, option ? named(value, option) : value] as const;
  });
  return Object.fromEntries(entries) as T;
}

function named(value: unknown, option: OptionClass['fields'][string]): unknown {
  if (!isTable(value)) return value;
  if ('is' in option) return option.is === 'strings by name' ? { ...value } : value;
  const inside = (one: unknown): unknown => (isTable(one) ? withNamedTables(one, option.of) : one);
  switch (option.form) {
    case 'fields':
      return inside(value);
    case 'each':
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)]));
    case 'list':
      return Object.values(value).map(inside);
  }
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
