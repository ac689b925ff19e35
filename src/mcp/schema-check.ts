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
    if (unknown !== undefined) return unknown;
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

/** The validator does not name it. @param at the path of the value */
function unknownProperty(schema: unknown, value: unknown, at = ''): string | undefined {
  if (!isRecord(schema)) return undefined;
  if (Array.isArray(value)) {
    return firstOf(value, (item, index) => unknownProperty(schema.items, item, `${at}${index}/`));
  }
  const properties = isRecord(schema.properties) ? schema.properties : {};
  if (!isRecord(value)) return undefined;
  const isClosed = schema.additionalProperties === false && !schema.patternProperties;
  return firstOf(Object.entries(value), ([name, field]) => {
    if (Object.hasOwn(properties, name)) {
      return unknownProperty(properties[name], field, `${at}${name}/`);
    }
    return isClosed ? noProperty(`${at}${name}`, Object.keys(properties)) : undefined;
  });
}

function noProperty(name: string, known: readonly string[]): string {
  const others = known.length > 0 ? `, only ${known.join(', ')}` : '';
  return `there is no property ${JSON.stringify(name)}${others}`;
}

/** What the first item comes to of which there is something to say. */
function firstOf<T>(
  list: readonly T[],
  of: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of list.entries()) {
    const found = of(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The validator calls the whole value "data". */
function withoutRoot(message: string): string {
  return message.replace(/(^|, )data(?:\/|(?= ))/g, '$1').trimStart();
}
