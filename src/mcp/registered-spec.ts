/** Tools that users register: as Lua sends them, and as their handlers answer. Pure. */
import { isRecord } from '../base/guards';
import type { ToolAnnotations } from './tool';
import { type Fields, type ObjectSchema, type RegisteredResult, ToolFailure } from './tool';

/** Checked by Lua when it was registered; see `lua/acp/tools/registered.lua`. */
export interface RegisteredSpec {
  /** Another one with each registration. */
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations?: ToolAnnotations;
  readonly timeoutMs?: number;
}

export function registeredSpec(json: string): RegisteredSpec {
  const { id, name, title, description, input_schema, output_schema, annotations, timeout } =
    JSON.parse(json);
  return {
    id,
    name,
    title: title || name,
    description,
    inputSchema: schemaOf(input_schema),
    ...(output_schema ? { outputSchema: schemaOf(output_schema) } : {}),
    ...(isRecord(annotations) ? { annotations } : {}),
    ...(timeout ? { timeoutMs: timeout } : {}),
  };
}

/** What a handler has answered, as JSON. Throws what it has failed with. */
export function handlerResult(answer: string | undefined, spec: RegisteredSpec): RegisteredResult {
  const { result, error } = JSON.parse(answer ?? '{}');
  if (error !== undefined) throw new ToolFailure(String(error));
  if (result === undefined || result === null) return spec.outputSchema ? { structured: {} } : {};
  if (isWhole(result)) {
    const { content, structuredContent, isError } = result;
    return {
      ...(content === undefined ? {} : { content }),
      ...(structuredContent === undefined ? {} : { structured: structuredContent }),
      ...(isError === true ? { isError } : {}),
    };
  }
  if (typeof result === 'object' && !(Array.isArray(result) && result.length > 0)) {
    return { structured: result };
  }
  return {
    content: [{ type: 'text', text: typeof result === 'string' ? result : JSON.stringify(result) }],
  };
}

const WHOLE_KEYS: ReadonlySet<string> = new Set(['content', 'structuredContent', 'isError']);

/** A result as MCP has it, and not data that only looks so. */
function isWhole(result: unknown): result is Fields {
  if (!isRecord(result) || Object.keys(result).length === 0) return false;
  if (!Object.keys(result).every((key) => WHOLE_KEYS.has(key))) return false;
  const { content, structuredContent, isError } = result;
  if (structuredContent !== undefined || isError !== undefined) return true;
  return Array.isArray(content) && content.every(isBlock);
}

function isBlock(block: unknown): boolean {
  return isRecord(block) && typeof block.type === 'string';
}

/** Under these a schema has a table of schemas by name. */
const BY_NAME: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
/** Under these it has a schema. */
const ONE: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'additionalItems',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]);
/** Under these a list of schemas. */
const LISTED: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** A schema with the empty tables that are objects in it; those of Lua may be either. */
function schemaOf(value: unknown): ObjectSchema {
  return asSchema(value) as ObjectSchema;
}

function asSchema(value: unknown): unknown {
  if (isEmptyList(value)) return {};
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, schemaPart(key, part)]),
  );
}

function schemaPart(key: string, part: unknown): unknown {
  if (ONE.has(key)) return asSchema(part);
  if (LISTED.has(key)) return Array.isArray(part) ? part.map(asSchema) : part;
  if (!BY_NAME.has(key)) return part;
  if (isEmptyList(part)) return {};
  if (!isRecord(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, asSchema(one)]));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
