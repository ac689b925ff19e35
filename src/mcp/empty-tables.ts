/** Lua's empty table is an object or a list: the schema says which. Pure. */
import { isRecord } from '../base/guards';

type Schema = Readonly<Record<string, unknown>>;

/** The value with its empty tables as the schema wants them; those that it says nothing of stay. */
export function withEmptyTables(value: unknown, schema: unknown): unknown {
  return fitted(value, schema, { root: schema, seen: [] });
}

interface Context {
  readonly root: unknown;
  /** References that were followed for this same value: one may lead to itself. */
  readonly seen: readonly string[];
}

function fitted(value: unknown, schema: unknown, context: Context): unknown {
  const schemas = variantsOf(schema, context);
  if (isEmpty(value)) return emptyFor(schemas) ?? value;
  const { root } = context;
  const below = (child: unknown, childSchemas: readonly unknown[]): unknown =>
    childSchemas.reduce<unknown>((now, one) => fitted(now, one, { root, seen: [] }), child);
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      below(
        item,
        schemas.map((one) => itemSchema(one, index)),
      ),
    );
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, child]) => [
    name,
    below(
      child,
      schemas.map((one) => propertySchema(one, name)),
    ),
  ]);
  return Object.fromEntries(entries);
}

/** The schema and all that it is made of, for the same value. */
function variantsOf(schema: unknown, context: Context): Schema[] {
  if (!isRecord(schema)) return [];
  const { $ref } = schema;
  const isNew = typeof $ref === 'string' && !context.seen.includes($ref);
  const further = { ...context, seen: isNew ? [...context.seen, $ref] : context.seen };
  const parts = [
    ...(isNew ? [referred($ref, context.root)] : []),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
      Array.isArray(schema[key]) ? schema[key] : [],
    ),
  ];
  return [schema, ...parts.flatMap((part) => variantsOf(part, further))];
}

function referred(ref: string, root: unknown): unknown {
  if (!ref.startsWith('#')) return undefined;
  const names = ref
    .slice(1)
    .split('/')
    .filter(Boolean)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>(
    (at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    root,
  );
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}

/** Nothing when the schemas allow both, or say nothing. */
function emptyFor(schemas: readonly Schema[]): unknown {
  const types = schemas.flatMap(({ type }) => (Array.isArray(type) ? type : [type]));
  const [asObject, asList] = [types.includes('object'), types.includes('array')];
  if (asObject === asList) return undefined;
  return asObject ? {} : [];
}

function itemSchema({ prefixItems, items }: Schema, index: number): unknown {
  const own = Array.isArray(prefixItems) ? prefixItems[index] : undefined;
  return own ?? items;
}

function propertySchema({ properties, additionalProperties }: Schema, name: string): unknown {
  const own =
    isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return own ?? additionalProperties;
}
