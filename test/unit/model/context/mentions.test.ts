import { describe, expect, it } from 'vitest';
import { mentionsIn, mentionText } from '../../../../src/model/context/mentions';

const names = (text: string): string[] => mentionsIn(text).map(({ name }) => name);

describe('mentions', () => {
  it.each([
    ['fix @src/app.js please', ['src/app.js']],
    ['@diagnostics', ['diagnostics']],
    ['see (@src/a.ts:4-6), and @b.md.', ['src/a.ts:4-6', 'b.md']],
    [
      '@"my notes/to do.md:3" and @https://x.org/a?b=c#d',
      ['my notes/to do.md:3', 'https://x.org/a?b=c#d'],
    ],
    ['what is @src/app.js?', ['src/app.js']],
    ['a line\n@next', ['next']],
    ['@app/[id]/page.tsx', ['app/[id]/page.tsx']],
  ])('are found in %j', (text, found) => {
    expect(names(text)).toEqual(found);
  });

  it.each([
    'me@example.org',
    'npm i x@latest',
    'a lone @ and @, too',
    '@@twice',
    'code `@Override`',
  ])('are not in %j', (text) => {
    expect(names(text)).toEqual([]);
  });

  it('are not in code that is quoted', () => {
    expect(names('@a\n```py\n@app.route\n```\n@b\n~~~\n@c')).toEqual(['a', 'b']);
  });

  it('say where they stand', () => {
    expect(mentionsIn('é @a, b')).toEqual([{ from: 2, to: 4, name: 'a' }]);
    expect(mentionsIn('x @"a b" c')).toEqual([{ from: 2, to: 8, name: 'a b' }]);
  });

  it.each([
    'src/a.ts:4-6',
    'my file.md',
    'app/[id]',
    'a.',
    'https://x.org/a?',
    'the "new" notes.md',
    '"quoted"',
    'back\\slash" x',
    'back\\',
  ])('of %j are read back as they are written', (name) => {
    expect(names(`see ${mentionText(name)}, please`)).toEqual([name]);
  });
});
