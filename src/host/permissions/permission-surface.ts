/** What the user does with the question whether an agent may do something. */
import { isToolQuestion } from '../../model/editor-call';
import type { PermissionRequest } from '../../model/state';
import { pickOption } from '../../session/options';
import type { AskedItem } from '../../view/surfaces/permission';
import type { Asks } from '../asks';
import type { SurfaceActions } from '../surfaces';
import type { Proposal } from './proposal';

export interface PermissionTools {
  readonly asks: Pick<Asks, 'input'>;
  readonly help: (kind: string) => void;
}

/** A question that is open, and what can be done about it. */
export interface OpenPermission {
  /** As it is now. */
  readonly request: () => PermissionRequest;
  /** False when it is not open any more. No option: `cancelled`. */
  readonly answer: (id: string, optionId: string | undefined, reason?: string) => boolean;
  /** Says to the agent why not, before all that waits. */
  readonly say: (reason: string) => void;
  /** Offers rules of the user's own that would have allowed it. */
  readonly offerRule: (request: PermissionRequest) => Promise<void>;
  /** Shows all that is known, or the short form again. */
  readonly toggleWhole: () => void;
  readonly proposal: Pick<Proposal, 'preview' | 'compare' | 'edit'>;
}

/** What each key and command of a question does. */
export function permissionActions(
  { asks, help }: PermissionTools,
  open: OpenPermission,
): SurfaceActions<AskedItem> {
  const { request } = open;

  const answer = (id: string, optionId: string | undefined, reason?: string): void => {
    if (!open.answer(id, optionId, reason))
      throw new Error('this permission is not asked any more');
  };

  const pick = (
    { id, options }: PermissionRequest,
    how: 'allow' | 'reject',
    reason?: string,
  ): void => {
    const choice = pickOption(options, how);
    if (!choice.ok) throw new Error(choice.error);
    answer(id, choice.optionId, reason);
  };

  const reject = (asked: PermissionRequest, reason: string | undefined): void => {
    pick(asked, 'reject', reason?.trim() || undefined);
    if (reason?.trim() && !isToolQuestion(asked)) open.say(reason);
  };

  return {
    permission_choose: ({ choice = -1 }) => {
      const { id, options } = request();
      const option = options[choice];
      if (option) answer(id, option.optionId);
    },
    permission_allow: () => pick(request(), 'allow'),
    permission_reject: ({ text }) => reject(request(), text),
    permission_reason: async () => {
      const asked = request();
      const reason = await asks.input('Reject because: ');
      if (reason) reject(asked, reason);
    },
    permission_full: ({ goTo }) => {
      open.toggleWhole();
      goTo(() => true);
    },
    permission_preview: ({ item }) => open.proposal.preview(pathOf(item)),
    permission_compare: ({ item }) => open.proposal.compare(pathOf(item)),
    permission_edit: () => open.proposal.edit(),
    permission_rule: () => open.offerRule(request()),
    permission_help: () => help('permission'),
  };
}

/** The file whose change is under the cursor. */
function pathOf(item: AskedItem | undefined): string | undefined {
  return typeof item === 'object' ? item.path : undefined;
}
