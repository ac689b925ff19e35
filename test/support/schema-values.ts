/** Values that fit a JSON schema, as far as the schemas of our own tools go. */
import fc from 'fast-check';
import { isRecord } from '../../src/base/guards';

type Schema = Readonly<Record<string, unknown>>;

/** @param known what is more useful than anything random, by the name of the property */
export function valuesOf(
  schema: unknown,
  known: Readonly<Record<string, readonly unknown[]>> = {},
  name = '',
): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) return fc.jsonValue();
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf)) {
    return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, known, name)));
  }
  const useful = known[name];
  const random = plainValues(schema, known);
  return useful ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...useful) }, random) : random;
}

function plainValues(
  schema: Schema,
  known: Readonly<Record<string, readonly unknown[]>>,
): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object':
      return objects(schema, known);
    case 'array':
      return fc.array(valuesOf(schema.items, known), {
        minLength: numberOf(schema.minItems, 0),
        maxLength: Math.min(numberOf(schema.maxItems, 3), 3),
      });
    case 'string':
      return fc.string({
        unit: 'binary',
        minLength: numberOf(schema.minLength, 0),
        maxLength: Math.min(numberOf(schema.maxLength, 20), 20),
      });
    case 'integer':
      return integers(numberOf(schema.minimum, 0), numberOf(schema.maximum, 2 ** 31 - 1));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      throw new Error(`no values are known for ${JSON.stringify(schema)}`);
  }
}

/** Small ones more often: lines of files. */
function integers(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min, max: Math.min(max, min + 6) }) },
    fc.integer({ min, max }),
  );
}

function objects(
  { properties, required }: Schema,
  known: Readonly<Record<string, readonly unknown[]>>,
): fc.Arbitrary<unknown> {
  const entries = Object.entries(isRecord(properties) ? properties : {});
  const model = Object.fromEntries(
    entries.map(([name, schema]) => [name, valuesOf(schema, known, name)]),
  );
  return fc.record(model, { requiredKeys: Array.isArray(required) ? required : [] });
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
