import { expect, it } from 'vitest';
import type { ContentBlock } from '../../../src/protocol/schema.gen';
import { placeholder } from '../../../src/view/content';
import { textOf } from '../../../src/view/line';

type Shown = Parameters<typeof placeholder>[0];

const base64 = (bytes: number): string => 'A'.repeat((bytes * 4) / 3);
const file = (resource: object): ContentBlock =>
  ({ type: 'resource', resource: { uri: 'file:///a', ...resource } }) as ContentBlock;

it.each<[string, ContentBlock]>([
  [
    '[image] file:///a.png · image/png · 999 B',
    { type: 'image', data: base64(999), mimeType: 'image/png', uri: 'file:///a.png' },
  ],
  ['[image] image/png · 1.2 kB', { type: 'image', data: base64(1200), mimeType: 'image/png' }],
  ['[audio] audio/wav · 1.5 MB', { type: 'audio', data: base64(1_500_000), mimeType: 'audio/wav' }],
  [
    '[link] a · https://x/a · text/html · 0 B',
    { type: 'resource_link', name: 'a', uri: 'https://x/a', mimeType: 'text/html', size: 0 },
  ],
  [
    '[link] The page · https://x/a',
    { type: 'resource_link', name: 'a', title: 'The\npage', uri: 'https://x/a', size: null },
  ],
  ['[link] a · https://x/a', { type: 'resource_link', name: 'a', title: '', uri: 'https://x/a' }],
  ['[link] https://x/a', { type: 'resource_link', name: 'https://x/a', uri: 'https://x/a' }],
  ['[file] file:///a · text/plain · 5 B', file({ text: 'häß', mimeType: 'text/plain' })],
  ['[file] file:///a · 1.0 kB', file({ blob: base64(1002) })],
  ['[file] file:///a · 1.0 kB', file({ text: 'x'.repeat(1000) })],
  ['[file] file:///a · 1.0 MB', file({ text: 'x'.repeat(1e6) })],
  ['[hologram]', { type: 'hologram' } as never],
])('%s: a label and facts', (shown, block) => {
  expect(textOf(placeholder(block as Shown))).toBe(shown);
  expect(textOf(placeholder(block as Shown, '  '))).toBe(`  ${shown}`);
});

it('a long name leaves the address in sight', () => {
  const link = { type: 'resource_link', name: 'n'.repeat(61), uri: 'https://x/a' } as const;
  expect(textOf(placeholder(link))).toBe(`[link] ${'n'.repeat(59)}… · https://x/a`);
});
