import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageOf } from '../../../src/demo/languages';
import { suggestEdit } from '../../../src/demo/suggest';

const suggest = (file: string, text: string): string => suggestEdit(text, languageOf(file)).newText;

describe('the suggested edit', () => {
  test.each([
    [
      'a.py',
      'def f(a):\n  pass\n',
      '# Takes a; called nowhere else in this file.\ndef f(a):\n  pass\n',
    ],
    [
      'a.lua',
      'local function f()\nend\nf()\nf()\n',
      '-- Takes nothing; called 2 times in this file.\nlocal function f()\nend\nf()\nf()\n',
    ],
    ['a.sh', '#!/bin/sh\necho\n', '#!/bin/sh\n# The demo agent was here.\necho\n'],
    ['a.md', '# Title\n', '<!-- The demo agent was here. -->\n# Title\n'],
    ['a.txt', '', 'The demo agent was here.\n'],
    ['a.css', 'a {}\n', '/* The demo agent was here. */\na {}\n'],
  ])('fits the language of %s', (file, before, after) => {
    expect(suggest(file, before)).toBe(after);
  });

  test('keeps the indent of what it comments', () => {
    expect(suggest('a.py', 'class C:\n    def f(self):\n        pass\n')).toContain(
      '\n    # Takes self; called nowhere else in this file.\n    def f',
    );
  });

  test('keeps CR LF', () => {
    expect(suggest('a.txt', 'a\r\nb\r\n')).toBe('The demo agent was here.\r\na\r\nb\r\n');
  });

  test('leaves commented definitions alone', () => {
    const text = '// says hello\nfunction hello() {}\n';
    expect(suggest('a.js', text)).toBe(`// The demo agent was here.\n${text}`);
  });

  test('made twice gives the first text back, whatever the text is', () => {
    const line = fc.constantFrom(
      '',
      'function f(a, b) {',
      '  async function $g() {}',
      'f(1); // x',
      '#!/bin/sh',
      '// comment',
      'def f(self, x):',
      '"""',
      '日本',
    );
    const texts = fc
      .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'))
      .map(([lines, eol]) => lines.join(eol));
    fc.assert(
      fc.property(texts, fc.constantFrom('a.js', 'a.py', 'a.md', 'a.txt', 'a.sh'), (text, file) => {
        const once = suggest(file, text);
        expect(once).not.toBe(text);
        expect(suggest(file, once)).toBe(text);
      }),
    );
  });
});
