import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, relative, resolve } from 'node:path';
import { AcpError } from '../../protocol/errors';
import { isMissing } from '../disk/disk-error';
import { PathQueue } from './path-queue';
import { firstMatch, isInside } from './path-style';
import type { Confine, FileRequest } from './paths';
import { Roots } from './roots';

/** What happens to files outside the session's folders. */
export type Outside = 'ask' | 'allow' | 'reject';

export interface ConfineOptions {
  /** Patterns of files that no agent may touch; see `firstMatch`. */
  readonly deny: () => readonly string[];
  readonly outside: () => Outside;
  readonly roots: Roots;
}

/** Holds agents to their folders, asks the user about others, and keeps them off the files of the deny list. */
export class Confinement {
  readonly #options: ConfineOptions;
  /** Folders that the user has opened, by session. */
  readonly #allowed = new Map<string, { kind: FileRequest['kind']; folder: string }[]>();
  /** One question of a session at a time: its answer may be good for the next. */
  readonly #questions = new PathQueue();

  constructor(options: ConfineOptions) {
    this.#options = options;
  }

  readonly confine: Confine = async (request) => {
    const { kind, scope, path, realPath } = request;
    const roots = await this.#options.roots.of(scope);
    this.#holdOff(request, roots);
    if (isInside(roots, realPath)) return;
    // Agents look for files in folders above and at home; that a file is missing is no secret.
    if (kind === 'read' && (await isGone(realPath))) throw AcpError.notFound(path);
    if (this.#mayAsk(request)) await this.#questions.run(scope.session, () => this.#ask(request));
  };

  /** Whether the user has to be asked about a file. Rejects for one that the session may not have at all. */
  async asks(request: FileRequest): Promise<boolean> {
    const roots = await this.#options.roots.of(request.scope);
    this.#holdOff(request, roots);
    return !isInside(roots, request.realPath) && this.#mayAsk(request);
  }

  /** Whether a request would pass without asking anybody. */
  async permits(request: FileRequest): Promise<boolean> {
    const roots = await this.#options.roots.of(request.scope);
    if (this.#deniedBy(request, roots) !== undefined) return false;
    if (isInside(roots, request.realPath) || this.#options.outside() === 'allow') return true;
    return this.#isAllowed(request);
  }

  /** Whether a file that is named in the session's folders is elsewhere, where no agent may read without a question. */
  async leadsAway(request: Omit<FileRequest, 'kind' | 'signal'>): Promise<boolean> {
    const { scope, path, realPath } = request;
    const roots = await this.#options.roots.of(scope);
    if (isInside(roots, realPath) || !isInside([...scope.roots, ...roots], path)) return false;
    return this.#options.outside() !== 'allow' && !this.#isAllowed({ ...request, kind: 'read' });
  }

  /** The pattern of the deny list that keeps agents off a file. */
  async denies(request: Omit<FileRequest, 'kind' | 'signal'>): Promise<string | undefined> {
    return this.#deniedBy(request, await this.#options.roots.of(request.scope));
  }

  forget(session: string): void {
    this.#allowed.delete(session);
  }

  /** Throws for a file of the deny list. */
  #holdOff(request: FileRequest, roots: readonly string[]): void {
    const pattern = this.#deniedBy(request, roots);
    if (pattern === undefined) return;
    const { kind, path } = request;
    throw AcpError.internal(
      `cannot ${kind} ${path}: the user keeps agents off files like this ("${pattern}")`,
    );
  }

  /** The pattern of the deny list that fits a file, by its name or by where it leads. */
  #deniedBy(
    { scope, path, realPath }: Omit<FileRequest, 'kind' | 'signal'>,
    roots: readonly string[],
  ): string | undefined {
    const patterns = this.#options.deny();
    return (
      deniedBy(patterns, roots, realPath) ??
      deniedBy(patterns, [...scope.roots, ...roots], resolve(path))
    );
  }

  /** About a file outside; false: it is open already. Throws for one that nobody is asked about. */
  #mayAsk(request: FileRequest): boolean {
    const outside = this.#options.outside();
    if (outside === 'allow' || this.#isAllowed(request)) return false;
    if (outside === 'reject') throw refused(request, 'it lies outside');
    return true;
  }

  #isAllowed({ kind, scope, realPath }: Omit<FileRequest, 'signal'>): boolean {
    const allowed = this.#allowed.get(scope.session) ?? [];
    return allowed.some(
      (one) => (one.kind === kind || one.kind === 'write') && isInside([one.folder], realPath),
    );
  }

  async #ask(request: FileRequest): Promise<void> {
    const { kind, scope, realPath, signal } = request;
    if (this.#isAllowed(request)) return;
    const folder = dirname(realPath);
    const answer = (await scope.askOutside?.({ kind, path: realPath, folder }, signal)) ?? 'no';
    if (answer === 'no') throw refused(request, 'the user did not allow it; it lies outside');
    if (answer === 'once') return;
    const allowed = this.#allowed.get(scope.session) ?? [];
    this.#allowed.set(scope.session, [...allowed, { kind, folder }]);
  }
}

/** The first of the patterns that a file fits, as it is called in its project or by its whole path. */
export function deniedBy(
  patterns: readonly string[],
  roots: readonly string[],
  path: string,
): string | undefined {
  const home = homedir();
  const whole = patterns.filter((pattern) => /^(\/|~\/|[a-z]:)/i.test(pattern));
  return firstMatch(patterns, below(roots, path), home) ?? firstMatch(whole, path, home);
}

/** A path as it is called in its project, which may itself lie in a folder with a name of the deny list. */
function below(roots: readonly string[], path: string): string {
  const root = roots.find((one) => isInside([one], path));
  return root === undefined ? path : relative(root, path);
}

/** Only files under the session's own folders. */
export function confineToRoots(): Confine {
  return new Confinement({ deny: () => [], outside: () => 'reject', roots: new Roots() }).confine;
}

function refused({ kind, scope, path, realPath }: FileRequest, why: string): AcpError {
  const leads = realPath === path ? '' : ` (it leads to ${realPath})`;
  const folders = scope.roots.join(', ');
  return AcpError.internal(
    `cannot ${kind} ${path}${leads}: ${why} the session's folders (${folders})`,
  );
}

async function isGone(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    return isMissing(error);
  }
}
