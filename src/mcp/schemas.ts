/** Pieces of schemas that tools share. What a position is, is said once, here: lines and columns count from 1. */
import type { ObjectSchema } from './tool';

type Schema = Readonly<Record<string, unknown>>;

/** All properties but the `optional` ones are required, and there are no others. */
export function objectOf(
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): ObjectSchema {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

export function listOf(items: Schema, more: Schema = {}): Schema {
  return { type: 'array', items, ...more };
}

/** A piece with what it means in this place. */
export function described<S extends Schema>(piece: S, description: string): S {
  return { ...piece, description };
}

/** A piece, or null where there is none. */
export function orNull(piece: Schema): Schema {
  return { anyOf: [piece, { type: 'null' }] };
}

const MAX_LINE = 2 ** 31 - 1;

export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean' } as const;
export const COUNT = { type: 'integer', minimum: 0 } as const;

/** As agents give it. */
export const PATH_INPUT = {
  type: 'string',
  minLength: 1,
  maxLength: 4096,
  description: "Path of the file: absolute, or relative to the session's folder.",
} as const;
export const PATH = { type: 'string', description: 'Absolute path.' } as const;
export const LINE = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_LINE,
  description: 'Line, counted from 1.',
} as const;
export const COLUMN = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_LINE,
  description: 'Column in characters (Unicode code points, not bytes), counted from 1.',
} as const;
export const POSITION = objectOf({ line: LINE, column: COLUMN });
export const RANGE = {
  ...objectOf({ start: POSITION, end: POSITION }),
  description: 'From `start` up to, not including, `end`.',
};
export const TIME = { type: 'string', format: 'date-time' } as const;
export const TRUNCATED = {
  type: 'boolean',
  description: 'True: there is more than was returned, because of a limit.',
} as const;
