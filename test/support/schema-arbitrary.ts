import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

/** Values that fit a schema, as far as the tools' schemas go; `special` gives those of some properties by name. */
export function fitting(
  schema: Schema,
  special: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf)) {
    return fc.oneof(...schema.anyOf.map((one: Schema) => fitting(one, special)));
  }
  const { minLength = 0, maxLength = 1000, minimum = 0, maximum = 9, minItems = 0 } = schema;
  switch (schema.type) {
    case 'string':
      return fc.string({
        unit: 'grapheme',
        minLength: Number(minLength),
        maxLength: Math.min(Number(maxLength), Number(minLength) + 8),
      });
    case 'integer':
      return fc.integer({
        min: Number(minimum),
        max: Math.min(Number(maximum), Number(minimum) + 9),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const length = { minLength: Number(minItems), maxLength: Number(minItems) + 2 };
      return fc.array(fitting(schema.items as Schema, special), length);
    }
    default:
      return objectFitting(schema, special);
  }
}

function objectFitting(
  schema: Schema,
  special: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const fields = properties.map(([name, one]) => [name, special[name] ?? fitting(one, special)]);
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: (schema.required ?? []) as never[],
  });
}
