/** Files as tools take and give them: none that the agent may not have. */
import { resolve } from 'node:path';
import { filePath } from '../model/raw-input';
import { type ToolContext, ToolFailure } from './tool';

type Permits = Pick<ToolContext, 'permits'>;

/** An agent's path; see `PATH_INPUT`. */
export function pathIn({ scope }: Pick<ToolContext, 'scope'>, path: string): string {
  if (path.includes('\0')) throw new ToolFailure('the path holds a NUL character');
  return resolve(scope.roots[0] ?? '/', filePath(path));
}

/** The same, of a file that the agent may have; otherwise fails, with nothing about the file. */
export async function permittedPath(
  context: Pick<ToolContext, 'scope' | 'permits'>,
  given: string,
): Promise<string> {
  const path = pathIn(context, given);
  if (await context.permits(path)) return path;
  throw new ToolFailure(
    `${given}: you may not use this file here. It is outside the session's folders, or the user keeps agents off it`,
  );
}

/** Those about files that the agent may have. `pathOf` is how the user calls the file: that counts as well as where it leads. */
export async function permittedOnly<T>(
  list: readonly T[],
  pathOf: (one: T) => string,
  { permits }: Permits,
): Promise<readonly T[]> {
  const paths = [...new Set(list.map(pathOf))].filter((path) => path !== '');
  const allowed = await Promise.all(paths.map((path) => permits(path)));
  const permitted = new Set(paths.filter((_, index) => allowed[index]));
  return list.filter((one) => permitted.has(pathOf(one)));
}
