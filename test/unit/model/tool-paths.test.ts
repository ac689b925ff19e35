import { describe, expect, test } from 'vitest';
import { mentionedPaths } from '../../../src/model/tool-paths';

const call = (fields: Partial<Parameters<typeof mentionedPaths>[0]>): string[] =>
  mentionedPaths({ locations: [], content: [], ...fields }, '/work');

describe('the files that a tool call names', () => {
  test('are those of locations and diffs, each once', () => {
    const paths = call({
      locations: [{ path: '/work/a' }, { path: '/work/b', line: 3 }],
      content: [
        { type: 'diff', path: '/work/b', newText: '' },
        { type: 'content', content: { type: 'text', text: '/work/not' } },
      ],
    });
    expect(paths).toEqual(['/work/a', '/work/b']);
  });

  test.each<[string, unknown, string[]]>([
    ['file_path', { file_path: '/x', content: '/not' }, ['/x']],
    ['camel case', { filePath: 'src/a.ts' }, ['/work/src/a.ts']],
    ['a list', { paths: ['a', 'b'] }, ['/work/a', '/work/b']],
    ['a move', { source: 'a', destination: '../b' }, ['/work/a', '/b']],
    ['deeper', { edits: [{ path: 'a' }, { path: 'b' }] }, ['/work/a', '/work/b']],
    ['too deep', { a: { b: { c: { d: { e: { path: 'x' } } } } } }, []],
    ['no path', { path: 'two\nlines', file: '', files: 7 }, []],
    ['a URL', { path: 'https://example.org/a' }, []],
    ['a command', { command: 'rm a' }, []],
    ['no object', 'path', []],
    ['nothing', null, []],
  ])('are in the raw input: %s', (_, rawInput, paths) => {
    expect(call({ rawInput })).toEqual(paths);
  });
});
