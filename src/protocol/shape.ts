/**
 * The language of `decode.gen.ts`: what a value of a definition looks like, with the schema's marks about what to
 * do with one that does not.
 */
export type Shape =
  | 'string'
  | 'number'
  | 'integer'
  /** An integer that is not negative. */
  | 'natural'
  | 'boolean'
  | 'null'
  /** Any JSON object, handed on as it is. */
  | 'object'
  /** Anything, handed on as it is. */
  | 'unknown'
  /** Another definition. */
  | `#${string}`
  | { readonly values: readonly string[] }
  /** `skip`: items that do not fit are left out. */
  | { readonly list: Shape; readonly skip?: boolean }
  | { readonly map: Shape }
  | { readonly fields: Readonly<Record<string, FieldShape>> }
  /** The string in field `tag` chooses the case. */
  | {
      readonly tag: string;
      readonly cases: Readonly<Record<string, Shape>>;
      readonly other?: Shape;
    }
  /** The first that fits. */
  | { readonly any: readonly Shape[] }
  /** Objects that are one object on the wire. */
  | { readonly all: readonly Shape[] };

/**
 * Marks: `?` may be absent, `n` may be null, `e` falls back when it does not fit, `z` falls back when null. Without a
 * fallback value, "falls back" means: is left out.
 */
export type FieldShape = readonly [shape: Shape, marks: string, fallback?: unknown];
