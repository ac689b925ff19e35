/** The content blocks of MCP, as handlers of registered tools may return them. Only known fields go to the wire. Pure. */
import { isRecord } from '../base/guards';
import { sanitize } from '../base/text';
import { withEmptyTables } from './empty-tables';
import type { ContentAnnotations } from './tool';

interface Annotated {
  readonly annotations?: ContentAnnotations;
}

interface WireResource {
  readonly uri: string;
  readonly title?: string;
  readonly mimeType?: string;
}

export type WireContent = Annotated &
  (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
    | (WireResource & {
        readonly type: 'resource_link';
        readonly name: string;
        readonly description?: string;
      })
    | {
        readonly type: 'resource';
        readonly resource: WireResource & ({ readonly text: string } | { readonly blob: string });
      }
  );

/** Throws an error that says what is wrong with which block. */
export function contentBlocks(content: unknown): WireContent[] {
  const list = withEmptyTables(content, { type: 'array' });
  if (!Array.isArray(list)) throw new Error('content is not a list');
  return list.map((block, index) => contentBlock(fieldsOf(block, `content[${index}]`)));
}

/** A table of Lua, with the name by which its faults are reported. */
interface Table {
  readonly at: string;
  readonly values: Readonly<Record<string, unknown>>;
}

function contentBlock(table: Table): WireContent {
  const annotations = annotationsOf(table);
  return { ...blockOf(table), ...(annotations ? { annotations } : {}) };
}

function blockOf(table: Table): WireContent {
  const type = text(table, 'type');
  switch (type) {
    case 'text':
      return { type, text: sanitize(text(table, 'text')) };
    case 'image':
    case 'audio':
      return { type, data: base64(table, 'data'), mimeType: text(table, 'mimeType') };
    case 'resource_link':
      return {
        type,
        ...resourceOf(table),
        name: text(table, 'name'),
        ...optionalText(table, 'description'),
      };
    case 'resource':
      return { type, resource: embedded(fieldsOf(table.values.resource, `${table.at}.resource`)) };
    default:
      throw new Error(
        `${table.at}.type is none of text, image, audio, resource_link and resource: ${type}`,
      );
  }
}

function embedded(table: Table) {
  const isText = table.values.text !== undefined;
  return {
    ...resourceOf(table),
    ...(isText ? { text: wellFormed(text(table, 'text')) } : { blob: base64(table, 'blob') }),
  };
}

function resourceOf(table: Table): WireResource {
  return {
    uri: text(table, 'uri'),
    ...optionalText(table, 'title'),
    ...optionalText(table, 'mimeType'),
  };
}

function annotationsOf({ at, values }: Table): ContentAnnotations | undefined {
  if (values.annotations === undefined) return undefined;
  const table = fieldsOf(values.annotations, `${at}.annotations`);
  return {
    ...optional(table, 'audience', 'a list of "user" and "assistant"', isAudience),
    ...optional(table, 'priority', 'a number from 0 to 1', isPriority),
    ...optional(table, 'lastModified', 'a time as ISO 8601 has it', isTime),
  };
}

function isAudience(value: unknown): value is ('user' | 'assistant')[] {
  return Array.isArray(value) && value.every((one) => one === 'user' || one === 'assistant');
}

function isPriority(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function isTime(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}/.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

function fieldsOf(value: unknown, at: string): Table {
  const values = withEmptyTables(value, { type: 'object' });
  if (!isRecord(values)) throw new Error(`${at} is not an object`);
  return { at, values };
}

function text({ at, values }: Table, name: string): string {
  const value = values[name];
  if (typeof value !== 'string') throw new Error(`${at}.${name} is not a text`);
  return value;
}

function base64(table: Table, name: string): string {
  const value = text(table, name);
  const isBase64 = value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
  if (!isBase64) throw new Error(`${table.at}.${name} is not base64`);
  return value;
}

function optionalText(table: Table, name: 'title' | 'description' | 'mimeType') {
  return optional(table, name, 'a text', (value) => typeof value === 'string');
}

function optional<K extends string, V>(
  { at, values }: Table,
  name: K,
  expected: string,
  is: (value: unknown) => value is V,
): { readonly [P in K]?: V } {
  const value = values[name];
  if (value === undefined) return {};
  if (!is(value)) throw new Error(`${at}.${name} is not ${expected}`);
  return { [name]: value } as { readonly [P in K]?: V };
}

/** Half surrogate pairs cannot be sent. */
function wellFormed(value: string): string {
  return value.replace(/\p{Surrogate}/gu, '\uFFFD');
}
