/** What an agent asks the user to fill in or to open, as cards of the float that shows permissions too. */
import { oneLine, sanitize } from '../base/text';
import { type Field, valueIn } from '../model/form';
import type { Elicitation, SessionState } from '../model/state';
import type { ElicitationContentValue } from '../protocol/schema.gen';
import type { Line } from './block';
import { cardList } from './card-list';
import { indented, line } from './line';
import type { PermissionCard } from './permission';
import type { ShownField } from './shown-field';

/** What is to be filled in or opened in a session, oldest first. */
export const elicitationCards = cardList(({ elicitations }) => elicitations, drawCard);

function drawCard(request: Elicitation, state: SessionState, view: number): PermissionCard {
  const { form, url, values } = request;
  const fields = form?.fields ?? [];
  return {
    id: request.id,
    session: state.id,
    view,
    title: oneLine(request.message),
    lines: [
      ...textLines(request.message),
      ...(form?.title && form.title !== request.message ? textLines(form.title) : []),
      ...(form?.description ? textLines(form.description) : []),
      ...(url ? addressLines(url) : []),
      ...fields.flatMap((field) => fieldLines(field, valueIn(values, field))),
      ...(form?.unknown ?? []).map((name) =>
        line([[`  ${name}: cannot be filled in here`, 'AcpNoticeWarn']]),
      ),
    ],
    options: url ? URL_OPTIONS : formOptions(fields.length),
    fields: fields.map((field) => shownField(field, valueIn(values, field))),
  };
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

function fieldLines(field: Field, value: ElicitationContentValue | undefined): Line[] {
  const mark = field.required ? ' *' : '';
  const shown = valueText(field, value);
  return [
    line([
      [`  ${field.title}${mark}`, 'AcpToolTitle'],
      ': ',
      shown === '' ? ['not set', 'AcpMuted'] : [shown, 'AcpPath'],
    ]),
    ...indented(
      field.description ? sanitize(`  ${field.description}`).split('\n') : [],
      'AcpMuted',
    ),
  ];
}

function valueText(field: Field, value: ElicitationContentValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const title = (chosen: string): string =>
    field.choices.find((choice) => choice.value === chosen)?.title ?? chosen;
  if (Array.isArray(value)) return value.map(title).join(', ');
  return field.type === 'choice' ? title(String(value)) : String(value);
}

function shownField(field: Field, value: ElicitationContentValue | undefined): ShownField {
  const { name, title, description, type, required } = field;
  const more = description ? ` — ${description}` : '';
  const choices =
    type === 'boolean' ? ['yes', 'no'].map((one) => ({ value: one, title: one })) : field.choices;
  return {
    name,
    prompt: oneLine(`${title}${required ? ' *' : ''}${more}`),
    type,
    choices: choices.map((choice) => ({ value: choice.value, title: oneLine(choice.title) })),
    current: Array.isArray(value)
      ? value
      : typeof value === 'boolean'
        ? valueText(field, value)
        : // It is typed for the user: a control character would be a key.
          sanitize(String(value ?? '')).replace(/[\t\n]/g, ' '),
  };
}

const DECLINE = {
  optionId: 'decline',
  name: 'Decline',
  kind: 'reject_once',
  key: 'r',
  isConsent: false,
};
const CANCEL = {
  optionId: 'cancel',
  name: 'Cancel',
  kind: 'reject_once',
  key: 'c',
  isConsent: false,
};
const URL_OPTIONS = [
  {
    optionId: 'accept',
    name: 'Open in the browser',
    kind: 'allow_once',
    key: 'o',
    isConsent: true,
  },
  DECLINE,
  CANCEL,
];

function formOptions(fields: number): PermissionCard['options'] {
  const allowing = { kind: 'allow_once', isConsent: false };
  const fill = { optionId: 'fill', name: 'Fill in', key: 'a', ...allowing };
  const change = { optionId: 'change', name: 'Change one', key: 'e', ...allowing };
  const send = {
    optionId: 'accept',
    name: 'Send as shown',
    key: 's',
    ...allowing,
    isConsent: true,
  };
  return [...(fields > 0 ? [fill] : []), ...(fields > 1 ? [change] : []), send, DECLINE, CANCEL];
}
