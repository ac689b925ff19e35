import { describe, expect, it } from 'vitest';
import { fenceStep } from '../../../src/view/fence';

const open = (character: string, length: number) => ({ character, length });

describe('a line outside of a fence', () => {
  it.each([
    ['```', '`', 3],
    ['```js title="a"', '`', 3],
    ['~~~~ a`b', '~', 4],
    ['   ```', '`', 3],
    ['`````', '`', 5],
  ])('opens one: %s', (text, character, length) => {
    expect(fenceStep(text, undefined)).toEqual({ mark: 'open', fence: open(character, length) });
  });

  it.each(['``', '~~', 'a ```', '    ```', '```a`b', '', '-```'])('opens none: %j', (text) => {
    expect(fenceStep(text, undefined)).toEqual({ fence: undefined });
  });
});

describe('a line inside of a fence', () => {
  it.each(['```', '````', '  ```', '``` \t'])('closes it: %j', (text) => {
    expect(fenceStep(text, open('`', 3))).toEqual({ mark: 'close', fence: undefined });
  });

  it.each(['``', '~~~', '```js', '    ```', 'x'])('goes on with it: %j', (text) => {
    const fence = open('`', 3);
    expect(fenceStep(text, fence)).toEqual({ fence });
    expect(fenceStep('```', open('`', 4))).toEqual({ fence: open('`', 4) });
  });
});

describe('a line in an item of a list', () => {
  it.each([
    ['     ```js', [2, 5], 5],
    ['    ```js', [2], 2],
    ['   ```js', [3], 3],
    ['- ```js', [], 2],
    ['   1. ~~~js', [3], 6],
  ])('opens a fence as deep as the item: %j', (text, items, depth) => {
    expect(fenceStep(text, undefined, items)).toMatchObject({ mark: 'open', fence: { depth } });
  });

  it.each([
    ['      ```', [2]],
    ['    ```', []],
    ['-    ```a`', []],
    ['a - ```', []],
  ])('opens none: %j', (text, items) => {
    expect(fenceStep(text, undefined, items)).toEqual({ fence: undefined });
  });

  it('closes a fence at most three columns deeper than the item, or further out', () => {
    const fence = { ...open('`', 3), depth: 5 };
    for (const blanks of [0, 3, 5, 8]) {
      expect(fenceStep(`${' '.repeat(blanks)}\`\`\``, fence).mark).toBe('close');
    }
    expect(fenceStep(`${' '.repeat(9)}\`\`\``, fence)).toEqual({ fence });
    expect(fenceStep('- ```', open('`', 3))).toEqual({ fence: open('`', 3) });
  });
});
