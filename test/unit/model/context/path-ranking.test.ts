import { expect, it } from 'vitest';
import { PathRanking } from '../../../../src/model/context/path-ranking';

const PATHS = [
  'src/host/chat/chat.ts',
  'src/host/app.ts',
  'README.md',
  'src/',
  'lua/chat/init.lua',
];
const best = (query: string, limit = 9): string[] => new PathRanking(PATHS).best(query, limit);

it('without a query those less deep come first', () => {
  expect(best('')).toEqual([
    'README.md',
    'src/',
    'lua/chat/init.lua',
    'src/host/app.ts',
    'src/host/chat/chat.ts',
  ]);
  expect(best('', 1)).toEqual(['README.md']);
});

it.each([
  ['chatts', 'src/host/chat/chat.ts'],
  ['readme', 'README.md'],
  ['SRC/HOST/A', 'src/host/app.ts'],
  ['luainit', 'lua/chat/init.lua'],
])('%s finds %s first', (query, path) => {
  expect(best(query)[0]).toBe(path);
});

it('what nothing fits finds nothing', () => {
  expect(best('zzz')).toEqual([]);
});

it('finds the same when it was prepared, and among many that begin alike', () => {
  const many = Array.from({ length: 3000 }, (_, n) => `app/app-${n}.ts`);
  const ranking = new PathRanking([...many, 'app/other.ts']);
  ranking.prepare();
  expect(ranking.best('app', 5)).toHaveLength(5);
  expect(ranking.best('app-2999', 5)[0]).toBe('app/app-2999.ts');
  expect(ranking.best('appother', 5)[0]).toBe('app/other.ts');
});
