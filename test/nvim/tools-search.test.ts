import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchText } from '../../src/mcp/tools/search_text';
import { openToolDesk, type ToolDesk } from '../support/editor-tools';

interface Match {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly end_column: number;
  readonly text: string;
}

/** `name:line:column` of each match. */
async function places(desk: ToolDesk, input: object): Promise<string[]> {
  const { matches } = await desk.call(searchText, { ...input });
  return matches.map(
    ({ path, line, column }: Match) =>
      `${path.slice(desk.editor.dir.length + 1)}:${line}:${column}`,
  );
}

const failure = (desk: ToolDesk, input: object): Promise<string> =>
  desk.call(searchText, { ...input }).then(
    () => 'it did not fail',
    (error: Error) => error.message,
  );

test('text is found with its place, in files and in what is not saved', async () => {
  const files = { 'a.txt': 'needle\nhay\n', 'b/c.txt': 'é a needle, a Needle\n', 'd.txt': 'hay\n' };
  await using desk = await openToolDesk({ files, args: ['a.txt'] });
  await desk.editor.lua(`vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'hay', 'a needle' })
    vim.cmd.edit('new.txt')
    vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'needle' })`);
  const found = await desk.call(searchText, { pattern: 'needle' });
  expect(found).toEqual({
    matches: [
      { path: desk.path('a.txt'), line: 2, column: 3, end_column: 9, text: 'a needle' },
      {
        path: desk.path('b/c.txt'),
        line: 1,
        column: 5,
        end_column: 11,
        text: 'é a needle, a Needle',
      },
      { path: desk.path('new.txt'), line: 1, column: 1, end_column: 7, text: 'needle' },
    ],
    files: 3,
    truncated: false,
  });
});

test.each<[object, string[]]>([
  [{ pattern: 'NEEDLE', ignore_case: true }, ['a.ts:1:1', 'src/b.js:1:4', 'src/b.js:2:1']],
  [{ pattern: 'needle', whole_word: true }, ['a.ts:1:1', 'src/b.js:2:1']],
  [{ pattern: 'n[e]+d.e\\b', is_regex: true }, ['a.ts:1:1', 'src/b.js:2:1']],
  [{ pattern: '^needle', is_regex: true }, ['a.ts:1:1', 'src/b.js:2:1']],
  [{ pattern: '.', include: ['a.*'] }, ['a.ts:1:7']],
  [{ pattern: 'needle', include: ['*.ts'] }, ['a.ts:1:1']],
  [{ pattern: 'needle', include: ['src'] }, ['src/b.js:1:4', 'src/b.js:2:1']],
  [{ pattern: 'needle', include: ['src/**'], exclude: ['*.js'] }, []],
  [{ pattern: 'needle', exclude: ['src/'] }, ['a.ts:1:1']],
  [{ pattern: 'needle', path: 'src' }, ['src/b.js:1:4', 'src/b.js:2:1']],
  [{ pattern: 'needle', path: 'src/b.js' }, ['src/b.js:1:4', 'src/b.js:2:1']],
  [{ pattern: '(', path: 'src' }, []],
])('%j finds %j', async (input, expected) => {
  const files = { 'a.ts': 'needle.\n', 'src/b.js': 'a needles\nneedle\n' };
  await using desk = await openToolDesk({ files });
  const found = await places(desk, input);
  expect(found).toEqual(
    expected.map((place) => (place === 'src/b.js:1:4' ? 'src/b.js:1:3' : place)),
  );
});

test('files that git ignores are left out, unless they are open with unsaved text', async () => {
  const files = { 'a.txt': 'needle\n', 'build/out.txt': 'needle\n', '.gitignore': 'build\n' };
  await using desk = await openToolDesk({ files });
  execFileSync('git', ['init', '-q'], { cwd: desk.editor.dir });
  expect(await places(desk, { pattern: 'needle' })).toEqual(['a.txt:1:1']);
  await desk.editor.lua(`vim.cmd.edit('build/out.txt')
    vim.api.nvim_buf_set_lines(0, 0, -1, true, { '', 'needle' })`);
  expect(await places(desk, { pattern: 'needle' })).toEqual(['a.txt:1:1', 'build/out.txt:2:1']);
});

test('there is a limit, and a sign of it', async () => {
  await using desk = await openToolDesk({
    files: { 'a.txt': 'x x\n'.repeat(3), 'b.txt': 'x\n', 'c.txt': 'y\n'.repeat(1000) },
  });
  const found = await desk.call(searchText, { pattern: 'x', max_results: 4 });
  expect([found.matches.length, found.files, found.truncated]).toEqual([4, 1, true]);
  const six = await desk.call(searchText, { pattern: 'x', max_results: 6 });
  expect([six.matches.length, six.truncated]).toEqual([6, true]);
  const all = await desk.call(searchText, { pattern: 'x', max_results: 7 });
  expect([all.matches.length, all.truncated]).toEqual([7, false]);
  expect((await desk.call(searchText, { pattern: 'y' })).matches).toHaveLength(200);
});

test('a long line is cut around the match', async () => {
  const line = `${'a'.repeat(5000)}needle${'b'.repeat(5000)}`;
  await using desk = await openToolDesk({ files: { 'a.txt': `${line}\n` } });
  const [match] = (await desk.call(searchText, { pattern: 'needle' })).matches as Match[];
  expect(match?.column).toBe(5001);
  expect(match?.text).toMatch(/^…a+needleb+…$/);
  expect(match?.text.length).toBeLessThan(500);
});

test('a pattern that tries for ever ends, and the next search works', async () => {
  const files = { 'a.txt': `${'a'.repeat(60)}!\n`, 'b.txt': 'needle\n' };
  await using desk = await openToolDesk({ files, maxSilentMs: 2000 });
  expect(await failure(desk, { pattern: '^(a+)+$', is_regex: true })).toContain('too long');
  expect(await places(desk, { pattern: 'needle' })).toEqual(['b.txt:1:1']);
});

test('a pattern that tries for ever ends with its call', async () => {
  await using desk = await openToolDesk({ files: { 'a.txt': `${'a'.repeat(60)}!\n` } });
  const failed = failure(desk, { pattern: '^(a+)+$', is_regex: true });
  desk.cancel.abort();
  expect(await failed).toContain('cancelled');
});

test.each([
  [{ pattern: '(', is_regex: true }, 'the pattern is wrong'],
  [{ pattern: 'a\nb' }, 'for one line'],
  [{ pattern: 'x', path: '../outside' }, 'you may not use this file'],
  [{ pattern: 'x', path: '.env' }, 'you may not use this file'],
  [{ pattern: 'x', path: 'src/missing' }, 'src/missing is not there'],
])('%j fails: %s', async (input, why) => {
  const files = { '.env': 'x\n', '../outside/secret.txt': 'x\n' };
  await using desk = await openToolDesk({ files, deny: ['.env'] });
  expect(await failure(desk, input)).toContain(why);
});

test('nothing is found in what the agent may not have, not even whether there was more', async () => {
  const secret = 'KEY=1\n'.repeat(50);
  await using desk = await openToolDesk({
    files: {
      'src/a.txt': 'KEY=1\n',
      'src/.env': secret,
      'src/kept/rules.txt': secret,
      'other/b.txt': secret,
      'other/c.txt': secret,
    },
    roots: ['src'],
    deny: ['.env'],
    permits: (path) => !path.includes('/kept/'),
    args: ['src/.env'],
  });
  symlinkSync(desk.path('src/.env'), desk.path('src/link'));
  symlinkSync(desk.path('other'), desk.path('src/folder'));
  symlinkSync(desk.path('other/c.txt'), desk.path('src/other.txt'));
  await desk.editor.lua(`vim.api.nvim_buf_set_lines(0, 0, 1, true, { 'KEY=2' })
    for _, name in ipairs({ 'other/b.txt', 'src/other.txt' }) do
      vim.cmd.edit(name)
      vim.api.nvim_buf_set_lines(0, 0, 1, true, { 'KEY=3' })
    end
    vim.cmd('new src/scratch | setlocal buftype=nofile')
    vim.api.nvim_buf_set_lines(0, 0, 1, true, { 'KEY=4' })
    vim.bo.modified = true`);
  for (const path of [undefined, '.', desk.path('src')]) {
    const under = path === undefined ? {} : { path };
    const found = await desk.call(searchText, { pattern: 'KEY', max_results: 2, ...under });
    expect(found.matches.map((match: Match) => match.path)).toEqual([desk.path('src/a.txt')]);
    expect(found.truncated).toBe(false);
  }
});

test('a tracked file whose folder has become a link is not followed', async () => {
  const files = { 'src/sub/a.txt': 'x\n', 'other/a.txt': 'needle\n' };
  await using desk = await openToolDesk({ files, roots: ['src'] });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: desk.path('src') });
  git('init', '-q');
  git('add', '.');
  renameSync(desk.path('src/sub'), desk.path('gone'));
  symlinkSync(desk.path('other'), desk.path('src/sub'));
  expect(await places(desk, { pattern: 'needle' })).toEqual([]);
});

test('a folder that a link has come into the place of is not searched', async () => {
  const files = { 'src/a.txt': 'x\n', 'other/b.txt': 'needle\n' };
  await using desk = await openToolDesk({ files, roots: ['src'] });
  expect(await places(desk, { pattern: 'needle' })).toEqual([]);
  renameSync(desk.path('src'), desk.path('gone'));
  symlinkSync(desk.path('other'), desk.path('src'));
  const found = await desk.call(searchText, { pattern: 'needle' });
  expect(found).toMatchObject({
    matches: [],
    incomplete: `${desk.path('src')}: a link has come into its place`,
  });
});

test('a folder that is gone is named, and unsaved text that was in it is found', async () => {
  await using desk = await openToolDesk({ files: { 'a/b.txt': 'needle\n', 'c.txt': 'x\n' } });
  await desk.editor.lua(`vim.cmd.edit('a/b.txt')
    vim.api.nvim_buf_set_lines(0, 0, -1, true, { '', 'needle' })`);
  rmSync(desk.path('a'), { recursive: true });
  const found = await desk.call(searchText, { pattern: 'needle', path: 'a' });
  expect(found.matches).toMatchObject([{ path: desk.path('a/b.txt'), line: 2 }]);
  expect(found.incomplete).toContain(`${desk.path('a')} is not there`);
});

test('binary files are no text', async () => {
  await using desk = await openToolDesk({ files: { 'a.txt': 'needle\n' } });
  mkdirSync(desk.path('bin'));
  writeFileSync(desk.path('bin/b'), Buffer.from('needle\0needle'));
  expect(await places(desk, { pattern: 'needle' })).toEqual(['a.txt:1:1']);
});

test('whatever is asked for, the answer fits, or says what is wrong', async () => {
  const files = { 'a.txt': 'aé(b\n\t{x}\n', 'src/b.txt': '^$ .*\n' };
  await using desk = await openToolDesk({ files });
  const input = fc.record(
    {
      pattern: fc.string({
        unit: fc.constantFrom(...'aéb(){}[]*+?.^$|\\x \t'),
        minLength: 1,
        maxLength: 6,
      }),
      is_regex: fc.boolean(),
      ignore_case: fc.boolean(),
      whole_word: fc.boolean(),
      max_results: fc.integer({ min: 1, max: 5 }),
      include: fc.array(fc.constantFrom('*.txt', 'src', '**/b*', '[', '{a,'), { maxLength: 2 }),
    },
    { requiredKeys: ['pattern'] },
  );
  await fc.assert(
    fc.asyncProperty(input, async (given) => {
      const answer = await desk.call(searchText, given).catch((error: Error) => error.message);
      if (typeof answer === 'string') expect(answer).toMatch(/^the pattern is wrong/);
      else expect(answer.matches.length).toBeLessThanOrEqual(given.max_results ?? 200);
    }),
    { numRuns: 25 },
  );
});
