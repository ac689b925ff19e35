import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tooLong } from '../../../src/mcp/bad-message';

const LONG = 'x'.repeat(2000);

/** What is answered to a message of which only the ends are kept. */
function answeredId(message: unknown, space?: number) {
  const line = JSON.stringify(message, null, space).replaceAll('\n', ' ');
  return tooLong({ start: line.slice(0, 512), end: line.slice(-512) }).id;
}

const call = { method: 'tools/call', params: { name: 'a', arguments: { text: LONG, id: 9 } } };

test.each([
  ['first', { jsonrpc: '2.0', id: 7, ...call }],
  ['last, as the official client writes it', { ...call, jsonrpc: '2.0', id: 7 }],
  ['between others at the end', { params: call.params, id: 7, method: 'x', jsonrpc: '2.0' }],
])('a request that is too long is answered with its id, %s', (_, message) => {
  expect(answeredId(message)).toBe(7);
  expect(answeredId({ ...message, id: 'seven' })).toBe('seven');
  expect(answeredId(message, 1)).toBe(7);
});

test.each([
  ['a notification', { jsonrpc: '2.0', ...call }],
  ['a response', { jsonrpc: '2.0', id: 7, result: { text: LONG } }],
  ['a response with its id last', { result: { text: LONG }, jsonrpc: '2.0', id: 7 }],
  ['a batch', [{ jsonrpc: '2.0', id: 7, ...call }]],
  ['a wrong id', { jsonrpc: '2.0', id: { a: 7 }, ...call }],
])('%s that is too long has no id to answer', (_, message) => {
  expect(answeredId(message)).toBeNull();
});

test('no id of anything inside a request is taken for its own', () => {
  const params = fc.record({ id: fc.integer(), more: fc.jsonValue(), text: fc.constant(LONG) });
  fc.assert(
    fc.property(params, fc.jsonValue(), fc.boolean(), (inside, other, isLast) => {
      const more = isLast ? { other, params: inside } : { params: inside, other };
      expect([null, 'own']).toContain(answeredId({ method: 'x', ...more, jsonrpc: '2.0' }));
      expect(answeredId({ method: 'x', ...more, jsonrpc: '2.0', id: 'own' })).toBe('own');
    }),
  );
});
