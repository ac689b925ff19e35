import { expect, test } from 'vitest';
import { Attribution } from '../../../src/files/attribution';

const inOne = { session: 'one' };
const call = (toolCallId: string) => ({ session: 'one', toolCallId });

test('a file is nobody’s while no turn runs in its folder', () => {
  const attribution = new Attribution();
  expect(attribution.ownerOf('/p/a')).toBeUndefined();
  attribution.begin('one', ['/p']);
  expect(attribution.ownerOf('/p/a')).toEqual(inOne);
  expect(attribution.ownerOf('/other/a')).toBeUndefined();
  attribution.end('one');
  expect(attribution.ownerOf('/p/a')).toBeUndefined();
});

test('a file is that of the last one who named it, wherever it is, until the last turn ends', () => {
  const attribution = new Attribution();
  attribution.begin('one', ['/p']);
  attribution.begin('two', ['/p']);
  attribution.mention('/other/a', call('x'));
  attribution.mention('/other/a', { session: 'two', toolCallId: 'y' });
  expect(attribution.ownerOf('/other/a')).toEqual({ session: 'two', toolCallId: 'y' });
  expect(attribution.isNamedBy('/other/a', 'y')).toBe(true);
  expect(attribution.isNamedBy('/other/a', 'x')).toBe(false);
  attribution.end('one');
  expect(attribution.ownerOf('/other/a')).toEqual({ session: 'two', toolCallId: 'y' });
  attribution.end('two');
  attribution.begin('one', ['/p']);
  expect(attribution.ownerOf('/other/a')).toBeUndefined();
});

test('a file that nobody named is that of the only call that ran', () => {
  const attribution = new Attribution();
  attribution.begin('one', ['/p']);
  expect(attribution.ownerOf('/p/a', [call('x')])).toEqual(call('x'));
  expect(attribution.ownerOf('/p/a', [call('x'), call('y')])).toEqual(inOne);
  expect(attribution.ownerOf('/other/a', [call('x')])).toBeUndefined();
  attribution.mention('/p/a', call('z'));
  expect(attribution.ownerOf('/p/a', [call('x')])).toEqual(call('z'));
});
