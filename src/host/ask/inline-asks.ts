/** Questions about lines of a buffer, asked without opening the chat: what becomes of them is shown at the lines. */
import type { Disposable } from '../../base/disposable';
import { changesKey, findEntry } from '../../model/entries';
import type { SessionState } from '../../model/state';
import type { LinesNow } from '../../nvim/prompt-context';
import type { ViewId } from '../../nvim/view-id';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { PromptOptions, PromptResult } from '../../session/prompt-queue';
import type { Session } from '../../session/session';
import { type AskFacts, askText } from '../../view/ask';
import type { FrameFacts } from '../../view/frame';
import { sessionStatus } from '../../view/status';
import { type AskedLines, askContent } from './ask-content';

/** A chat whose agent is asked. */
export interface AskedChat {
  readonly view: ViewId;
  readonly choice: { readonly title: string };
  readonly phase: FrameFacts['phase'];
  readonly session: Pick<Session, 'state' | 'prompts'>;
  cancel(): Promise<boolean>;
}

export interface InlineAsksOptions<C> {
  readonly prompt: (
    chat: C,
    content: readonly ContentBlock[],
    options: PromptOptions,
  ) => Promise<PromptResult>;
  /** The lines of an ask as they are now; null: they are gone. */
  readonly linesNow: (id: number) => Promise<LinesNow | null>;
  /** Shows a text at the lines of an ask; none: it is over. */
  readonly show: (id: number, text?: string, group?: string, over?: boolean) => void;
  /** Something has changed in a chat. */
  readonly onChats: (listener: () => void) => Disposable;
}

interface Ask<C> {
  readonly chat: C;
  readonly content: readonly ContentBlock[];
  /** Number of its turn, and when that began. */
  turn?: number;
  sentAt?: number;
  result?: PromptResult;
  shown?: string;
}

const TICK_MS = 1000;
/** How long what has become of it stays at the lines. */
const DONE_MS = 8000;

export class InlineAsks<C extends AskedChat> implements Disposable {
  readonly #options: InlineAsksOptions<C>;
  readonly #asks = new Map<number, Ask<C>>();
  readonly #subscription: Disposable;
  #tick: NodeJS.Timeout | undefined;

  constructor(options: InlineAsksOptions<C>) {
    this.#options = options;
    this.#subscription = options.onChats(() => this.#refresh());
  }

  /** @param id the mark at the lines, by which the editor knows them */
  async ask(chat: C, id: number, lines: AskedLines, instruction: string): Promise<void> {
    const { cwd } = chat.session.state;
    const content = askContent(lines, instruction, cwd);
    const renew = async (): Promise<ContentBlock[]> => {
      const now = await this.#options.linesNow(id);
      if (!now) throw new Error('these lines are gone');
      return askContent({ ...lines, ...now }, instruction, cwd);
    };
    const ask: Ask<C> = { chat, content };
    this.#asks.set(id, ask);
    const onSent = (): void => {
      ask.turn = chat.session.state.turns;
      ask.sentAt = Date.now();
      this.#refresh();
    };
    const result = this.#options.prompt(chat, content, { onSent, renew });
    this.#refresh();
    ask.result = await result;
    this.#end(id, ask);
  }

  /** It could not even be asked. */
  refuse(id: number, agent: string, why: string): void {
    const { text, group } = askText({ agent, phase: { is: 'failed', why } });
    this.#options.show(id, text, group, true);
  }

  /** Cancels the turn of an ask, or takes it out of the queue; what has failed is not shown any longer. */
  async cancel(id: number): Promise<void> {
    const ask = this.#asks.get(id);
    if (!ask || ask.result) {
      this.#forget(id);
      return;
    }
    const { queue } = ask.chat.session.state;
    const queued = queue.find(({ content }) => content[0] === ask.content[0]);
    if (queued) ask.chat.session.prompts.remove(queued.id);
    else await ask.chat.cancel();
  }

  dispose(): void {
    this.#subscription.dispose();
    clearInterval(this.#tick);
    for (const id of [...this.#asks.keys()]) this.#forget(id);
  }

  /** What went wrong stays; what the user has ended does not. */
  #end(id: number, { result }: Ask<C>): void {
    const isCancelled = result?.ok ? result.stopReason === 'cancelled' : result?.removed;
    if (isCancelled) this.#forget(id);
    else if (result?.ok) setTimeout(() => this.#forget(id), DONE_MS).unref();
    this.#refresh();
  }

  #forget(id: number): void {
    this.#asks.delete(id);
    this.#options.show(id);
  }

  #refresh(): void {
    let isWorking = false;
    for (const [id, ask] of this.#asks) {
      isWorking ||= ask.result === undefined;
      const { text, group } = askText({ agent: ask.chat.choice.title, phase: phaseOf(ask) });
      if (text === ask.shown) continue;
      ask.shown = text;
      this.#options.show(id, text, group, ask.result !== undefined);
    }
    this.#keepTicking(isWorking);
  }

  #keepTicking(isWorking: boolean): void {
    if (isWorking) {
      this.#tick ??= setInterval(() => this.#refresh(), TICK_MS);
    } else {
      clearInterval(this.#tick);
      this.#tick = undefined;
    }
  }
}

function phaseOf({ chat, turn, sentAt, result }: Ask<AskedChat>): AskFacts['phase'] {
  const { state } = chat.session;
  if (result?.ok === false) return { is: 'failed', why: result.error };
  if (result?.ok) return { is: 'done', changed: hasChanged(state, turn) };
  if (chat.phase === 'starting' || chat.phase === 'installing') return { is: 'starting' };
  if (sentAt === undefined) return { is: state.queuePaused ? 'paused' : 'queued' };
  if (sessionStatus(state).pending > 0) return { is: 'asking' };
  if (chat.phase === 'cancelling') return { is: 'cancelling' };
  return { is: 'working', seconds: Math.floor((Date.now() - sentAt) / 1000) };
}

function hasChanged(state: SessionState, turn = 0): boolean {
  return findEntry(state, changesKey(turn)) !== undefined;
}
