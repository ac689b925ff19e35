/** Forms that an agent asks the user to fill in: what they ask for, and whether an answer will do. Pure. */
import { runInNewContext } from 'node:vm';
import type {
  ElicitationContentValue,
  ElicitationPropertySchema,
  ElicitationSchema,
  EnumOption,
  MultiSelectPropertySchema,
  StringFormat,
  StringPropertySchema,
} from '../protocol/schema.gen';

export type FieldType = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices';

export interface Choice {
  readonly value: string;
  readonly title: string;
}

export interface Field {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** What may be chosen, for `choice` and `choices`. */
  readonly choices: readonly Choice[];
  /** Length of a text, size of a number, count of choices. */
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly format?: StringFormat;
  readonly default?: ElicitationContentValue;
}

export type Values = Readonly<Record<string, ElicitationContentValue>>;

/** Messages, by the names of fields. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface Form {
  readonly title?: string;
  readonly description?: string;
  readonly fields: readonly Field[];
  /** Required fields of a kind that we do not know: such a form cannot be sent. */
  readonly unknown: readonly string[];
}

export type Checked =
  | { readonly ok: true; readonly value: ElicitationContentValue | undefined }
  | { readonly ok: false; readonly error: string };

/** The form of a schema: fields of types that are not known are left out. */
export function formOf({ title, description, properties, required }: ElicitationSchema): Form {
  const entries = Object.entries(properties ?? {});
  const isRequired = (name: string): boolean => required?.includes(name) ?? false;
  const fields = entries.flatMap(([name, schema]) => fieldOf(name, schema, isRequired(name)) ?? []);
  const known = new Set(fields.map((field) => field.name));
  return {
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
    fields,
    unknown: (required ?? []).filter((name) => !known.has(name)),
  };
}

/** The values in the form before the user has done anything; an invalid default is ignored. */
export function defaults({ fields }: Form): Values {
  const pairs = fields.flatMap((field) => {
    if (field.default === undefined) return [];
    const checked = checkValue(field, field.default);
    return checked.ok && checked.value !== undefined ? [[field.name, checked.value]] : [];
  });
  return Object.fromEntries(pairs);
}

/** What the user gave for a field: text as typed, or the chosen values. Nothing empties the field. */
export function checkValue(field: Field, given: unknown): Checked {
  if (given === undefined || given === null || given === '') return nothing(field);
  switch (field.type) {
    case 'text':
      return typeof given === 'string' ? checkText(field, given) : no('expected a text');
    case 'number':
    case 'integer':
      return checkNumber(field, numberIn(given));
    case 'boolean':
      if (given === true || given === 'yes') return yes(true);
      return given === false || given === 'no' ? yes(false) : no('expected yes or no');
    case 'choice':
      return field.choices.some(({ value }) => value === given)
        ? yes(given as string)
        : no(`expected one of ${field.choices.map(({ value }) => value).join(', ')}`);
    case 'choices':
      return checkChoices(field, given);
  }
}

/** The agent chooses the names of fields: "constructor" is allowed. */
export function valueIn(values: Values, { name }: Field): ElicitationContentValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** All that will be sent, or what is missing: the first of it with its field's title, and all of it by fields. */
export function formContent(
  form: Form,
  values: Values,
):
  | { readonly ok: true; readonly content: Values }
  | { readonly ok: false; readonly error: string; readonly errors: FieldErrors } {
  const checked = form.fields.map((field) => ({
    field,
    result: checkValue(field, valueIn(values, field)),
  }));
  const wrong = checked.flatMap(({ field, result }) =>
    result.ok ? [] : [{ field, error: result.error }],
  );
  const errors = Object.fromEntries(wrong.map(({ field, error }) => [field.name, error]));
  if (form.unknown.length > 0) {
    return { ...no(`${form.unknown.join(', ')} cannot be filled in here`), errors };
  }
  const [first] = wrong;
  if (first) return { ...no(`${first.field.title}: ${first.error}`), errors };
  const content = checked.flatMap(({ field, result }) =>
    result.ok && result.value !== undefined ? [[field.name, result.value] as const] : [],
  );
  return { ok: true, content: Object.fromEntries(content) };
}

function fieldOf(
  name: string,
  schema: ElicitationPropertySchema,
  required: boolean,
): Field | undefined {
  const { title, description } = schema as StringPropertySchema;
  const common = {
    name,
    title: title || name,
    required,
    choices: [],
    ...(description ? { description } : {}),
  };
  switch (schema.type) {
    case 'string':
      return textField(common, schema as StringPropertySchema);
    case 'number':
    case 'integer': {
      const { minimum, maximum, default: preset } = schema as NumberSchema;
      return {
        ...common,
        type: schema.type,
        ...given({ min: minimum, max: maximum, default: preset }),
      };
    }
    case 'boolean':
      return {
        ...common,
        type: 'boolean',
        ...given({ default: (schema as BooleanSchema).default }),
      };
    case 'array':
      return choicesField(common, schema as MultiSelectPropertySchema);
    default:
      return undefined;
  }
}

type NumberSchema = Extract<ElicitationPropertySchema, { type: 'number' }>;
type BooleanSchema = Extract<ElicitationPropertySchema, { type: 'boolean' }>;
type Common = Omit<Field, 'type'>;

function textField(common: Common, schema: StringPropertySchema): Field {
  const { minLength, maxLength, pattern, format, default: preset } = schema;
  const choices = schema.oneOf?.map(titled) ?? schema.enum?.map(untitled);
  if (choices) return { ...common, type: 'choice', choices, ...given({ default: preset }) };
  return {
    ...common,
    type: 'text',
    ...given({ min: minLength, max: maxLength, pattern, format, default: preset }),
  };
}

function choicesField(common: Common, schema: MultiSelectPropertySchema): Field | undefined {
  const { items, minItems, maxItems, default: preset } = schema;
  const choices =
    'anyOf' in items
      ? items.anyOf.map(titled)
      : 'enum' in items
        ? items.enum.map(untitled)
        : undefined;
  if (!choices) return undefined;
  return {
    ...common,
    type: 'choices',
    choices,
    ...given({ min: minItems, max: maxItems, default: preset }),
  };
}

function titled(option: EnumOption): Choice {
  return { value: option.const, title: option.title };
}

function untitled(value: string): Choice {
  return { value, title: value };
}

/** Without what is absent. */
function given<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}

function nothing({ required }: Field): Checked {
  return required ? no('a value is needed') : yes(undefined);
}

function checkText({ min, max, pattern, format }: Field, text: string): Checked {
  const length = [...text].length;
  if (min !== undefined && length < min) return no(`at least ${min} characters are needed`);
  if (max !== undefined && length > max) return no(`at most ${max} characters are allowed`);
  if (pattern !== undefined && !matches(pattern, text)) return no(`it must match ${pattern}`);
  if (format && !FORMATS[format](text)) return no(`it must be ${FORMAT_NAMES[format]}`);
  return yes(text);
}

/** Long enough for a busy machine. */
const MAX_PATTERN_MS = 1000;

/** The pattern is the agent's: an invalid one, or one that takes too long, matches everything. */
function matches(pattern: string, text: string): boolean {
  try {
    const found: unknown = runInNewContext(
      'new RegExp(pattern, "u").test(text)',
      { pattern, text },
      { timeout: MAX_PATTERN_MS },
    );
    return found === true;
  } catch {
    return true;
  }
}

const FORMATS: Readonly<Record<StringFormat, (text: string) => boolean>> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text) && !/\s/.test(text),
  date: isDate,
  'date-time': (text) =>
    isDate(text.slice(0, 10)) &&
    /^T.*(Z|[+-]\d{2}:\d{2})$/i.test(text.slice(10)) &&
    !Number.isNaN(Date.parse(text)),
};

/** JavaScript takes the 30th of February for the 1st of March. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const FORMAT_NAMES: Readonly<Record<StringFormat, string>> = {
  email: 'an e-mail address',
  uri: 'an address with its scheme, such as https://…',
  date: 'a date, YYYY-MM-DD',
  'date-time': 'a date and time, YYYY-MM-DDThh:mm:ssZ',
};

/** Blanks are no zero. */
function numberIn(given: unknown): number {
  if (typeof given === 'number') return given;
  return typeof given === 'string' && given.trim() !== '' ? Number(given) : Number.NaN;
}

function checkNumber({ type, min, max }: Field, value: number): Checked {
  if (!Number.isFinite(value)) return no('expected a number');
  if (type === 'integer' && !Number.isInteger(value)) return no('expected a whole number');
  if (min !== undefined && value < min) return no(`it must be at least ${min}`);
  if (max !== undefined && value > max) return no(`it must be at most ${max}`);
  return yes(value);
}

function checkChoices({ choices, min, max, required }: Field, given: unknown): Checked {
  if (!Array.isArray(given)) return no('expected a list');
  const unknown = given.find((item) => !choices.some(({ value }) => value === item));
  if (unknown !== undefined) {
    return no(`expected some of ${choices.map(({ value }) => value).join(', ')}`);
  }
  const chosen = choices.map(({ value }) => value).filter((value) => given.includes(value));
  if (chosen.length === 0 && !required) return yes(undefined);
  if (min !== undefined && chosen.length < min) return no(`at least ${min} must be chosen`);
  if (max !== undefined && chosen.length > max) return no(`at most ${max} may be chosen`);
  return yes(chosen);
}

function yes(value: ElicitationContentValue | undefined): Checked {
  return { ok: true, value };
}

function no(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error };
}
