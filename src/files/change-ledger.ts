import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { type FileImage, imageText } from '../edit/file-image';
import type { Hunk } from '../edit/hunks';
import type { ContentFolder } from './ledger/content-folder';
import type { ChangeSource, LedgerEntry } from './ledger/entry';
import { hashOfRef, type ImageRef, imageOfRef, type Referred, refer } from './ledger/image-ref';
import { KeptEntries, type LedgerLimits } from './ledger/kept-entries';
import { comparedTexts, type FileChange, foldChanges, withRenames } from './ledger/net-changes';
import { ReportedStates, type Sighting, type Verdict } from './ledger/reported-states';
import { hunksBetween } from './scan/change';

/** By whom, when and where a change was seen. */
interface ChangeOrigin {
  readonly session: string;
  readonly toolCallId?: string;
  readonly source: ChangeSource;
  /** The real path; of a symbolic link its own. */
  readonly path: string;
  /** See `Sighting`. */
  readonly version?: string;
  /** See `Sighting`. */
  readonly versionNow?: string;
  readonly seenAt: number;
  readonly isUnsaved?: boolean;
  /** The buffer that has taken the change over. */
  readonly bufnr?: number;
  /** What the session's own text would have made of it, where the user's was written in its place. */
  readonly proposed?: string;
}

/** What a source has seen. */
export interface ChangeReport extends ChangeOrigin {
  /** Null: there was no file. */
  readonly before: FileImage | null;
  /** Null: the file was deleted. */
  readonly after: FileImage | null;
  /** From `before` to `after`. */
  readonly hunks: readonly Hunk[];
}

/** A change as the ledger has recorded it. */
export interface LedgerChange {
  readonly entry: LedgerEntry;
  readonly before: FileImage | null;
  readonly after: FileImage | null;
  /** Between texts, and from or to no file; otherwise none. */
  readonly hunks: readonly Hunk[];
  readonly bufnr?: number;
  /** See `ChangeReport`. */
  readonly proposed?: string;
  /** It was seen late: it comes before what its turn has done to the file. */
  readonly isEarlier?: true;
}

export interface ChangeLedgerOptions {
  /** Ours from now on. */
  readonly contents: ContentFolder;
  /** The number of a session's turn; nothing when the session is closed. */
  readonly turnOf: (session: string) => number | undefined;
  readonly limits?: LedgerLimits;
}

/**
 * Who has changed which file, from what to what, in which turn and tool call. Sources report what they see and know
 * nothing of each other: what another one has reported, or the user has saved, is dropped here.
 */
export class ChangeLedger implements Disposable {
  readonly #contents: ContentFolder;
  readonly #turnOf: ChangeLedgerOptions['turnOf'];
  readonly #changed = new Emitter<LedgerChange>();
  readonly #states = new ReportedStates();
  readonly #entries: KeptEntries;
  #lastId = 0;
  /** The last entry before `begin`. */
  #begunAt = 0;

  constructor({ contents, turnOf, limits }: ChangeLedgerOptions) {
    this.#contents = contents;
    this.#turnOf = turnOf;
    this.#entries = new KeptEntries(contents, limits);
  }

  /** Called with each change once, in the order of the reports. */
  on(listener: (change: LedgerChange) => void): Disposable {
    return this.#changed.on(listener);
  }

  /** A turn begins while no other runs: what files hold now is no agent's doing. */
  begin(): void {
    this.#states.clear();
    this.#begunAt = this.#lastId;
  }

  /** A source has seen a change. */
  seen(report: ChangeReport): void {
    const [before, after] = [refer(report.before), refer(report.after)];
    const verdict = this.#states.judge(sightingOf(report, before, after));
    if (verdict.is === 'none') return;
    const from = verdict.is === 'next' && verdict.from && this.#again(verdict.from.ref);
    if (!from) {
      this.#add(report, before, after, verdict, report.hunks);
    } else if (report.source !== 'disk') {
      // A writer knows what was there: somebody unseen had put that back.
      const { session, path, seenAt } = report;
      this.#add({ session, path, seenAt, source: 'disk' }, from, before, verdict);
      this.#add(report, before, after, verdict, report.hunks);
    } else {
      this.#add(report, from, after, verdict);
    }
  }

  /** Whether the state is reported already. */
  knows(report: ChangeReport): boolean {
    const sighting = sightingOf(report, refer(report.before), refer(report.after));
    return this.#states.judge(sighting).is === 'none';
  }

  /** The user has written the file, which has this version since then. */
  saved(path: string, version: string): void {
    this.#states.saved(path, version);
  }

  /** A file was brought to an earlier state on disk, or there is none any more; not by an agent. */
  restored(path: string, image: FileImage | null): void {
    this.#states.restored(path, refer(image).ref, Date.now());
  }

  /** Every step in a session, oldest first. */
  entries(session: string): readonly LedgerEntry[] {
    return this.#entries.all.filter((entry) => entry.session === session);
  }

  ofTurn(session: string, turn: number): readonly LedgerEntry[] {
    return this.entries(session).filter((entry) => entry.turn === turn);
  }

  /** Of all sessions. */
  ofPath(path: string): readonly LedgerEntry[] {
    return this.#entries.all.filter((entry) => entry.path === path);
  }

  /** What has become of the files by a turn. */
  net(session: string, turn: number): Promise<FileChange[]> {
    return this.netOf(this.ofTurn(session, turn));
  }

  /** What has become of the files by these steps. */
  async netOf(entries: readonly LedgerEntry[]): Promise<FileChange[]> {
    const changes = foldChanges(entries);
    const texts = new Map<string, string>();
    for (const ref of comparedTexts(changes)) {
      const text = imageText(await this.image(ref));
      if (text) texts.set(hashOfRef(ref) ?? '', text);
    }
    return withRenames(changes, texts);
  }

  /** What a file held; of unknown content when that could not be kept. */
  async image(ref: ImageRef | null): Promise<FileImage | null> {
    const hash = hashOfRef(ref);
    return imageOfRef(ref, hash === undefined ? undefined : await this.#contents.read(hash));
  }

  /** The lines that a step has changed. */
  async hunks({ before, after }: LedgerEntry): Promise<readonly Hunk[]> {
    return hunksBetween(await this.image(before), await this.image(after));
  }

  /** How many of a session's steps have lost their contents, or are forgotten: those cannot be taken back. */
  dropped(session: string): number {
    return this.#entries.dropped(session);
  }

  /** Settles when more can be reported without waiting for the disk. */
  room(): Promise<void> {
    return this.#contents.room();
  }

  /** The session is closed. */
  forget(session: string): void {
    this.#entries.forget(session);
  }

  dispose(): void {
    this.#entries.clear();
    this.#contents.dispose();
  }

  /** A state that was reported already. */
  #again(ref: ImageRef | null): Referred {
    const hash = hashOfRef(ref);
    const bytes = hash === undefined ? undefined : this.#contents.readNow(hash);
    return { ref, ...(bytes ? { bytes } : {}) };
  }

  #add(
    origin: ChangeOrigin,
    before: Referred,
    after: Referred,
    verdict: Verdict,
    hunks?: readonly Hunk[],
  ): void {
    const { session, toolCallId, source, path, seenAt, bufnr, proposed } = origin;
    this.#states.add(sightingOf(origin, before, after), verdict);
    const turn = this.#turnOf(session);
    const entry: LedgerEntry = {
      id: ++this.#lastId,
      session,
      turn: turn ?? 0,
      ...(toolCallId === undefined ? {} : { toolCallId }),
      source,
      path,
      before: before.ref,
      after: after.ref,
      time: seenAt,
    };
    // A session that is closed has nothing to review.
    if (turn !== undefined) {
      const since = verdict.is === 'earlier' ? this.#begunAt : undefined;
      this.#entries.add(entry, [before, after], since);
    }
    const [was, is] = [imageOf(before), imageOf(after)];
    this.#changed.fire({
      entry,
      before: was,
      after: is,
      hunks: hunks ?? hunksBetween(was, is),
      ...(bufnr === undefined ? {} : { bufnr }),
      ...(proposed === undefined ? {} : { proposed }),
      ...(verdict.is === 'earlier' ? { isEarlier: true } : {}),
    });
  }
}

function sightingOf(origin: ChangeOrigin, before: Referred, after: Referred): Sighting {
  const { path, version, versionNow, seenAt, source, isUnsaved = false } = origin;
  const [isWrite, states] = [source !== 'disk', { before: before.ref, after: after.ref }];
  return { path, version, versionNow, seenAt, isWrite, isUnsaved, ...states };
}

function imageOf({ ref, bytes }: Referred): FileImage | null {
  return imageOfRef(ref, bytes);
}
