/** A docked window for each open question, as long as it is open. */
import { type Disposable, disposeAll } from '../../base/disposable';
import { oneLine } from '../../base/text';
import { raiseUncaught } from '../../base/uncaught';
import type { PermissionRequest } from '../../model/state';
import type { Elicitations } from '../../session/elicitations';
import { elicitationSurface } from '../../view/surfaces/elicitation';
import {
  type AskedItem,
  type PermissionModel,
  permissionSurface,
} from '../../view/surfaces/permission';
import type { WaysIn } from '../../view/surfaces/question';
import { type PermissionTools, permissionActions } from '../permissions/permission-surface';
import type { Proposal, ProposalOptions } from '../permissions/proposal';
import type { OpenSurface, Surfaces } from '../surfaces';
import { type ElicitationTools, elicitationActions } from './elicitation-surface';
import {
  type AskedElicitation,
  type AskedPermission,
  type AskingChat,
  openQuestions,
  type Question,
} from './open-questions';

/** What an answer needs of the chat that it is for. */
export interface AnsweredChat extends AskingChat {
  readonly session: AskingChat['session'] & {
    readonly elicitations: Pick<Elicitations, 'fill' | 'choose' | 'accept' | 'refuse'>;
    answer(id: string, optionId?: string, reason?: string): boolean;
  };
  openAddress(address: string): void;
}

export interface QuestionSurfacesOptions<C> {
  readonly surfaces: Pick<Surfaces, 'open'>;
  readonly tools: PermissionTools & ElicitationTools;
  /** The keys that lead to a question. */
  readonly waysIn: () => WaysIn;
  /** Says to an agent why not, before all that waits. */
  readonly say: (chat: C, reason: string) => void;
  readonly offerRule: (chat: C, request: PermissionRequest) => Promise<void>;
  /** What a question of a chat would change, for as long as it is open. */
  readonly propose: (chat: C, request: PermissionRequest, shown: ShownProposal) => OpenProposal;
}

/** What a question would change. */
export type OpenProposal = Pick<Proposal, keyof Proposal>;

/** Where a proposal is shown. */
export type ShownProposal = Pick<ProposalOptions, 'onChange' | 'goBack'>;

interface ShownWindow {
  update(): void;
  focus(): void;
  close(): void;
}

/** The window of one question. */
interface Shown<C> extends Disposable {
  update(question: Question<C>): void;
}

export class QuestionSurfaces<C extends AnsweredChat> implements Disposable {
  readonly #options: QuestionSurfacesOptions<C>;
  /** By the id of what is asked. */
  #shown = new Map<string, Shown<C>>();
  /** What is asked and cannot be shown, until it changes. */
  readonly #undrawn = new WeakSet<Question<C>['request']>();

  constructor(options: QuestionSurfacesOptions<C>) {
    this.#options = options;
  }

  /**
   * Shows what is asked now. What an agent has changed stays in its window. A question that cannot be drawn is reported
   * once, and hides no other.
   */
  show(chats: readonly C[]): void {
    const old = this.#shown;
    this.#shown = new Map();
    for (const question of openQuestions(chats)) {
      const { request } = question;
      if (this.#undrawn.has(request)) continue;
      try {
        this.#showOne(question, old);
      } catch (error) {
        if (!this.#shown.has(request.id)) this.#reportUndrawn(question);
        raiseUncaught(error);
      }
    }
    disposeAll([...old.values()], raiseUncaught);
  }

  dispose(): void {
    disposeAll([...this.#shown.values()], raiseUncaught);
    this.#shown.clear();
  }

  #reportUndrawn({ request, chat }: Question<C>): void {
    this.#undrawn.add(request);
    const whose = `a question of ${oneLine(chat.choice.title)}`;
    const text = `${whose} cannot be shown: :Acp log says why, :Acp cancel ends its turn`;
    this.#options.tools.notify('warn', text);
  }

  /** @param old the windows until now, out of which it takes its own */
  #showOne(question: Question<C>, old: Map<string, Shown<C>>): void {
    const known = idsOf(question).find((id) => old.has(id)) ?? '';
    const shown = old.get(known) ?? this.#open(question);
    old.delete(known);
    this.#shown.set(question.request.id, shown);
    shown.update(question);
  }

  #open(question: Question<C>): Shown<C> {
    return question.kind === 'permission'
      ? this.#openPermission(question)
      : this.#openElicitation(question);
  }

  #openPermission(first: AskedPermission<C>): Shown<C> {
    const { tools, waysIn, say, offerRule, propose } = this.#options;
    const { chat } = first;
    let asked = first;
    let whole = false;
    let window: ShownWindow | undefined;
    const proposal = propose(chat, first.request, {
      onChange: () => window?.update(),
      goBack: () => window?.focus(),
    });
    const spec: OpenSurface<PermissionModel, AskedItem> = {
      definition: permissionSurface,
      model: () => {
        const { request, standing } = asked;
        const { cwd } = chat.session.state;
        return { ...standing, ...waysIn(), request, cwd, whole, proposal: proposal.model };
      },
      actions: permissionActions(tools, {
        request: () => asked.request,
        answer: (id, optionId, reason) => chat.session.answer(id, optionId, reason),
        say: (reason) => say(chat, reason),
        offerRule: (request) => offerRule(chat, request),
        toggleWhole: () => {
          whole = !whole;
        },
        proposal,
      }),
    };
    try {
      window = this.#window(spec);
    } catch (error) {
      proposal.dispose();
      throw error;
    }
    return {
      update: (next) => {
        if (next.kind !== 'permission' || isSame(asked, next)) return;
        if (next.request !== asked.request) whole = false;
        asked = next;
        proposal.update(next.request);
        window?.update();
      },
      dispose: () => {
        proposal.dispose();
        window?.close();
      },
    };
  }

  #openElicitation(first: AskedElicitation<C>): Shown<C> {
    const { tools, waysIn } = this.#options;
    const { chat } = first;
    let asked = first;
    const window = this.#window({
      definition: elicitationSurface,
      model: () => ({ ...asked.standing, ...waysIn(), request: asked.request }),
      actions: elicitationActions(tools, {
        request: () => asked.request,
        elicitations: chat.session.elicitations,
        openAddress: (address) => chat.openAddress(address),
      }),
    });
    return {
      update: (next) => {
        if (next.kind !== 'elicitation' || isSame(asked, next)) return;
        asked = next;
        window.update();
      },
      dispose: window.close,
    };
  }

  /** What is asked is shown again when the user has wiped its buffer. */
  #window<M, T>(spec: OpenSurface<M, T>): ShownWindow {
    let isAsked = true;
    const open = () =>
      this.#options.surfaces.open({
        ...spec,
        onClosed: () => {
          if (isAsked) surface = open();
        },
      });
    let surface = open();
    return {
      update: () => surface.update(),
      focus: () => surface.focus(),
      close: () => {
        isAsked = false;
        surface.close();
      },
    };
  }
}

/** The ids that a question has and had, newest first. */
function idsOf(question: Question<unknown>): string[] {
  const { request, kind } = question;
  const replaced = kind === 'permission' ? request.replaces : undefined;
  return replaced === undefined ? [request.id] : [request.id, replaced];
}

function isSame(a: Question<unknown>, b: Question<unknown>): boolean {
  const [one, other] = [a.standing, b.standing];
  return (
    a.request === b.request &&
    one.heading === other.heading &&
    one.at === other.at &&
    one.of === other.of
  );
}
