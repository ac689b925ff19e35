/** Whether values fit JSON schemas, and if not, what is wrong with which part of them. */
import { isRecord } from '../base/guards';
import { describeError } from '../protocol/errors';
import { AjvJsonSchemaValidator, type JsonSchemaType } from './library';
import type { ObjectSchema } from './tool';

type Check = (value: unknown) => {
  readonly valid: boolean;
  readonly errorMessage: string | undefined;
};

/** A message of many faults says no more than one of a few. */
const MAX_PROBLEM = 1000;

/** Compiles each schema once. */
export class SchemaCheck {
  #validator: AjvJsonSchemaValidator | undefined;
  readonly #compiled = new WeakMap<ObjectSchema, Check>();

  /** What is wrong with a value, with its path; nothing when it fits. Throws for a schema that is none. */
  problem(schema: ObjectSchema, value: unknown): string | undefined {
    const unknown = unknownProperty(schema, value);
    if (unknown !== undefined) return `there is no property ${JSON.stringify(unknown)}`;
    const { valid, errorMessage = 'it does not fit' } = this.#check(schema)(value);
    return valid ? undefined : withoutRoot(errorMessage).slice(0, MAX_PROBLEM);
  }

  /** Why a schema is none; nothing when it is one. */
  fault(schema: ObjectSchema): string | undefined {
    try {
      this.#check(schema);
      return undefined;
    } catch (error) {
      return describeError(error).slice(0, MAX_PROBLEM);
    }
  }

  #check(schema: ObjectSchema): Check {
    const known = this.#compiled.get(schema);
    if (known) return known;
    this.#validator ??= new AjvJsonSchemaValidator();
    const check = this.#validator.getValidator(schema as unknown as JsonSchemaType);
    this.#compiled.set(schema, check);
    return check;
  }
}

/** The validator does not name it. */
function unknownProperty(
  { properties = {}, additionalProperties, patternProperties }: ObjectSchema,
  value: unknown,
): string | undefined {
  if (additionalProperties !== false || patternProperties || !isRecord(value)) return undefined;
  return Object.keys(value).find((name) => !Object.hasOwn(properties, name));
}

/** The validator calls the whole value "data". */
function withoutRoot(message: string): string {
  return message.replace(/(^|, )data(?:\/|(?= ))/g, '$1').trimStart();
}
