/** The question whether an agent may do something: all that would run, the agent's options, and what was asked before. */
import { oneLine, reveal } from '../../base/text';
import type { PermissionRequest } from '../../model/state';
import { askedLines } from '../asked';
import { changeLines } from '../asked-change';
import { SHORT } from '../asked-text';
import type { Line } from '../block';
import { fullLines } from '../permission-full';
import { permissionKeys } from '../permission-keys';
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
import type { Choice, Content, ItemBlock, SurfaceDefinition } from './surface';

export interface PermissionModel extends QuestionModel {
  readonly request: PermissionRequest;
  readonly cwd: string;
  /** All that is known, uncut. */
  readonly whole: boolean;
}

export const permissionSurface: SurfaceDefinition<PermissionModel, 'question'> = {
  kind: 'permission',
  heading: 'Permission',
  filetype: FILETYPE,
  place: DOCK,
  wrap: true,
  keys: [
    NEXT_KEY,
    {
      action: 'permission_full',
      lhs: 'o',
      label: 'all of it: raw input and whole diffs; or the short form',
    },
    { action: 'permission_reason', lhs: 'x', label: 'reject and say why', guarded: true },
    {
      action: 'permission_rule',
      lhs: 'm',
      label: 'make a rule of your own that allows this from now on',
      guarded: true,
      readFirst: true,
    },
    ...LEAVE_KEYS,
  ],
  commands: [
    { action: 'permission_allow', guarded: true, readFirst: true },
    { action: 'permission_reject', guarded: true },
  ],
  content,
  hints: (model) =>
    hintsAround(model, [
      ['permission_full', model.whole ? 'less' : 'all of it'],
      ['permission_rule', 'rule'],
      ['permission_reason', 'why'],
    ]),
  shortHint: SHORT_HINT,
  subject: ({ request: { id, before }, at }) => ({
    id,
    early: before ? 'the agent has only just changed this question' : JUST_APPEARED,
    order: at,
  }),
  away: (model) => awayFooters(model, ':Acp allow'),
};

const REFUSALS: readonly string[] = ['reject_once', 'reject_always'];

function content(model: PermissionModel): Content<'question'> {
  const { request, cwd, whole } = model;
  const { block, isCut } = whole ? wholeForm(request, cwd) : shortForm(request, cwd);
  return {
    title: titleOf(model),
    topic: oneLine(reveal(request.title)),
    blocks: [block],
    choices: choices(request),
    ...(isCut ? { rest: 'permission_full' } : {}),
  };
}

function choices({ options }: PermissionRequest): Choice[] {
  const keys = permissionKeys(options);
  return options.map(({ name, kind }, index) => ({
    action: 'permission_choose',
    lhs: keys[index] ?? '',
    label: oneLine(reveal(name)),
    guarded: true,
    // Every option that does not reject may allow something.
    ...(REFUSALS.includes(kind) ? {} : { readFirst: true }),
  }));
}

interface Form {
  readonly block: ItemBlock<'question'>;
  /** The lines are not all there is: a text was too long. */
  readonly isCut: boolean;
}

/** Each request is drawn once: it never changes, but what surrounds it does. */
function drawnOnce(
  draw: (request: PermissionRequest, cwd: string) => { lines: readonly Line[]; isCut: boolean },
) {
  const drawn = new WeakMap<PermissionRequest, Form>();
  return (request: PermissionRequest, cwd: string): Form => {
    const known = drawn.get(request);
    if (known) return known;
    const { lines, isCut } = draw(request, cwd);
    const form: Form = { block: { id: 'question', lines, item: 'question' }, isCut };
    drawn.set(request, form);
    return form;
  };
}

const wholeForm = drawnOnce((request, cwd) => ({ lines: fullLines(request, cwd), isCut: false }));

const shortForm = drawnOnce((request, cwd) => {
  let isCut = false;
  const onCut = (): void => {
    isCut = true;
  };
  const lines = askedLines(request, cwd, { ...SHORT, onCut });
  return { lines: [...changedLines(request, lines, cwd), ...lines], isCut };
});

function changedLines(request: PermissionRequest, now: readonly Line[], cwd: string): Line[] {
  const { before, changes = 1 } = request;
  return before ? changeLines(askedLines(before, cwd, SHORT), now, changes) : [];
}
