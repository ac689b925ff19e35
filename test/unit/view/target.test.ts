import { describe, expect, it } from 'vitest';
import type { ContentBlock } from '../../../src/protocol/schema.gen';
import { contentTarget } from '../../../src/view/target';

type Shown = Parameters<typeof contentTarget>[0];
const opens = (block: ContentBlock) => contentTarget(block as Shown);
const link = (uri: string) => opens({ type: 'resource_link', name: 'n', uri });
const resource = (fields: { text: string } | { blob: string }, uri: string) =>
  opens({ type: 'resource', resource: { uri, ...fields } });

describe('what a link opens', () => {
  it.each([
    ['/p/a b', { kind: 'file', path: '/p/a b' }],
    ['file:///p/a%20b', { kind: 'file', path: '/p/a b' }],
    ['file:///p/a#L12', { kind: 'file', path: '/p/a', line: 12 }],
    ['file:///p/a#12', { kind: 'file', path: '/p/a', line: 12 }],
    ['file:///p/a#L12:34', { kind: 'file', path: '/p/a', line: 12 }],
    ['file:///p/a#L0', { kind: 'file', path: '/p/a' }],
    ['file:///p/a#chapter-12', { kind: 'file', path: '/p/a' }],
    ['file:///p/a#x#12', { kind: 'file', path: '/p/a' }],
    ['https://x/a?b#c', { kind: 'url', url: 'https://x/a?b#c' }],
    ['http://x/', { kind: 'url', url: 'http://x/' }],
  ])('%s', (uri, target) => {
    expect(link(uri)).toEqual(target);
  });

  it.each([
    // Another machine's share, a scheme that only the agent knows, no address at all.
    '//host/share',
    'file://host/share',
    'javascript:alert(1)',
    'agent:thing',
    'file:///p/%2e%00a%2fb',
    'a',
    'p/a',
    '',
  ])('is nothing for %s', (uri) => {
    expect(link(uri)).toBeUndefined();
  });
});

describe('what is embedded', () => {
  it('opens what it holds, never the file of that name', () => {
    expect(resource({ text: 't' }, 'file:///p/a')).toEqual({
      kind: 'text',
      name: 'file:///p/a',
      text: 't',
    });
    expect(resource({ blob: 'AAAA' }, 'file:///p/a')).toMatchObject({ kind: 'data', data: 'AAAA' });
    expect(resource({ text: 't' }, 'https://x/a')).toEqual({
      kind: 'text',
      name: 'https://x/a',
      text: 't',
    });
    expect(resource({ blob: 'AAAA' }, 'agent:a')).toEqual({
      kind: 'data',
      name: 'agent:a',
      data: 'AAAA',
    });
  });

  it('is opened as data when it is an image or a sound, and not at all when nobody knows it', () => {
    const data = { data: 'AAAA', mimeType: 'x/y' };
    expect(opens({ type: 'image', ...data, uri: 'file:///p/a' })).toEqual({
      kind: 'data',
      name: 'image',
      data: 'AAAA',
    });
    expect(opens({ type: 'audio', ...data })).toEqual({
      kind: 'data',
      name: 'audio',
      data: 'AAAA',
    });
    expect(opens({ type: 'hologram', ...data } as never)).toBeUndefined();
  });
});
