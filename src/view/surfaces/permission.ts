/** The question whether an agent may do something: all that would run, the agent's options, and what was asked before. */
import { oneLine, reveal } from '../../base/text';
import { type ShownChange, shownChanges } from '../../model/proposal';
import type { PermissionRequest } from '../../model/state';
import { type AskedPart, askedLines, askedParts, askedTitle } from '../asked';
import { changeLines } from '../asked-change';
import { hiddenOptionLines, optionLabel } from '../asked-options';
import { SHORT } from '../asked-text';
import type { Line } from '../block';
import { fullParts } from '../permission-full';
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
import type { Choice, Content, Hint, ItemBlock, SurfaceDefinition } from './surface';

export interface PermissionModel extends QuestionModel {
  readonly request: PermissionRequest;
  readonly cwd: string;
  /** All that is known, uncut. */
  readonly whole: boolean;
  /** What is known of the files that it would change. */
  readonly proposal?: ProposalModel;
}

export interface ProposalModel {
  readonly changes: readonly ShownChange[];
  /** The files are still being read: the changes may yet get their surroundings. */
  readonly isReading: boolean;
  /** What is written comes through the editor: the user may change it first. */
  readonly isEditable: boolean;
}

/** What a row of a permission is about: the question, or the change of a file. */
export type AskedItem = 'question' | { readonly path: string };

export const permissionSurface: SurfaceDefinition<PermissionModel, AskedItem> = {
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
    {
      action: 'permission_preview',
      lhs: 'p',
      label: 'show the change in the file itself, which stays as it is; or not any more',
    },
    {
      action: 'permission_compare',
      lhs: 's',
      label: 'show the file side by side with what it would become',
    },
    {
      action: 'permission_edit',
      lhs: 'e',
      label: 'edit what would be written, where it is written through the editor',
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
      ...proposalHints(model.proposal),
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

/** Said at the top, where there may be no room to say more: what is asked now comes first. */
const CHANGED = 'Changed';

/** An agent may name kinds that nobody knows. */
const CHOICE_GROUPS: Readonly<Partial<Record<string, Choice['group']>>> = {
  allow_once: 'allow',
  allow_always: 'always',
  reject_once: 'reject',
  reject_always: 'reject',
};

function content(model: PermissionModel): Content<AskedItem> {
  const { request, cwd, whole, proposal } = model;
  const changes = proposal?.changes ?? unplaced(request, cwd);
  const { block, isCut } = (whole ? wholeForm : shortForm)(changes, request, cwd);
  return {
    title: request.before ? `${CHANGED} · ${titleOf(model)}` : titleOf(model),
    topic: oneLine(reveal(askedTitle(request, cwd))),
    blocks: [block],
    choices: choices(request),
    ...(isCut ? { rest: 'permission_full' } : {}),
    ...(proposal?.isReading ? { incomplete: true } : {}),
  };
}

function proposalHints(proposal: ProposalModel | undefined): Hint[] {
  const { changes = [], isEditable = false } = proposal ?? {};
  const placed: readonly Hint[] = [
    ['permission_preview', 'in file'],
    ['permission_compare', 'diff'],
  ];
  return [
    ...(changes.some(({ kind }) => kind === 'placed') ? placed : []),
    ...(isEditable ? [['permission_edit', 'edit'] as const] : []),
  ];
}

/** Without options there is only one answer that agents must understand. */
const NO_OPTIONS: Choice = {
  action: 'permission_reject',
  lhs: 'r',
  label: 'Cancel: the agent offers no options',
  guarded: true,
  group: 'reject',
};

function choices({ options }: PermissionRequest): Choice[] {
  if (options.length === 0) return [NO_OPTIONS];
  const keys = permissionKeys(options);
  return options.map((option, index) => {
    const { kind } = option;
    const group = Object.hasOwn(CHOICE_GROUPS, kind) ? CHOICE_GROUPS[kind] : undefined;
    return {
      action: 'permission_choose',
      id: option.optionId,
      lhs: keys[index] ?? '',
      label: optionLabel(option),
      guarded: true,
      ...(group ? { group } : {}),
      // Every option that does not reject may allow something.
      ...(group === 'reject' ? {} : { readFirst: true }),
    };
  });
}

interface Form {
  readonly block: ItemBlock<AskedItem>;
  /** The lines are not all there is: a text was too long. */
  readonly isCut: boolean;
}

type Changes = readonly ShownChange[];

/** Each request is drawn once for what is known of its files: it never changes, but what surrounds it does. */
function drawnOnce(
  draw: (
    request: PermissionRequest,
    cwd: string,
    changes: Changes,
  ) => { parts: readonly AskedPart[]; isCut: boolean },
) {
  const drawn = new WeakMap<Changes, Form>();
  return (changes: Changes, request: PermissionRequest, cwd: string): Form => {
    const known = drawn.get(changes);
    if (known) return known;
    const { parts, isCut } = draw(request, cwd, changes);
    const form: Form = { block: blockOf(parts), isCut };
    drawn.set(changes, form);
    return form;
  };
}

function blockOf(parts: readonly AskedPart[]): ItemBlock<AskedItem> {
  const items = parts.flatMap(({ lines, path }): AskedItem[] => {
    const item = path === undefined ? 'question' : { path };
    return lines.map(() => item);
  });
  return { id: 'question', lines: parts.flatMap(({ lines }) => lines), items, item: 'question' };
}

const unplacedOf = new WeakMap<PermissionRequest, Changes>();

/** The changes of a request of whose files nothing is known. */
function unplaced(request: PermissionRequest, cwd: string): Changes {
  const changes = unplacedOf.get(request) ?? shownChanges(request, cwd);
  unplacedOf.set(request, changes);
  return changes;
}

const wholeForm = drawnOnce((request, cwd, changes) => ({
  parts: fullParts(request, cwd, changes),
  isCut: false,
}));

const shortForm = drawnOnce((request, cwd, changes) => {
  let isCut = false;
  const onCut = (): void => {
    isCut = true;
  };
  const extent = { ...SHORT, onCut };
  const parts = askedParts(request, cwd, extent, changes);
  const more = [...hiddenOptionLines(request.options, extent), ...changedLines(request, cwd)];
  return { parts: [...parts, { lines: more }], isCut };
});

function changedLines(request: PermissionRequest, cwd: string): Line[] {
  const { before, changes = 1 } = request;
  if (!before) return [];
  return changeLines(askedLines(before, cwd, SHORT), askedLines(request, cwd, SHORT), changes);
}
