import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const FILES = resolve('src/files');
const IMPORT = /\bfrom\s+'(\.[^']+)'/g;

/** By file below src/files: the files there that it imports, types as well. */
const imports = new Map(
  readdirSync(FILES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const found = [...readFileSync(join(FILES, name), 'utf8').matchAll(IMPORT)];
      const paths = found.map(([, to = '']) =>
        relative(FILES, join(FILES, name, '..', `${to}.ts`)),
      );
      return [name, paths.filter((path) => !path.startsWith('..'))] as const;
    }),
);

/** All that a file leads to. */
function reached(name: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const next of imports.get(name) ?? []) {
    if (seen.has(next)) continue;
    seen.add(next);
    reached(next, seen);
  }
  return seen;
}

const DOCUMENTS = join('documents', 'documents.ts');
const WRITER = join('documents', 'document-writer.ts');
const WATCHER = join('watching', 'disk-watcher.ts');
const TREE = join('watching', 'tree-changes.ts');
const SOURCES = [DOCUMENTS, WRITER, WATCHER, TREE];

test.each([DOCUMENTS, WATCHER, TREE])('%s knows no other source of changes', (source) => {
  expect([...imports.keys()]).toContain(source);
  const others = SOURCES.filter((name) => name !== source);
  const own = source === DOCUMENTS ? [WRITER] : [];
  const known = others.filter((name) => reached(source).has(name));
  expect(known).toEqual(own);
});

test('no file leads back to itself', () => {
  expect([...imports.keys()].filter((name) => reached(name).has(name))).toEqual([]);
});
