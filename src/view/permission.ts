import { oneLine, reveal } from '../base/text';
import type { PermissionRequest, SessionState } from '../model/state';
import { askedLines } from './asked';
import { changeLines } from './asked-change';
import { SHORT } from './asked-text';
import type { Line } from './block';
import { cardList } from './card-list';
import { permissionKeys } from './permission-keys';
import type { ShownField } from './shown-field';

/** One pending permission as the float shows it. */
export interface PermissionCard {
  readonly id: string;
  /** The question that was shown in its place before the agent changed it. */
  readonly replaces?: string;
  readonly session: string;
  /** The chat it belongs to, so that the float can stand near it. */
  readonly view: number;
  readonly title: string;
  /** What the float calls it; absent: a permission. */
  readonly heading?: string;
  /** Body: tool, raw input or diff, as the views draw it; control characters already neutralised. */
  readonly lines: readonly Line[];
  /** The lines are not all there is: a text was too long. */
  readonly isCut?: boolean;
  /** All options in the agent's order with the key that chooses each (one printable character). */
  readonly options: readonly {
    readonly optionId: string;
    readonly name: string;
    readonly kind: string;
    readonly key: string;
    /** Something may be done then: all of the question is to be seen before. */
    readonly isConsent: boolean;
  }[];
  /** Set for what an agent asks to be filled in or opened: `elicit` answers it, not `respond`. */
  readonly fields?: readonly ShownField[];
}

const REFUSALS: readonly string[] = ['reject_once', 'reject_always'];

/** The open questions of a session, oldest first. One that the agent changes is another question. */
export const permissionCards = cardList(({ permissions }) => permissions, drawCard);

function drawCard(request: PermissionRequest, state: SessionState, view: number): PermissionCard {
  const keys = permissionKeys(request.options);
  const { id, before } = request;
  let isCut = false;
  const onCut = (): void => {
    isCut = true;
  };
  const lines = askedLines(request, state.cwd, { ...SHORT, onCut });
  return {
    id,
    ...(before ? { replaces: before.id } : {}),
    session: state.id,
    view,
    title: oneLine(reveal(request.title)),
    lines: [...changedLines(request, lines, state.cwd), ...lines],
    ...(isCut ? { isCut } : {}),
    options: request.options.map(({ optionId, name, kind }, index) => ({
      optionId,
      name: oneLine(reveal(name)),
      kind,
      key: keys[index] ?? '',
      isConsent: !REFUSALS.includes(kind),
    })),
  };
}

function changedLines(request: PermissionRequest, now: readonly Line[], cwd: string): Line[] {
  const { before, changes = 1 } = request;
  return before ? changeLines(askedLines(before, cwd, SHORT), now, changes) : [];
}
