import { describe, expect, it } from 'vitest';
import { promptContent } from '../../../src/client/prompt-content';
import type { ContentBlock } from '../../../src/protocol/schema.gen';

const text: ContentBlock = { type: 'text', text: 'look' };
const link: ContentBlock = { type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt' };
const image: ContentBlock = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const audio: ContentBlock = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
const file: ContentBlock = {
  type: 'resource',
  resource: { uri: 'file:///p/a.md', text: 'use ```` here', mimeType: 'text/markdown' },
};
const blob: ContentBlock = {
  type: 'resource',
  resource: { uri: 'file:///p/a%20b.bin', blob: 'AAAA', mimeType: 'application/x-b' },
};

describe('the content of a prompt', () => {
  it('goes as it is to an agent that takes everything', () => {
    const all = [text, link, image, audio, file, blob];
    const capabilities = { image: true, audio: true, embeddedContext: true };
    expect(promptContent(all, 'x', capabilities)).toEqual(all);
  });

  it('has text and links for every agent; an embedded text becomes a link and a fence that holds it', () => {
    expect(promptContent([text, link, file], 'x', undefined)).toEqual([
      text,
      link,
      {
        type: 'resource_link',
        uri: 'file:///p/a.md',
        name: 'a.md',
        mimeType: 'text/markdown',
      },
      { type: 'text', text: 'file:///p/a.md\n`````\nuse ```` here\n`````\n' },
    ]);
  });

  it('links no text that is no file, and cuts what is too long for an excerpt', () => {
    const list = { uri: 'neovim://diagnostics', text: 'a.js:1: error\n' };
    expect(promptContent([{ type: 'resource', resource: list }], 'x', {})).toEqual([
      { type: 'text', text: 'neovim://diagnostics\n```\na.js:1: error\n```\n' },
    ]);
    const long = { uri: 'file:///p/a.txt#L4-L6', text: 'x'.repeat(70_000) };
    const [linked, excerpt] = promptContent([{ type: 'resource', resource: long }], 'x', {});
    expect(linked).toEqual({ type: 'resource_link', uri: long.uri, name: 'a.txt' });
    expect(excerpt).toMatchObject({
      text: expect.stringMatching(/x\n```\n\(4464 more characters are left out\)\n$/),
    });
  });

  it('points at what is no text', () => {
    expect(promptContent([blob], 'x', { image: true })).toEqual([
      {
        type: 'resource_link',
        uri: 'file:///p/a%20b.bin',
        name: 'a b.bin',
        mimeType: 'application/x-b',
      },
    ]);
  });

  it('is refused with a message when the agent takes no such thing', () => {
    expect(() => promptContent([text, image], 'Kimi', {})).toThrow('Kimi takes no images');
    expect(() => promptContent([audio], 'Kimi', { image: true })).toThrow('Kimi takes no audio');
  });
});
