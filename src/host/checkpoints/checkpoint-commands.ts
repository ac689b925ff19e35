import type { Disposable } from '../../base/disposable';
import { quantity } from '../../base/quantity';
import type { Checkpoints } from '../../files/checkpoints/checkpoints';
import type { RestoreOutcome } from '../../files/checkpoints/restores';
import type { ReviewedFiles } from '../../files/review/reviewed-files';
import type { SessionChange } from '../../model/changes';
import type { Checkpoint } from '../../model/checkpoints/checkpoint';
import type { Lua } from '../../nvim/lua';
import type { ViewId } from '../../nvim/view-id';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { Session } from '../../session/session';
import { promptText } from '../../view/surfaces/checkpoints';
import type { Notify } from '../messages';
import type { ReviewedChat } from '../review/authors';
import type { OpenedSurface, Surfaces } from '../surfaces';
import { openCheckpoints } from './checkpoints-surface';
import { openRestore } from './restore-surface';

/** A chat whose prompts are checkpoints. */
export interface CheckpointChat extends ReviewedChat {
  readonly session: ReviewedChat['session'] & Pick<Session, 'hold'>;
}

export interface CheckpointCommandsOptions {
  readonly checkpoints: Checkpoints;
  readonly reviewed: Pick<ReviewedFiles, 'noteRestored'>;
  readonly lua: Lua;
  readonly surfaces: Surfaces;
  readonly notify: Notify;
  readonly chats: () => readonly CheckpointChat[];
  /** What a stored session of a folder was about. */
  readonly titleOf: (cwd: string, session: string) => string | undefined;
  readonly help: (kind: string) => void;
  /** What we have added to a prompt is not the user's. */
  readonly isReport: (block: ContentBlock) => boolean;
}

/** A prompt of a session, by its text. */
export interface SentPrompt {
  readonly cwd: string;
  /** The agent's id of the session. */
  readonly session: string;
  readonly text: string;
  /** How many prompts with the same text came after it. */
  readonly later: number;
}

/** Where a command was given. */
export interface CheckpointScope {
  readonly cwd: string;
  /** The chat that the user is in. */
  readonly view?: ViewId;
}

/** Checkpoints as the user meets them: set with each prompt, listed, and gone back to. */
export class CheckpointCommands {
  readonly #options: CheckpointCommandsOptions;
  #preview: OpenedSurface<unknown> | undefined;

  constructor(options: CheckpointCommandsOptions) {
    this.#options = options;
  }

  /** Follows the prompts of a session. */
  observe({ session }: ReviewedChat, { event }: SessionChange): void {
    if (event.type !== 'prompted') return;
    const { checkpoints, isReport } = this.#options;
    const own = event.content.filter((block) => !isReport(block));
    checkpoints.begin(session, textOf(own));
  }

  /** For completion. */
  numbers(cwd: string): Promise<readonly number[]> {
    return this.#options.checkpoints.numbers(cwd);
  }

  async list({ cwd, view }: CheckpointScope): Promise<void> {
    const { checkpoints, surfaces, help, titleOf } = this.#options;
    if (await surfaces.focus('checkpoints')) return;
    const current = this.#chatOf(view)?.session.state.id;
    openCheckpoints(
      {
        surfaces,
        help,
        list: () => checkpoints.list(cwd),
        changes: checkpoints.onChange,
        restore: (number) => this.restore({ cwd, ...(view === undefined ? {} : { view }) }, number),
      },
      {
        checkpoints: await checkpoints.list(cwd),
        ...(current ? { current } : {}),
        titleOf: ({ session, agent }) =>
          this.#ofSession(session)?.session.state.title ?? titleOf(cwd, session) ?? agent,
      },
    );
  }

  /** Shows what going back would change. */
  async restore({ cwd, view }: CheckpointScope, number: number): Promise<void> {
    const { checkpoints, surfaces, lua, help, notify } = this.#options;
    const preview = await checkpoints.preview(cwd, number);
    const { session } = preview.checkpoint;
    this.#preview?.close();
    this.#preview = openRestore(
      {
        surfaces,
        lua,
        help,
        notify,
        cwd,
        look: () => checkpoints.preview(cwd, number),
        isBusy: () => this.#isBusy(session),
        hold: () => this.#hold(),
        restore: () => this.#goBack(cwd, preview.checkpoint, view),
      },
      preview,
    );
  }

  /** Shows what going back to before a prompt would change; false where it would change nothing. */
  async offer({ cwd, session, text, later }: SentPrompt, view: ViewId): Promise<boolean> {
    const { checkpoints } = this.#options;
    const same = (await checkpoints.list(cwd))
      .filter((one) => one.session === session && one.restored === undefined)
      .filter(({ prompt }) => prompt === text)
      .toSorted((a, b) => b.number - a.number);
    const number = same[later]?.number;
    if (number === undefined) return false;
    const { files } = await checkpoints.preview(cwd, number);
    if (files.length === 0) return false;
    await this.restore({ cwd, view }, number);
    return true;
  }

  async #goBack(cwd: string, checkpoint: Checkpoint, view: ViewId | undefined): Promise<void> {
    const { checkpoints, reviewed, notify } = this.#options;
    const key = this.#ofSession(checkpoint.session)?.session.key;
    const outcome = await checkpoints.restore(cwd, checkpoint.number, key);
    for (const problem of outcome.problems) notify('error', problem);
    if (key !== undefined) reviewed.noteRestored(key, outcome.paths, reasonOf(checkpoint));
    const said = outcomeText(outcome);
    const prompt = await this.#offerPrompt(checkpoint, view);
    const isWhole = outcome.problems.length + outcome.kept.length === 0;
    notify(isWhole ? 'info' : 'warn', [said, prompt].filter(Boolean).join('; '));
  }

  /** Never over what the user is writing. */
  async #offerPrompt(
    { session, prompt, restored }: Checkpoint,
    view: ViewId | undefined,
  ): Promise<string> {
    if (restored !== undefined || prompt === '') return '';
    const chat = this.#ofSession(session) ?? this.#chatOf(view);
    const offered = await this.#options.lua.call('chat.offer.prompt', chat?.view ?? 0, prompt);
    if (offered.put) return 'its prompt is there to be edited and sent again';
    return offered.key ? `${offered.key} in the prompt brings its text back` : '';
  }

  /** No agent begins to work on files that are just being restored. */
  #hold(): Disposable {
    const holds = this.#options.chats().map(({ session }) => session.hold());
    return {
      dispose: () => {
        for (const one of holds) one.dispose();
      },
    };
  }

  #isBusy(session: string): boolean {
    const phase = this.#ofSession(session)?.session.state.turn.phase;
    return phase !== undefined && phase !== 'idle';
  }

  #ofSession(session: string): ReviewedChat | undefined {
    return this.#options.chats().find((chat) => chat.session.state.id === session);
  }

  #chatOf(view: ViewId | undefined): ReviewedChat | undefined {
    return this.#options.chats().find((chat) => chat.view === view);
  }
}

/** What the user has done. */
function reasonOf(checkpoint: Checkpoint): string {
  const prompt = `to before “${promptText(checkpoint)}”`;
  return checkpoint.restored === undefined ? `gone back ${prompt}` : `undone going back ${prompt}`;
}

function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

function outcomeText({ paths, conflicts, unsaved, kept }: RestoreOutcome): string {
  const others = [
    conflicts > 0 ? `conflicts in ${quantity(conflicts, 'file')}` : '',
    unsaved > 0 ? `${quantity(unsaved, 'file')} not saved` : '',
    kept.length > 0 ? `${quantity(kept.length, 'file')} left as they are` : '',
  ].filter(Boolean);
  const more = others.length > 0 ? ` (${others.join(', ')})` : '';
  return paths.length > 0
    ? `restored ${quantity(paths.length, 'file')}${more}`
    : `nothing restored${more}`;
}
