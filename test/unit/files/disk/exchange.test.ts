import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { silentLogger } from '../../../../src/base/logger';
import { Drafts } from '../../../../src/files/disk/drafts';
import { EditorDocuments } from '../../../../src/files/documents/documents';
import { ComparedFiles } from '../../../../src/files/watching/compared-files';
import { exchange } from '../../../support/exchange';
import { makeFolder } from '../../../support/folder';

/** Where paths are followed, the first hundred of each are enough. */
const READS = 1500;
const WRITES = 300;

/** So often at least, and until both outcomes were seen: a busy machine may give one of the two processes little time. */
const goesOn = (tried: number, wanted: number, seen: ReadonlySet<unknown>): boolean =>
  tried < wanted || (seen.size < 2 && tried < 100 * wanted);

interface Place extends Disposable {
  readonly documents: EditorDocuments;
  readonly scope: { readonly session: string; readonly roots: readonly string[] };
  path(name: string): string;
}

/** A project with a folder of its own, and a link to one outside in which the files have the same names. */
function makePlace(): Place {
  const folder = makeFolder({
    'project/dir/file.txt': 'mine\n',
    'project/dir/deep/file.txt': 'mine\n',
    'outside/file.txt': 'secret\n',
    'outside/deep/file.txt': 'secret\n',
  });
  symlinkSync(folder.path('outside'), folder.path('project/link'));
  // No file is loaded in this editor.
  const lua = { call: async () => null } as never;
  const drafts = new Drafts(folder.path('state'), silentLogger);
  const log = silentLogger;
  const compared = new ComparedFiles(lua, { log, drafts });
  return {
    documents: new EditorDocuments(lua, { log, drafts, compared }),
    scope: { session: 's', roots: [folder.path('project')] },
    path: folder.path,
    [Symbol.dispose]: folder[Symbol.dispose],
  };
}

async function settled<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch(() => undefined);
}

const { signal } = new AbortController();

describe.skipIf(process.platform === 'win32')('a folder that is exchanged with a link', () => {
  test.each(['dir/file.txt', 'dir/deep/file.txt'])(
    '%s is read inside or not at all',
    async (name) => {
      using place = makePlace();
      const texts = new Set<string | undefined>();
      const path = place.path(`project/${name}`);
      {
        await using _ = await exchange(place.path('project/dir'), place.path('project/link'));
        for (let n = 0; goesOn(n, READS, texts); n++) {
          texts.add(await settled(place.documents.read(place.scope, path, {}, signal)));
        }
      }
      // Both have happened, or nothing was tried.
      expect(texts).toEqual(new Set(['mine\n', undefined]));
    },
  );

  test.each(['dir/file.txt', 'dir/deep/file.txt', 'dir/deep/new/file.txt'])(
    '%s is written inside or not at all',
    async (name) => {
      using place = makePlace();
      const path = place.path(`project/${name}`);
      const results = new Set<unknown>();
      {
        await using _ = await exchange(place.path('project/dir'), place.path('project/link'));
        for (let n = 0; goesOn(n, WRITES, results); n++) {
          const write = place.documents.write(place.scope, path, `${n}\n`, signal);
          results.add(await settled(write.then(() => 'written')));
        }
      }
      expect(results).toEqual(new Set(['written', undefined]));
      expect(readdirSync(place.path('outside')).sort()).toEqual(['deep', 'file.txt']);
      expect(readdirSync(place.path('outside/deep'))).toEqual(['file.txt']);
      for (const outside of ['outside/file.txt', 'outside/deep/file.txt']) {
        expect(readFileSync(place.path(outside), 'utf8')).toBe('secret\n');
      }
      expect(readdirSync(place.path('project')).sort()).toEqual(['dir', 'link']);
      expect(readdirSync(place.path('state/drafts'))).toEqual([]);
    },
  );
});
