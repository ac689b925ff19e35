/** What an agent asks the user to fill in or to open in the browser. */
import { displayWidth, oneLine, sanitize } from '../../base/text';
import { type Field, type Form, formContent, valueIn } from '../../model/form';
import type { Elicitation } from '../../model/state';
import type { Line } from '../block';
import { shownValue } from '../field';
import { controlsOf, type FormControl, isChosen, isOneQuestion, optionsOf } from '../form-controls';
import { indented, line, type Part } from '../line';
import {
  awayFooters,
  DOCK,
  FILETYPE,
  hintsAround,
  JUST_APPEARED,
  LEAVE_KEYS,
  NEXT_KEY,
  type QuestionModel,
  SHORT_HINT,
  titleOf,
} from './question';
import type { Choice, Content, SurfaceDefinition } from './surface';

export interface ElicitationModel extends QuestionModel {
  readonly request: Elicitation;
}

/** What a row is about: a field, where there is one. */
export interface FormRow {
  readonly field?: Field;
}

/** Its keys are some of those of a permission, under the same names. */
export const elicitationSurface: SurfaceDefinition<ElicitationModel, FormRow> = {
  kind: 'elicitation',
  heading: 'Form',
  filetype: FILETYPE,
  place: DOCK,
  wrap: true,
  keys: [
    { action: 'form_field', lhs: '<CR>', label: 'fill in the field of this line', guarded: true },
    NEXT_KEY,
    ...LEAVE_KEYS,
  ],
  content,
  hints: (model) => hintsAround(model, []),
  shortHint: SHORT_HINT,
  subject: ({ request: { id }, at }) => ({ id, early: JUST_APPEARED, order: at }),
  away: (model) => awayFooters(model),
};

function content(model: ElicitationModel): Content<FormRow> {
  const { request } = model;
  const rows = rowsOf(request);
  return {
    title: titleOf(model),
    topic: oneLine(request.message),
    blocks: [
      {
        id: 'question',
        lines: rows.map(({ line: one }) => one),
        items: rows.map(({ field }) => (field ? { field } : {})),
      },
    ],
    choices: choicesOf(request),
  };
}

/** What a choice of the form fills in, by its number; nothing where it does something else. */
export function controlOf(request: Elicitation, choice: number): FormControl | undefined {
  const { form } = request;
  if (!form) return undefined;
  const first = isOneQuestion(form) ? 0 : choicesOf(request).findIndex(({ inline }) => inline);
  return first < 0 ? undefined : controlsOf(form)[choice - first];
}

interface Row extends FormRow {
  readonly line: Line;
}

const plainRow = (one: Line): Row => ({ line: one });

function rowsOf(request: Elicitation): Row[] {
  const { message, form, url } = request;
  return [
    ...textLines(message).map(plainRow),
    ...(form?.title && form.title !== message ? textLines(form.title) : []).map(plainRow),
    ...(form?.description ? textLines(form.description) : []).map(plainRow),
    ...(url ? addressLines(url) : []).map(plainRow),
    ...(form ? fieldRows(form, request) : []),
    ...(form?.unknown ?? []).map((name) =>
      plainRow(line([[`  ${name}: cannot be filled in here`, 'AcpNoticeWarn']])),
    ),
  ];
}

function fieldRows(form: Form, request: Elicitation): Row[] {
  const isOne = isOneQuestion(form);
  const controls = isOne ? [] : controlsOf(form);
  return form.fields.flatMap((field) => {
    const own = controls.filter((control) => control.field === field);
    const rest = isOne ? [] : restLines(optionsOf(field).length - own.length);
    return [...fieldLines(field, request, own), ...rest].map((one) => ({ line: one, field }));
  });
}

/** Options that there are no keys for: the user's picker, in which they may type, has all of them. */
function restLines(count: number): Line[] {
  if (count <= 0) return [];
  return [line(['    ', [`… ${count} more: `, 'AcpMuted'], [`[${FILL.lhs}]`, 'AcpPermissionKey']])];
}

function textLines(text: string): Line[] {
  return sanitize(text)
    .split('\n')
    .map((part) => line([[part, 'AcpPermissionTitle']]));
}

/** In full: the user decides on it. */
function addressLines({ address, host }: NonNullable<Elicitation['url']>): Line[] {
  return [
    line(['  Host     ', [host, 'AcpPermissionTitle']]),
    line(['  Address  ', [address, 'AcpPath']]),
  ];
}

function fieldLines(
  field: Field,
  { message, values, errors = {} }: Elicitation,
  controls: readonly FormControl[],
): Line[] {
  const shown = shownValue(field, valueIn(values, field));
  const head: Part[] = [
    [`  ${field.title}${field.required ? ' *' : ''}`, 'AcpToolTitle'],
    ': ',
    shown === '' ? ['not set', 'AcpMuted'] : [shown, 'AcpPath'],
  ];
  const options = controls.map((control) => controlParts(control, values));
  const [joined = [], ...below] = optionRows(head, options);
  const error = Object.hasOwn(errors, field.name) ? errors[field.name] : undefined;
  // The message has asked it already.
  const isAsked = field.title === message && field.type === 'choice' && controls.length === 0;
  return [
    ...(isAsked && shown === '' ? [] : [line([...head, ...joined])]),
    ...indented(
      field.description ? sanitize(`  ${field.description}`).split('\n') : [],
      'AcpMuted',
    ),
    ...below.map((parts) => line(parts)),
    ...(error ? [line([[`    ✗ ${error}`, 'AcpNoticeError']])] : []),
  ];
}

function controlParts(control: FormControl, values: Elicitation['values']): Part[] {
  const { lhs, option, field } = control;
  const key: Part = [`[${lhs}]`, 'AcpPermissionKey'];
  if (!option) return [key, ' toggle'];
  const isOn = isChosen(control, values);
  const mark = field.type === 'choices' ? (isOn ? '[x] ' : '[ ] ') : isOn ? '● ' : '';
  return [key, ' ', [mark + option.title, 'AcpPermissionOption']];
}

/** Cells that a field takes with its keys on one line at most. */
const MAX_WIDTH = 72;

/** What stands beside the head, and the rows below it: one for each option where all are too long for one line. */
function optionRows(head: readonly Part[], options: readonly Part[][]): Part[][] {
  const joined = options.flatMap((parts): Part[] => ['  ', ...parts]);
  if (options.length === 0 || widthOf([...head, ...joined]) <= MAX_WIDTH) return [joined];
  if (widthOf(joined) <= MAX_WIDTH) return [[], ['  ', ...joined]];
  return [[], ...options.map((parts): Part[] => ['    ', ...parts])];
}

function widthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => {
    return sum + displayWidth(typeof part === 'string' ? part : part[0]);
  }, 0);
}

const choice = (action: string, lhs: string, label: string): Choice => ({
  action,
  lhs,
  label,
  guarded: true,
});
const DECLINE = choice('form_decline', 'r', 'Decline');
const CANCEL = choice('form_cancel', 'c', 'Cancel');
const FILL = choice('form_fill', 'a', 'Fill in');
const OPEN: Choice = { ...choice('form_accept', 'o', 'Open in the browser'), readFirst: true };
const SEND: Choice = { ...choice('form_accept', 's', 'Send as shown'), readFirst: true };

/** Those that stand in the text come behind the others. */
function choicesOf(request: Elicitation): Choice[] {
  const { form, url, values } = request;
  if (url || !form) return [url ? OPEN : SEND, DECLINE, CANCEL];
  const { fields } = form;
  const controls = controlsOf(form).map(
    ({ lhs, field, option }): Choice =>
      choice('form_key', lhs, option?.title ?? oneLine(field.title)),
  );
  if (isOneQuestion(form)) {
    const answers = controls.map((one): Choice => ({ ...one, readFirst: true }));
    const mayGoAsIs = formContent(form, values).ok;
    return [...answers, ...(mayGoAsIs ? [SEND] : []), DECLINE, CANCEL];
  }
  return [
    ...(fields.length > 0 ? [FILL] : []),
    ...(fields.length > 1 ? [choice('form_change', 'e', 'Change one')] : []),
    SEND,
    DECLINE,
    CANCEL,
    ...controls.map((one): Choice => ({ ...one, inline: true })),
  ];
}
