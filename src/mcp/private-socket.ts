/** Where bridges find the host: a socket that only the user can reach. */
import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { createConnection, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Bytes of a socket's path on macOS, with its end; Linux has a few more. */
const MAX_PATH_BYTES = 103;
const FOLDER_PREFIX = 'acp-mcp-';
const SOCKET = 'socket';
/** A folder that was touched since may belong to a host that is just starting. */
const MIN_STALE_MS = 60_000;

/** Listens where a host before has listened, or at an address of its own. Answers the address. */
export async function listenPrivately(
  server: Server,
  { runDir, address }: { readonly runDir: string; readonly address?: string | undefined },
): Promise<string> {
  if (process.platform === 'win32') {
    return listen(
      server,
      address ?? `\\\\.\\pipe\\${FOLDER_PREFIX}${randomBytes(16).toString('hex')}`,
    );
  }
  const folder = (address && (await ownFolder(dirname(address)))) || (await newFolder(runDir));
  // Renamed over the socket of a host that was killed. What closing the server unlinks is the name before.
  const draft = join(folder, `${process.pid}`);
  await rm(draft, { force: true });
  await listen(server, draft);
  await chmod(draft, 0o600);
  const path = join(folder, SOCKET);
  await rename(draft, path);
  return path;
}

/** Nobody listens there any more. */
export async function removeSocket(address: string): Promise<void> {
  if (process.platform !== 'win32') await rm(dirname(address), { recursive: true, force: true });
}

/** Removes what hosts have left that were killed together with their editors. */
export async function sweepSockets(runDir: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (const base of await basesFor(runDir)) {
    const names = (await readdir(base).catch(() => [])).filter((name) =>
      name.startsWith(FOLDER_PREFIX),
    );
    for (const name of names) await sweep(join(base, name));
  }
}

async function sweep(folder: string): Promise<void> {
  const stats = await lstat(folder).catch(() => undefined);
  if (!stats?.isDirectory() || stats.uid !== process.getuid?.()) return;
  if (Date.now() - stats.mtimeMs < MIN_STALE_MS) return;
  if (await isDeserted(join(folder, SOCKET))) await rm(folder, { recursive: true, force: true });
}

function isDeserted(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' || code === 'ENOENT'),
    );
  });
}

function listen(server: Server, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve(path);
    });
  });
}

/** A folder that a host before has made, made again if it must be; nothing: it is not, or no longer, ours alone. */
async function ownFolder(folder: string): Promise<string | undefined> {
  await mkdir(folder, { mode: 0o700 }).catch(() => {});
  const stats = await lstat(folder).catch(() => undefined);
  const isOurs =
    stats?.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
  return isOurs ? folder : undefined;
}

async function newFolder(runDir: string): Promise<string> {
  let problem: unknown = new Error(`no folder has a path that is short enough for a socket`);
  for (const base of await basesFor(runDir)) {
    try {
      return await mkdtemp(join(base, FOLDER_PREFIX));
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

/** Folders for ours, the best first. */
async function basesFor(runDir: string): Promise<readonly string[]> {
  const longest = join(`${FOLDER_PREFIX}XXXXXX`, SOCKET.padEnd(10));
  const fits = (base: string): boolean => Buffer.byteLength(join(base, longest)) <= MAX_PATH_BYTES;
  return [...new Set([runDir, tmpdir(), '/tmp'])].filter(fits);
}
