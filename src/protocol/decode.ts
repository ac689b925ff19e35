/**
 * Reads values of the wire as the official libraries do: a bad optional field or list item is left out instead of
 * failing the message, and what is not in the schema is dropped. The schema's own marks (decode.gen.ts) decide; the
 * tolerance beyond it is in rescue.ts.
 */
import { isRecord } from '../base/guards';
import { oneLine } from '../base/text';
import { shapes } from './decode.gen';
import { prepared, rescue } from './rescue';
import type { Definitions } from './schema.gen';
import type { FieldShape, Shape } from './shape';

export type Decoded<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** What was left out, one text each. */
      readonly dropped: readonly string[];
    }
  | {
      readonly ok: false;
      /** Names the field: `params.toolCall.toolCallId: expected string, got number`. */
      readonly error: string;
      /** Set when the value is of a kind we do not know, such as a new `sessionUpdate`. */
      readonly unknown?: string;
    };

/** Decodes a value of the definition. `root` starts the path in errors. Never throws. */
export function decode<N extends keyof Definitions>(
  name: N,
  value: unknown,
  root = '',
): Decoded<Definitions[N]> {
  const walk: Walk = { path: root ? [root] : [], dropped: [] };
  try {
    const decoded = named(name, value, walk);
    if (!(decoded instanceof Misfit)) {
      return { ok: true, value: decoded as Definitions[N], dropped: walk.dropped };
    }
    const { unknown } = decoded;
    return { ok: false, error: decoded.text, ...(unknown === undefined ? {} : { unknown }) };
  } catch {
    // Only an object that is not from JSON (a throwing getter) gets here.
    return { ok: false, error: `${root || name}: unreadable` };
  }
}

interface Walk {
  readonly path: (string | number)[];
  readonly dropped: string[];
}

/** Returned, not thrown: misfits are ordinary here. */
class Misfit {
  readonly text: string;
  readonly unknown: string | undefined;

  constructor(walk: Walk, problem: string, unknown?: string) {
    const path = pathText(walk.path);
    this.text = path ? `${path}: ${problem}` : problem;
    this.unknown = unknown;
  }
}

function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text ? `${text}.${step}` : step;
  }, '');
}

function named(name: string, raw: unknown, walk: Walk): unknown {
  const value = prepared(name, raw);
  const shape = shapes[name as keyof Definitions];
  const decoded = read(shape, value, walk);
  if (!(decoded instanceof Misfit)) return decoded;
  const rescued = rescue(name, value);
  if (rescued === undefined) return decoded;
  const again = read(shape, rescued, walk);
  if (again instanceof Misfit) return decoded;
  walk.dropped.push(decoded.text);
  return again;
}

function read(shape: Shape, value: unknown, walk: Walk): unknown {
  if (typeof shape === 'string') {
    return shape.startsWith('#')
      ? named(shape.slice(1), value, walk)
      : readPlain(shape, value, walk);
  }
  if ('fields' in shape) return readFields(shape.fields, value, walk);
  if ('list' in shape) return readList(shape.list, shape.skip === true, value, walk);
  if ('tag' in shape) return readTagged(shape, value, walk);
  if ('values' in shape) return readValues(shape.values, value, walk);
  if ('any' in shape) return readAny(shape.any, value, walk);
  if ('all' in shape) return readAll(shape.all, value, walk);
  return readMap(shape.map, value, walk);
}

const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  natural: (value) => Number.isInteger(value) && (value as number) >= 0,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  object: isRecord,
  unknown: () => true,
};

function readPlain(shape: string, value: unknown, walk: Walk): unknown {
  return PLAIN[shape]?.(value) ? value : expected(shape, value, walk);
}

function readValues(values: readonly string[], value: unknown, walk: Walk): unknown {
  return values.includes(value as string) ? value : expected(values.join(' | '), value, walk);
}

function readList(item: Shape, skip: boolean, value: unknown, walk: Walk): unknown {
  if (!Array.isArray(value)) return expected('array', value, walk);
  const kept: unknown[] = [];
  for (const [index, raw] of value.entries()) {
    const decoded = at(index, walk, () => read(item, raw, walk));
    if (!(decoded instanceof Misfit)) kept.push(decoded);
    else if (skip) walk.dropped.push(decoded.text);
    else return decoded;
  }
  return kept;
}

function readMap(item: Shape, value: unknown, walk: Walk): unknown {
  if (!isRecord(value)) return expected('object', value, walk);
  const entries: [string, unknown][] = [];
  for (const [key, raw] of Object.entries(value)) {
    if (key === '__proto__') continue;
    const decoded = at(key, walk, () => read(item, raw, walk));
    if (decoded instanceof Misfit) return decoded;
    entries.push([key, decoded]);
  }
  return Object.fromEntries(entries);
}

function readFields(
  fields: Readonly<Record<string, FieldShape>>,
  value: unknown,
  walk: Walk,
): unknown {
  if (!isRecord(value)) return expected('object', value, walk);
  const result: Record<string, unknown> = {};
  for (const key in fields) {
    const field = fields[key] as FieldShape;
    const raw = Object.hasOwn(value, key) ? value[key] : undefined;
    const decoded = at(key, walk, () => readField(field, raw, walk));
    if (decoded instanceof Misfit) return decoded;
    if (decoded !== undefined) result[key] = decoded;
  }
  return result;
}

function readField([shape, marks, fallback]: FieldShape, raw: unknown, walk: Walk): unknown {
  if (raw === undefined) {
    return marks.includes('?') ? fallback : expected(expectation(shape), raw, walk);
  }
  if (raw === null && marks.includes('n')) return null;
  if (raw === null && marks.includes('z')) return fallback;
  const decoded = read(shape, raw, walk);
  const replaceable = marks.includes('e') && (marks.includes('?') || fallback !== undefined);
  if (!(decoded instanceof Misfit) || !replaceable) return decoded;
  walk.dropped.push(decoded.text);
  return fallback;
}

function readTagged(shape: Extract<Shape, { tag: string }>, value: unknown, walk: Walk): unknown {
  if (!isRecord(value)) return expected('object', value, walk);
  const { tag, cases, other } = shape;
  const name = Object.hasOwn(value, tag) ? value[tag] : undefined;
  if (typeof name === 'string' && Object.hasOwn(cases, name)) {
    const decoded = read(cases[name] as Shape, value, walk);
    return decoded instanceof Misfit ? decoded : { [tag]: name, ...(decoded as object) };
  }
  if (other !== undefined) return read(other, value, walk);
  return at(tag, walk, () =>
    typeof name === 'string'
      ? new Misfit(walk, `unknown value "${cut(name)}"`, cut(name))
      : expected('string', name, walk),
  );
}

function readAny(shapes: readonly Shape[], value: unknown, walk: Walk): unknown {
  const droppedBefore = walk.dropped.length;
  let first: unknown;
  for (const shape of shapes) {
    const decoded = read(shape, value, walk);
    if (!(decoded instanceof Misfit)) return decoded;
    walk.dropped.length = droppedBefore;
    first ??= decoded;
  }
  return first;
}

function readAll(parts: readonly Shape[], value: unknown, walk: Walk): unknown {
  const merged: Record<string, unknown> = {};
  for (const part of parts) {
    const decoded = read(part, value, walk);
    if (decoded instanceof Misfit) return decoded;
    Object.assign(merged, decoded);
  }
  return merged;
}

function at<T>(step: string | number, walk: Walk, inside: () => T): T {
  walk.path.push(step);
  const result = inside();
  walk.path.pop();
  return result;
}

function expected(what: string, value: unknown, walk: Walk): Misfit {
  return new Misfit(walk, `expected ${what}, got ${kindOf(value)}`);
}

/** What a missing field should have been, in one word. */
function expectation(shape: Shape): string {
  if (typeof shape !== 'string')
    return 'list' in shape ? 'array' : 'values' in shape ? 'string' : 'object';
  return shape.startsWith('#') ? expectation(shapes[shape.slice(1) as keyof Definitions]) : shape;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return value.length <= 40 ? `"${oneLine(value)}"` : 'string';
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? 'array' : typeof value;
}

function cut(name: string): string {
  return oneLine(name.slice(0, 80));
}
