/**
 * Second chances for values that do not fit the schema but are met in the wild, or say enough to be shown. Asked only
 * after the plain reading failed; what comes out is read once more.
 */
import { isRecord } from '../base/guards';
import { oneLine } from '../base/text';

type Fields = Readonly<Record<string, unknown>>;

const TOOL_CONTENT = new Set(['content', 'diff', 'terminal']);
const CONTENT = new Set(['text', 'image', 'audio', 'resource_link', 'resource']);
const PRIORITIES = new Set<unknown>(['high', 'medium', 'low']);
const STATUSES = new Set<unknown>(['pending', 'in_progress', 'completed']);

const RESCUES: Readonly<Record<string, (value: unknown) => unknown>> = {
  ToolKind: (value) => (typeof value === 'string' ? 'other' : undefined),
  // Visible, because a part of an answer must not vanish.
  ContentBlock: (value) => ifTyped(value, (block, type) => link(block, type) ?? placeholder(type)),
  // The documentation shows content blocks that are not wrapped.
  ToolCallContent: (value) =>
    ifTyped(value, (block, type) =>
      CONTENT.has(type) && !TOOL_CONTENT.has(type)
        ? { type: 'content', content: block }
        : undefined,
    ),
  PlanEntry: (value) => ifFields(value, completePlanEntry),
  // One page of the documentation calls it `modeId`.
  CurrentModeUpdate: (value) =>
    ifFields(value, (update) => ({ ...update, currentModeId: update.modeId })),
  ReadTextFileRequest: (value) => ifFields(value, withoutBadRange),
};

/** What the plain reading would drop though it is needed. */
const KEPT: Readonly<Record<string, (value: unknown) => unknown>> = {
  // `env_var` is gone from the protocol, but agents still send it.
  AuthMethod: (value) =>
    ifTyped(value, (method, type) =>
      type === 'terminal'
        ? undefined
        : { ...method, _meta: { ...metaOf(method), unknownType: method } },
    ),
};

/** The value to read for a definition. */
export function prepared(definition: string, value: unknown): unknown {
  return KEPT[definition]?.(value) ?? value;
}

function metaOf({ _meta }: Fields): Fields {
  return (ifFields(_meta, (fields) => fields) ?? {}) as Fields;
}

/** Another reading of a value that did not fit the definition; undefined: there is none. */
export function rescue(definition: string, value: unknown): unknown {
  return RESCUES[definition]?.(value);
}

/** What says only where it is: a link without a name, an image or a resource without its data. */
function link(block: Fields, type: string): unknown {
  if (type === 'text' || !CONTENT.has(type) || block.data !== undefined) return undefined;
  const within = ifFields(block.resource, (fields) => fields);
  const { uri, name, mimeType } = { ...block, ...(within as Fields | undefined) };
  if (typeof uri !== 'string' || uri === '') return undefined;
  const known = typeof name === 'string' ? name : type.startsWith('resource') ? uri : type;
  return { ...block, type: 'resource_link', uri, name: known, mimeType };
}

function placeholder(type: string): unknown {
  const problem = CONTENT.has(type) ? 'unreadable' : 'unknown';
  return { type: 'text', text: `[${problem} content: ${oneLine(type.slice(0, 80))}]` };
}

function completePlanEntry(entry: Fields): unknown {
  return {
    ...entry,
    priority: PRIORITIES.has(entry.priority) ? entry.priority : 'medium',
    status: STATUSES.has(entry.status) ? entry.status : 'pending',
  };
}

/** A range is a wish: a bad end of it is left open. */
function withoutBadRange(request: Fields): unknown {
  const { line, limit, ...rest } = request;
  return {
    ...rest,
    ...(isNatural(line) ? { line } : {}),
    ...(isNatural(limit) ? { limit } : {}),
  };
}

function isNatural(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

function ifFields(value: unknown, rescue: (fields: Fields) => unknown): unknown {
  return isRecord(value) ? rescue(value) : undefined;
}

function ifTyped(value: unknown, rescue: (fields: Fields, type: string) => unknown): unknown {
  return ifFields(value, (fields) =>
    typeof fields.type === 'string' ? rescue(fields, fields.type) : undefined,
  );
}
