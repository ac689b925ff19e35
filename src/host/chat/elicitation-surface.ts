/** What the user does with what an agent asks to be filled in or opened. Nothing is sent before they say so. */
import { type Field, valueIn } from '../../model/form';
import type { Elicitation } from '../../model/state';
import type { Elicitations, Outcome } from '../../session/elicitations';
import { fieldChoices, fieldPrompt, shownValue, typedValue } from '../../view/field';
import { type FormControl, isOneQuestion, valueAfter } from '../../view/form-controls';
import { controlOf, type FormRow } from '../../view/surfaces/elicitation';
import type { Asks } from '../asks';
import type { SurfaceActions } from '../surfaces';

export interface ElicitationTools {
  readonly asks: Pick<Asks, 'exactInput' | 'select'>;
  readonly notify: (level: 'info' | 'warn', text: string) => void;
  readonly help: (kind: string) => void;
}

/** A form or an address, and who is to hear of the answer. */
export interface OpenElicitation {
  /** As it is now. */
  readonly request: () => Elicitation;
  readonly elicitations: Pick<Elicitations, 'fill' | 'choose' | 'accept' | 'refuse'>;
  readonly openAddress: (address: string) => void;
}

/** What each key of a form does. */
export function elicitationActions(
  tools: ElicitationTools,
  { request, elicitations, openAddress }: OpenElicitation,
): SurfaceActions<FormRow> {
  const { asks, notify } = tools;
  const report = (outcome: Outcome): void => {
    if (!outcome.ok) notify('warn', outcome.error);
  };

  /** Asks again for a value that will not do; false when the user has given up. */
  const fill = async (field: Field): Promise<boolean> => {
    let given: unknown = valueIn(request().values, field);
    for (;;) {
      given = await askValue(asks, field, given);
      if (given === undefined) return false;
      const outcome = elicitations.fill(request().id, field.name, given);
      report(outcome);
      if (outcome.ok || outcome.gone) return outcome.ok;
    }
  };

  const fillAll = async (fields: readonly Field[]): Promise<void> => {
    for (const field of fields) if (!(await fill(field))) return;
  };

  const fields = (): readonly Field[] => request().form?.fields ?? [];

  const accept = (): void => {
    const { id, url } = request();
    const outcome = elicitations.accept(id);
    report(outcome);
    // Only now, after the user's yes.
    if (outcome.ok && url) openAddress(url.address);
  };

  const press = (control: FormControl): void => {
    const { id, values, form } = request();
    const { field } = control;
    const value = valueAfter(control, values);
    const outcome = Array.isArray(value)
      ? elicitations.choose(id, field.name, value)
      : elicitations.fill(id, field.name, value);
    report(outcome);
    // Where nothing else is asked the key is the answer.
    if (outcome.ok && form && isOneQuestion(form) && value !== undefined) accept();
  };

  return {
    form_fill: async ({ focus }) => {
      await fillAll(fields());
      await focus();
    },
    form_change: async ({ focus }) => {
      const field = await asks.select('Field:', 'acp_field', fields(), fieldPrompt);
      if (!field) return;
      await fillAll([field]);
      await focus();
    },
    form_field: async ({ item, focus }) => {
      if (!item?.field) return;
      await fillAll([item.field]);
      await focus();
    },
    form_key: ({ choice = -1 }) => {
      const control = controlOf(request(), choice);
      if (control) press(control);
    },
    form_accept: accept,
    form_decline: () => report(elicitations.refuse(request().id, 'decline')),
    form_cancel: () => report(elicitations.refuse(request().id, 'cancel')),
    permission_help: () => tools.help('permission'),
  };
}

/** What the user gives for a field, nothing included; undefined when they leave it. */
function askValue(asks: ElicitationTools['asks'], field: Field, now: unknown): Promise<unknown> {
  if (field.type === 'choices') return askSeveral(asks, field, Array.isArray(now) ? now : []);
  if (field.type === 'choice' || field.type === 'boolean') return askOne(asks, field, now);
  return asks.exactInput(`${fieldPrompt(field)}: `, typedValue(now as string | undefined));
}

async function askOne(
  asks: ElicitationTools['asks'],
  field: Field,
  now: unknown,
): Promise<string | undefined> {
  const empty = { value: '', title: '(leave empty)' };
  const items = [...fieldChoices(field), ...(field.required ? [] : [empty])];
  const current = typeof now === 'boolean' ? shownValue(field, now) : now;
  const label = ({ value, title }: (typeof items)[number]): string =>
    (value === current ? '● ' : '  ') + title;
  return (await asks.select(`${fieldPrompt(field)}:`, 'acp_field', items, label))?.value;
}

/** Choices go on and off until the user is done. */
async function askSeveral(
  asks: ElicitationTools['asks'],
  field: Field,
  chosen: readonly string[],
): Promise<readonly string[] | undefined> {
  const done = { value: undefined, title: '(done)' };
  const item = await asks.select(
    `${fieldPrompt(field)}:`,
    'acp_field',
    [done, ...fieldChoices(field)],
    ({ value, title }) =>
      value === undefined ? title : `${chosen.includes(value) ? '[x]' : '[ ]'} ${title}`,
  );
  if (!item) return undefined;
  const { value } = item;
  if (value === undefined) return chosen;
  const others = chosen.filter((one) => one !== value);
  return askSeveral(asks, field, chosen.includes(value) ? others : [value, ...chosen]);
}
