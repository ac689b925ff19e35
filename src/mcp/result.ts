/** What a call answers on the wire. Pure. */
import { isRecord } from '../base/guards';
import { sanitize } from '../base/text';
import { MEBIBYTE } from '../base/units';
import { contentBlocks, type WireContent } from './content';
import { withEmptyTables } from './empty-tables';
import type { ContentAnnotations, Fields, ObjectSchema, RegisteredResult } from './tool';

/** A result of MCP. A type, not an interface: the library wants to put more into it. */
export type WireResult = {
  readonly content: readonly WireContent[];
  readonly structuredContent?: Fields;
  readonly isError?: true;
};

/** Of a whole result, in bytes of JSON. */
const MAX_RESULT_BYTES = 4 * MEBIBYTE;

/** The tool could not do it; the text is for the model. */
export function failedResult(text: string): WireResult {
  return { content: [{ type: 'text', text: sanitize(text) }], isError: true };
}

/** The structured result, and the same as text for agents that only know that. */
export function structuredResult(fields: Fields, annotations?: ContentAnnotations): WireResult {
  const text = JSON.stringify(fields);
  return {
    content: [{ type: 'text', text, ...(annotations ? { annotations } : {}) }],
    structuredContent: fields,
  };
}

/** Throws an error that says what is wrong with the content. */
export function registeredResult(
  { structured, content, isError }: RegisteredResult,
  schema: ObjectSchema | undefined,
): WireResult {
  const fields = structured === undefined ? undefined : objectOf(structured, schema);
  const blocks = content === undefined ? undefined : contentBlocks(content);
  const text = blocks ?? (fields ? structuredResult(fields).content : []);
  return {
    content: text,
    ...(fields ? { structuredContent: fields } : {}),
    ...(isError ? { isError } : {}),
  };
}

function objectOf(structured: unknown, schema: ObjectSchema | undefined): Fields {
  const fitted = withEmptyTables(structured, schema ?? { type: 'object' });
  if (!isRecord(fitted)) throw new Error('the structured result is not an object');
  return fitted;
}

/** Why a result is too large to be sent; nothing when it is not. @param isDone there is nothing to ask for again */
export function tooLarge(result: WireResult, isDone: boolean): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(result));
  if (bytes <= MAX_RESULT_BYTES) return undefined;
  const [is, most] = [bytes, MAX_RESULT_BYTES].map((one) => (one / MEBIBYTE).toFixed(1));
  const why = `the result has ${is} MiB, and at most ${most} MiB are sent`;
  return isDone
    ? `It was done, do not do it again; but ${why}`
    : `${why}: ask for less, such as a part of the file`;
}
