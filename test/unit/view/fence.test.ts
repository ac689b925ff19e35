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
