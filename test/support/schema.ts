import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { expect } from 'vitest';

const SCHEMA = JSON.parse(readFileSync(resolve('test/fixtures/acp/schema.json'), 'utf8'));

let ajv: Ajv2020 | undefined;

function validator(definition: string): ValidateFunction {
  // The schema's own keywords (`x-…`, `discriminator`) and formats are unknown to Ajv.
  ajv ??= new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(
    SCHEMA,
    'acp',
  );
  const validate = ajv.getSchema(`acp#/$defs/${definition}`);
  if (!validate) throw new Error(`the ACP schema has no definition "${definition}"`);
  return validate;
}

/** Fails unless `value` is what the ACP schema calls `definition`. Stricter than `decode`: for all that we send. */
export function expectValid(definition: string, value: unknown): void {
  const validate = validator(definition);
  // As on the wire: absent and undefined are the same.
  if (validate(JSON.parse(JSON.stringify(value)))) return;
  const problems = validate.errors?.map((error) => `${error.instancePath} ${error.message}`);
  expect.fail(`not a ${definition}: ${problems?.join('; ')}\n${JSON.stringify(value)}`);
}
