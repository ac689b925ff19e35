/** What an agent asks the user to fill in or to open in the browser. */
import { oneLine, sanitize } from '../../base/text';
import { type Field, valueIn } from '../../model/form';
import type { Elicitation } from '../../model/state';
import type { ElicitationContentValue } from '../../protocol/schema.gen';
import type { Line } from '../block';
import { shownValue } from '../field';
import { indented, line } from '../line';
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

/** Its keys are some of those of a permission, under the same names. */
export const elicitationSurface: SurfaceDefinition<ElicitationModel, 'question'> = {
  kind: 'elicitation',
  heading: 'Form',
  filetype: FILETYPE,
  place: DOCK,
  wrap: true,
  keys: [NEXT_KEY, ...LEAVE_KEYS],
  content,
  hints: (model) => hintsAround(model, []),
  shortHint: SHORT_HINT,
  subject: ({ request: { id }, at }) => ({ id, early: JUST_APPEARED, order: at }),
  away: (model) => awayFooters(model),
};

function content(model: ElicitationModel): Content<'question'> {
  const { form, url, message } = model.request;
  return {
    title: titleOf(model),
    topic: oneLine(message),
    blocks: [{ id: 'question', lines: lines(model.request), item: 'question' }],
    choices: url ? [OPEN, DECLINE, CANCEL] : formChoices(form?.fields.length ?? 0),
  };
}

function lines({ message, form, url, values }: Elicitation): Line[] {
  return [
    ...textLines(message),
    ...(form?.title && form.title !== message ? textLines(form.title) : []),
    ...(form?.description ? textLines(form.description) : []),
    ...(url ? addressLines(url) : []),
    ...(form?.fields ?? []).flatMap((field) => fieldLines(field, valueIn(values, field))),
    ...(form?.unknown ?? []).map((name) =>
      line([[`  ${name}: cannot be filled in here`, 'AcpNoticeWarn']]),
    ),
  ];
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
  const shown = shownValue(field, value);
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

const choice = (action: string, lhs: string, label: string): Choice => ({
  action,
  lhs,
  label,
  guarded: true,
});
const DECLINE = choice('form_decline', 'r', 'Decline');
const CANCEL = choice('form_cancel', 'c', 'Cancel');
const OPEN: Choice = { ...choice('form_accept', 'o', 'Open in the browser'), readFirst: true };
const SEND: Choice = { ...choice('form_accept', 's', 'Send as shown'), readFirst: true };

function formChoices(fields: number): Choice[] {
  return [
    ...(fields > 0 ? [choice('form_fill', 'a', 'Fill in')] : []),
    ...(fields > 1 ? [choice('form_change', 'e', 'Change one')] : []),
    SEND,
    DECLINE,
    CANCEL,
  ];
}
