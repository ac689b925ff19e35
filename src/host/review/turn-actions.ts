/** What the keys of a transcript do on what a turn of its session has changed. */
import type { ReviewedFiles } from '../../files/review/reviewed-files';
import { sameTurn, type Turn } from '../../model/review/author';
import { currentImage } from '../../model/review/images';
import { hunksOf } from '../../model/review/overview';
import type { Lua } from '../../nvim/lua';
import type { DiffTarget } from '../../view/block';
import type { Decisions } from './decisions';
import { type OpenLineTools, openLine } from './open-line';

/** All that a turn has changed, or what it has changed of one file. */
export interface TurnPlace extends Turn {
  readonly path?: string;
}

export type TurnDecision = 'keep' | 'undo' | 'undo_now';

export interface TurnActionsOptions {
  readonly reviewed: Pick<ReviewedFiles, 'review'>;
  readonly decisions: Decisions;
  readonly lua: Lua;
  readonly ledger: OpenLineTools['ledger'];
  readonly session: (key: string) => { readonly state: { readonly cwd: string } } | undefined;
  /** Opens the review, at a file. */
  readonly open: (place: { readonly cwd: string; readonly path?: string }) => Promise<void>;
}

export class TurnActions {
  readonly #options: TurnActionsOptions;

  constructor(options: TurnActionsOptions) {
    this.#options = options;
  }

  /** Opens the review from a session, at a file. */
  open(session: string, path?: string): Promise<void> {
    const cwd = this.#options.session(session)?.state.cwd ?? '';
    return this.#options.open({ cwd, ...(path === undefined ? {} : { path }) });
  }

  async decide(decision: TurnDecision, places: readonly TurnPlace[]): Promise<void> {
    const { decisions } = this.#options;
    const isWhole = ({ session, turn }: Turn): boolean =>
      places.some((place) => place.path === undefined && sameTurn(place, { session, turn }));
    for (const place of places) {
      if (place.path !== undefined && isWhole(place)) continue;
      const selection = { kind: 'turn', ...place } as const;
      if (decision === 'keep') decisions.keep(selection);
      else if (decision === 'undo') await decisions.undo(selection);
      else await decisions.undoNow(selection);
    }
  }

  /** Opens the file of a line that a tool call has changed. */
  openLine(session: string, target: DiffTarget): Promise<void> {
    return openLine(this.#options, session, target);
  }

  /** Opens the file where the turn has changed it first; what is not there is shown in the review. */
  async go(place: TurnPlace): Promise<void> {
    const { reviewed, lua } = this.#options;
    const { path, session } = place;
    const file = path === undefined ? undefined : reviewed.review.files.get(path);
    if (path === undefined || (file && currentImage(file) === null)) {
      return await this.open(session, path);
    }
    const first = file && hunksOf(file).find(({ by }) => by.some((one) => sameTurn(one, place)));
    await lua.call('ui.open.file', path, first ? first.row + 1 : null);
  }
}
