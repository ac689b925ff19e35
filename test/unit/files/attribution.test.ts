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

test('a file is not that of a call that named it and has ended, when another one ran since', () => {
  const attribution = new Attribution();
  attribution.begin('one', ['/p']);
  attribution.call('one', 'edit', false);
  attribution.mention('/p/a', call('edit'));
  attribution.call('one', 'edit', true);
  // What it has done may be found late.
  expect(attribution.ownerOf('/p/a')).toEqual(call('edit'));
  attribution.call('one', 'shell', false);
  expect(attribution.ownerOf('/p/a')).toEqual(call('shell'));
  expect(attribution.ownerOf('/p/a', [call('edit'), call('shell')])).toEqual(call('edit'));
  attribution.call('one', 'shell', true);
  expect(attribution.ownerOf('/p/a')).toEqual(call('shell'));
  attribution.call('one', 'make', false);
  attribution.call('one', 'test', false);
  expect(attribution.ownerOf('/p/a')).toEqual(inOne);
});

test('a call that only reads is no owner, and one that names other files neither', () => {
  const attribution = new Attribution();
  attribution.begin('one', ['/p']);
  attribution.call('one', 'edit', false);
  attribution.mention('/p/a', call('edit'));
  attribution.mention('/p/a', inOne);
  expect(attribution.ownerOf('/p/a')).toEqual(call('edit'));
  attribution.mention('/p/b', inOne);
  expect(attribution.ownerOf('/p/b')).toEqual(inOne);
});

test('a write is in the call that names the file, else in the only one that runs', () => {
  const attribution = new Attribution();
  attribution.begin('one', ['/p']);
  expect(attribution.callOf('one', '/p/a')).toBeUndefined();
  attribution.call('one', 'x', false);
  expect(attribution.callOf('one', '/p/a')).toBe('x');
  attribution.call('one', 'y', false);
  expect(attribution.callOf('one', '/p/a')).toBeUndefined();
  attribution.mention('/p/a', call('y'));
  expect(attribution.callOf('one', '/p/a')).toBe('y');
  expect(attribution.callOf('two', '/p/a')).toBeUndefined();
  attribution.call('one', 'x', true);
  attribution.call('one', 'y', true);
  expect(attribution.callOf('one', '/p/b')).toBeUndefined();
});

test('what is changed after a turn is over is its agent’s only while it is not known what the agent had changed by then', () => {
  const attribution = new Attribution();
  const later = Date.now() + 60_000;
  attribution.begin('one', ['/p']);
  attribution.mention('/p/a', call('edit'));
  attribution.over('one');
  expect(attribution.ownerOf('/p/a', undefined, later)).toEqual(call('edit'));
  attribution.settled('one');
  attribution.over('one');
  expect(attribution.ownerOf('/p/a', undefined, later)).toBeUndefined();
  expect(attribution.ownerOf('/p/b', [], later)).toBeUndefined();
  // It was found late.
  expect(attribution.ownerOf('/p/a', undefined, Date.now() - 60_000)).toEqual(call('edit'));
  attribution.begin('two', ['/p']);
  expect(attribution.ownerOf('/p/a', undefined, later)).toEqual({ session: 'two' });
});
