import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { AcpError } from '../../protocol/errors';
import type { DocumentScope } from '../../session/ports';
import { diskError } from '../disk/disk-error';

/** A file that an agent wants to read or write. */
export interface FileRequest {
  readonly kind: 'read' | 'write';
  readonly scope: DocumentScope;
  /** As the agent named it. */
  readonly path: string;
  /** Where it really is: `..` and symbolic links resolved. All access goes there. */
  readonly realPath: string;
  /** The request may be withdrawn while the user is asked. */
  readonly signal: AbortSignal;
}

/** Lets a request pass or rejects it, with an `AcpError` for the agent. May take as long as the user needs. */
export type Confine = (request: FileRequest) => Promise<void>;

/** Links that lead from one to the next; more are a circle. */
const MAX_LINKS = 40;

/** Checks an agent's path, finds out where it leads, and asks `confine` whether that may be touched. */
export async function admit(
  kind: FileRequest['kind'],
  scope: DocumentScope,
  path: string,
  confine: Confine,
  signal: AbortSignal,
): Promise<string> {
  if (!isAbsolute(path)) throw AcpError.invalidParams(`the path must be absolute: ${path}`);
  if (path.includes('\0')) throw AcpError.invalidParams('the path holds a NUL character');
  const resolved = async (): Promise<string> => {
    try {
      return await realPathOf(path);
    } catch (error) {
      throw diskError(`cannot ${kind} ${path}`, error);
    }
  };
  const real = await resolved();
  await confine({ kind, scope, path, realPath: real, signal });
  // The user may have taken minutes to answer, and has answered about this file.
  if ((await resolved()) !== real || (await realPathOf(real)) !== real) {
    throw AcpError.internal(`cannot ${kind} ${path}: it leads elsewhere now`);
  }
  return real;
}

/** The path without links and `..`; of a file that does not exist yet, the place where it would come to be. */
export async function realPathOf(path: string, links = 0): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const parent = dirname(path);
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || parent === path) throw error;
    const folder = await realPathOf(parent, links);
    const candidate = join(folder, basename(path));
    // "missing/../link": without the detour through what is missing, the rest may exist, and lead away.
    if (candidate !== path) return realPathOf(candidate, links);
    const target = await readlink(path).catch(() => undefined);
    if (target === undefined) return path;
    if (links >= MAX_LINKS) throw error;
    return realPathOf(resolve(folder, target), links + 1);
  }
}
