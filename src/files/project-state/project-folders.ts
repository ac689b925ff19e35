import { createHash } from 'node:crypto';
import { access, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Logger } from '../../base/logger';
import { type FolderLock, lockFolder } from './folder-lock';
import { makePrivateFolder } from './private-file';

/** Where the host keeps what it knows of a project, for hosts that come later. Ours until `ProjectFolders.close`. */
export interface ProjectFolder {
  /** The real path of the project. */
  readonly project: string;
  /** Only the user can look into it. See `private-file.ts` for files in it. */
  readonly dir: string;
}

/** `held`: by a host that runs, of another Neovim. `failed`: it cannot be made. */
export type ProjectFolderAnswer = ProjectFolder | 'held' | 'failed';

/** A Neovim that was just quit may still be writing. */
const WAIT_MS = 1000;
const POLL_MS = 50;

/** The folders of projects in the host's state folder, each locked while this host uses it. */
export class ProjectFolders {
  readonly #stateDir: string;
  readonly #parent: string;
  readonly #log: Logger;
  readonly #opened = new Map<string, Promise<ProjectFolderAnswer>>();
  readonly #locks: FolderLock[] = [];
  /** Projects of which somebody else is known to have the folder. */
  readonly #held = new Set<string>();
  #isClosed = false;

  /** @param stateDir the folder for what outlives the host */
  constructor(stateDir: string, log: Logger) {
    this.#stateDir = stateDir;
    this.#parent = join(stateDir, 'projects');
    this.#log = log;
  }

  /** Whether there is a file of this name for a project, by its real path; opens nothing. */
  has(project: string, name: string): Promise<boolean> {
    return access(join(this.#parent, nameOf(project), name)).then(
      () => true,
      () => false,
    );
  }

  /** Opens it once for all who ask; one that is held is asked for again each time. Never rejects. */
  async open(project: string): Promise<ProjectFolderAnswer> {
    const real = await realPathOfProject(project);
    const known = this.#opened.get(real);
    if (known) return known;
    const opening = this.#open(real).catch((error: unknown): ProjectFolderAnswer => {
      this.#log.warn(`nothing can be kept for ${real}`, error);
      return 'failed';
    });
    this.#opened.set(real, opening);
    const answer = await opening;
    if (typeof answer === 'string') this.#opened.delete(real);
    return answer;
  }

  /** Leaves the folders to others. Nothing may be written there any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#opened.values());
    await Promise.allSettled(this.#locks.splice(0).map((lock) => lock.release()));
  }

  async #open(project: string): Promise<ProjectFolderAnswer> {
    const dir = join(this.#parent, nameOf(project));
    await mustBeOwn(this.#stateDir);
    await makePrivateFolder(this.#parent);
    await makePrivateFolder(dir);
    const end = Date.now() + (this.#held.has(project) ? 0 : WAIT_MS);
    for (;;) {
      if (this.#isClosed) return 'failed';
      const lock = await lockFolder(dir);
      if (lock) {
        this.#locks.push(lock);
        this.#held.delete(project);
        return { project, dir };
      }
      if (Date.now() >= end) break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    this.#held.add(project);
    return 'held';
  }
}

/** Who runs Neovim as another user, root perhaps, neither takes over what is there nor leaves anything. */
async function mustBeOwn(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found && process.getuid && found.uid !== process.getuid()) {
    throw new Error(`${folder} belongs to another user`);
  }
}

/** What is gone is known by the path that it had. */
export function realPathOfProject(project: string): Promise<string> {
  return realpath(project).catch(() => project);
}

/** For people, and for the program. */
function nameOf(project: string): string {
  const hash = createHash('sha256').update(project).digest('hex').slice(0, 16);
  const name = basename(project).replace(/[^\w.-]/g, '_');
  return `${name.slice(0, 60)}-${hash}`;
}
