/** The keys by which a form is filled in without leaving it: choices, and what goes on and off. Pure. */

import type { Field, Choice as FieldChoice, Form } from '../model/form';
import { type Values, valueIn } from '../model/form';
import { fieldChoices } from './field';

/** One key: an option of a field, or the switch of one that is yes or no. */
export interface FormControl {
  readonly lhs: string;
  readonly field: Field;
  /** Absent: a switch. */
  readonly option?: FieldChoice;
}

/** Keys that mean nothing else in a form, and by which nobody moves in it. */
const KEYS = [...'123456789dmoptuwxz'];

/** As many as there are keys for; the others are filled in by way of the user's own picker. */
export function controlsOf({ fields }: Form): FormControl[] {
  const controls = fields.flatMap((field): Omit<FormControl, 'lhs'>[] => {
    if (field.type === 'boolean') return [{ field }];
    return optionsOf(field).map((option) => ({ field, option }));
  });
  return controls.slice(0, KEYS.length).map((control, at) => ({ ...control, lhs: KEYS[at] ?? '' }));
}

/** What there is to choose from; a switch has none. */
export function optionsOf(field: Field): readonly FieldChoice[] {
  return field.type === 'choice' || field.type === 'choices' ? fieldChoices(field) : [];
}

/** A form that asks one thing, to be answered by one key. */
export function isOneQuestion(form: Form): boolean {
  const [field] = form.fields;
  const isAlone = form.fields.length === 1 && form.unknown.length === 0;
  return isAlone && field?.type === 'choice' && field.choices.length <= KEYS.length;
}

/** What the field holds after the key; nothing: it is empty. */
export function valueAfter({ field, option }: FormControl, values: Values): unknown {
  const now = valueIn(values, field);
  if (!option) return now !== true;
  const { value } = option;
  if (field.type === 'choice') return now === value && !field.required ? undefined : value;
  const chosen = Array.isArray(now) ? now : [];
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
}

/** Whether the key has an option that is chosen now. */
export function isChosen({ field, option }: FormControl, values: Values): boolean {
  const now = valueIn(values, field);
  return (
    option !== undefined && (Array.isArray(now) ? now.includes(option.value) : now === option.value)
  );
}
