/** A field of a form as text: its value in the form, and the question for it in the user's own pickers. */
import { oneLine, sanitize } from '../base/text';
import type { Choice, Field } from '../model/form';
import type { ElicitationContentValue } from '../protocol/schema.gen';

/** With its description and whether it is needed. */
export function fieldPrompt({ title, description, required }: Field): string {
  return oneLine(`${title}${required ? ' *' : ''}${description ? ` — ${description}` : ''}`);
}

/** What may be chosen, under names that are safe to show. */
export function fieldChoices({ type, choices }: Field): Choice[] {
  if (type === 'boolean') return ['yes', 'no'].map((value) => ({ value, title: value }));
  return choices.map(({ value, title }) => ({ value, title: oneLine(title) }));
}

/** The text that the user goes on from. It is typed for them: a control character would be a key. */
export function typedValue(value: ElicitationContentValue | undefined): string {
  return sanitize(String(value ?? '')).replace(/[\t\n]/g, ' ');
}

/** An answer as people read it: titles of choices, not their values. */
export function shownValue(field: Field, value: ElicitationContentValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const title = (chosen: string): string =>
    field.choices.find((one) => one.value === chosen)?.title ?? chosen;
  if (Array.isArray(value)) return value.map(title).join(', ');
  return field.type === 'choice' ? title(String(value)) : String(value);
}
