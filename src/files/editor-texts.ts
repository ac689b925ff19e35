import { isAbsolute } from 'node:path';
import { writtenMsOf } from '../base/file-version';
import { eachInPool } from '../base/pool';
import type { FileText, TextSearch } from '../model/texts';
import { SearchError } from '../model/texts';
import type { Lua } from '../nvim/lua';
import type { DocumentScope, Reach } from '../session/ports';
import { readBufferLines } from './buffers/buffer-text';
import { fileStateOf } from './disk/disk';
import type { PresentFiles } from './documents/present-files';
import type { Confinement } from './paths/confine';
import { isInside } from './paths/path-style';
import { admit, type FileRequest, realPathOf } from './paths/paths';
import type { Roots } from './paths/roots';
import type { SearchRequest } from './search/messages';
import type { SearchThreads } from './search/thread';

export interface EditorTextsOptions {
  readonly lua: Lua;
  readonly present: Pick<PresentFiles, 'find'>;
  readonly confinement: Pick<Confinement, 'permits' | 'asks'>;
  readonly roots: Roots;
  readonly config: () => { readonly deny: readonly string[] };
  readonly searches: Pick<SearchThreads, 'run'>;
}

/** Unsaved texts are fetched so many at a time. */
const AT_ONCE = 4;

/** What the editor's tools may know of the user's files: nobody is asked, and nothing is reported or remembered. */
export class EditorTexts {
  readonly #options: EditorTextsOptions;

  constructor(options: EditorTextsOptions) {
    this.#options = options;
  }

  /** Whether a session's agent may have a file without a question, by its folders and the deny list. Never rejects. */
  async permits(scope: DocumentScope, path: string): Promise<boolean> {
    if (!isAbsolute(path) || path.includes('\0')) return false;
    const realPath = await realPathOf(path).catch(() => undefined);
    if (realPath === undefined) return false;
    const { signal } = new AbortController();
    return this.#options.confinement.permits({ kind: 'read', scope, path, realPath, signal });
  }

  /** Where a write would go. Rejects with an `AcpError` for a file that the session may not write, whatever the user says. */
  async reach(scope: DocumentScope, path: string): Promise<Reach> {
    let isOutside = false;
    const confine = async (request: FileRequest): Promise<void> => {
      isOutside = await this.#options.confinement.asks(request);
    };
    const { signal } = new AbortController();
    const real = await admit('write', scope, path, confine, signal);
    return { path: real, isOutside };
  }

  /**
   * What a permitted file holds now; nothing when it is no text, or too much of it.
   * @param isDenied asked by where it really is: its name may lead elsewhere by now
   */
  async textOf(
    scope: DocumentScope,
    path: string,
    isDenied: (realPath: string) => boolean,
  ): Promise<FileText | undefined> {
    const { file, realPath } = await this.#options.present.find(scope, path);
    if (file.kind !== 'text' || realPath === undefined || isDenied(realPath)) return undefined;
    const { lines, endofline } = file.text;
    const text = { lines, endofline };
    const { lua } = this.#options;
    const info = await lua.call('buffers.find', realPath);
    if (info?.modified) {
      const history = await lua.call('tools.undo_history.of', realPath);
      const now = history?.entries.find(({ seq }) => seq === history.current);
      return { ...text, modified: true, ...(now ? { changedMs: now.time * 1000 } : {}) };
    }
    const changedMs = await changedMsOf(realPath);
    return { ...text, modified: false, ...(changedMs === undefined ? {} : { changedMs }) };
  }

  search(scope: DocumentScope): TextSearch {
    const { roots, config, searches } = this.#options;
    return {
      run: async (query, onFile, signal) => {
        const real = await roots.of(scope);
        const under = query.under === undefined ? {} : { under: await below(real, query.under) };
        const unsaved = await this.#unsaved(real);
        const request = {
          roots: real,
          deny: config().deny,
          query: { ...query, ...under },
          unsaved,
        };
        return searches.run(scope.session, request, onFile, signal);
      },
    };
  }

  async #unsaved(roots: readonly string[]): Promise<SearchRequest['unsaved']> {
    const { lua } = this.#options;
    const buffers = await lua.call('tools.buffers.list');
    const modified = buffers.filter((one) => one.modified && isInside(roots, one.path));
    const texts: { path: string; raw: string }[] = [];
    await eachInPool(modified, AT_ONCE, async ({ path }) => {
      const buffer = await readBufferLines(lua, path);
      const isOwn = (buffer?.info.origin ?? path) === path;
      if (buffer && isOwn) texts.push({ path, raw: buffer.raw });
    });
    return texts;
  }
}

async function below(roots: readonly string[], path: string): Promise<string> {
  const real = await realPathOf(path).catch(() => undefined);
  if (real !== undefined && isInside(roots, real)) return real;
  throw new SearchError("only the session's folders are searched");
}

async function changedMsOf(path: string): Promise<number | undefined> {
  const state = await fileStateOf(path).catch(() => undefined);
  return state && writtenMsOf(state.version);
}
