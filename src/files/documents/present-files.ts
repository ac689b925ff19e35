import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { Logger } from '../../base/logger';
import { MEBIBYTE } from '../../base/units';
import { decodeFile } from '../../edit/encoding';
import { splitText } from '../../edit/text';
import type { PresentFile } from '../../model/proposal';
import type { Lua } from '../../nvim/lua';
import type { DocumentScope } from '../../session/ports';
import { readBufferLines, splitTextOf } from '../buffers/buffer-text';
import { readFileBytes } from '../disk/disk';
import type { Confinement } from '../paths/confine';
import { realPathOf } from '../paths/paths';

export interface PresentFilesOptions {
  readonly lua: Lua;
  readonly log: Logger;
  readonly confinement: Pick<Confinement, 'permits'>;
}

/** What is known of a file, and where it really is. */
export interface FoundFile {
  readonly file: PresentFile;
  /** Absent: it is not known, or nothing of it may be shown. */
  readonly realPath?: string;
}

/** Of more than this nothing is looked for, nor shown side by side. */
const MAX_BYTES = 4 * MEBIBYTE;
const UNKNOWN: FoundFile = { file: { kind: 'unknown' } };

/** Files as the user has them now, to be shown beside what an agent wants: nobody is asked and nothing changes. */
export class PresentFiles {
  readonly #options: PresentFilesOptions;

  constructor(options: PresentFilesOptions) {
    this.#options = options;
  }

  /** Never rejects: what may not be read, or cannot be, is unknown. */
  async find(scope: DocumentScope, path: string): Promise<FoundFile> {
    try {
      if (!isAbsolute(path) || path.includes('\0')) return UNKNOWN;
      const realPath = await realPathOf(path);
      const { signal } = new AbortController();
      const request = { kind: 'read', scope, path, realPath, signal } as const;
      const permits = (from: string): Promise<boolean> =>
        this.#options.confinement.permits({ ...request, realPath: from });
      if (!(await permits(realPath))) return UNKNOWN;
      return { file: await this.#read(realPath, permits), realPath };
    } catch (error) {
      this.#options.log.debug('a file cannot be shown beside a change', error);
      return UNKNOWN;
    }
  }

  async #read(path: string, permits: (origin: string) => Promise<boolean>): Promise<PresentFile> {
    const { lua } = this.#options;
    const info = await lua.call('buffers.find', path);
    if (info && info.bytes > MAX_BYTES) return { kind: 'large' };
    const buffer = info && (await readBufferLines(lua, path));
    const origin = buffer?.info.origin ?? path;
    if (origin !== path && !(await permits(origin))) return { kind: 'unknown' };
    return buffer ? { kind: 'text', text: splitTextOf(buffer) } : readDisk(path);
  }
}

async function readDisk(path: string): Promise<PresentFile> {
  const found = await stat(path).catch(() => undefined);
  if (found && found.size > MAX_BYTES) return { kind: 'large' };
  const file = await readFileBytes(path);
  if (!file) return { kind: 'missing' };
  const decoded = decodeFile(file.bytes);
  return decoded ? { kind: 'text', text: splitText(decoded.text) } : { kind: 'unknown' };
}
