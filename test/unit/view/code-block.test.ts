import { describe, expect, it } from 'vitest';
import type { MessageEntry } from '../../../src/model/state';
import { codeBlockAt } from '../../../src/view/code-block';
import { MessageView } from '../../../src/view/message';

function block(...lines: string[]) {
  const content = [{ type: 'text', text: lines.join('\n') }] as const;
  const entry: MessageEntry = { kind: 'agent', id: 'e1', content, done: true };
  return new MessageView('agent').draw(entry, 80);
}

describe('the code block of a row', () => {
  const message = block(
    'Text',
    '```js',
    'one();',
    '',
    '  two();',
    '```',
    'more',
    '~~~',
    'three',
    '~~~',
  );

  it('is the one around it, fences included', () => {
    const codes = Array.from({ length: 10 }, (_, row) => codeBlockAt(message, row)?.code);
    const [one, three] = ['one();\n\n  two();', 'three'];
    expect(codes).toEqual([undefined, one, one, one, one, one, undefined, three, three, three]);
  });

  it('ends with its message, and begins as deep as its fence', () => {
    expect(codeBlockAt(block('- x', '  ```', '  a', '    b', ' c'), 2)?.code).toBe('a\n  b\nc');
  });

  it('is found in lists, however deep, and in the line of an item', () => {
    const deep = block(
      '1. x',
      '   - y',
      '',
      '     ```js',
      '     a',
      '       b',
      '     ```',
      '     z',
    );
    expect(codeBlockAt(deep, 4)?.code).toBe('a\n  b');
    expect(codeBlockAt(deep, 7)).toBeUndefined();
    const inline = block('- ```ts src/a.ts', '  a', '  ```');
    expect(codeBlockAt(inline, 1)).toEqual({ code: 'a', names: ['src/a.ts'] });
  });

  it('is found in a long message', () => {
    const long = block(...Array<string>(600).fill('text'), '```', 'code', '```');
    expect(codeBlockAt(long, 601)?.code).toBe('code');
    expect(codeBlockAt(long, 10)).toBeUndefined();
  });

  it.each([
    [['```ts src/a.ts', 'x', '```'], ['src/a.ts']],
    [['```ts:src/a.ts', 'x', '```'], ['src/a.ts']],
    [['```12:20:src/a.ts', 'x', '```'], ['src/a.ts']],
    [['```ts title="src/a.ts"', 'x', '```'], ['src/a.ts']],
    [['```src/a.ts', 'x', '```'], ['src/a.ts']],
    [['In `src/a.ts` do this:', '', '```ts', 'x', '```'], ['src/a.ts']],
    [['```ts', '// src/a.ts', 'x', '```'], ['src/a.ts']],
    [['```diff', '--- a/src/a.ts', '+++ b/src/a.ts', '@@', '```'], ['src/a.ts']],
    [['Do:', '```ts', 'x', '```'], []],
  ])('knows the file that %j names', (lines, names) => {
    const at = lines.findIndex((line) => line.startsWith('```'));
    expect(codeBlockAt(block(...lines), at)?.names).toEqual(names);
  });
});
