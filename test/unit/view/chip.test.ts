import { describe, expect, it } from 'vitest';
import type { ContentBlock } from '../../../src/protocol/schema.gen';
import { type Attached, chipName, writtenPrompt } from '../../../src/view/chip';

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const lines: ContentBlock = {
  type: 'resource',
  resource: { uri: 'file:///p/src/app.js#L4-L6', text: 'a\nb\nc\n' },
};

describe('chips', () => {
  it.each<[string, Attached]>([
    ['src/app.js:4-6', lines as Attached],
    ['/q/b.js', { type: 'resource_link', uri: 'file:///q/b.js', name: 'b.js' }],
    ['diagnostics', { type: 'resource', resource: { uri: 'neovim://diagnostics', text: '' } }],
    ['https://x.org/a', { type: 'resource_link', uri: 'https://x.org/a', name: 'a' }],
    [
      'image-1.png',
      { type: 'image', data: '', mimeType: 'image/png', uri: 'neovim://image-1.png' },
    ],
    ['image', { type: 'image', data: '', mimeType: 'image/png' }],
    ['odd ␀', { type: 'resource', resource: { uri: 'odd\x1b[31m\n\0', blob: '' } }],
  ])('are called %s', (name, block) => {
    expect(chipName(block, '/p')).toBe(name);
  });

  it('stand in a prompt where they were written', () => {
    const prompt = [text('fix '), lines, text(', please')];
    expect(writtenPrompt(prompt, '/p')).toBe('fix @src/app.js:4-6, please');
  });

  it('quote names with blanks; texts of their own are lines of their own', () => {
    const file: ContentBlock = { type: 'resource_link', uri: 'file:///p/to%20do.md', name: 'x' };
    expect(writtenPrompt([file, text('one'), text('two')], '/p')).toBe('@"to do.md"one\ntwo');
  });

  it('stand apart from words that would hide them', () => {
    const file: ContentBlock = { type: 'resource_link', uri: 'file:///p/a.js', name: 'a.js' };
    const prompt = [text('see'), file, file, text('now (or '), file, text('), then '), file];
    expect(writtenPrompt(prompt, '/p')).toBe('see @a.js @a.js now (or @a.js), then @a.js');
    expect(writtenPrompt([file, text('.map')], '/p')).toBe('@a.js .map');
    expect(writtenPrompt([file, text('\n.map')], '/p')).toBe('@a.js\n.map');
  });
});
