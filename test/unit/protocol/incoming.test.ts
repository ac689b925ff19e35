import { describe, expect, it } from 'vitest';
import { sortIncoming } from '../../../src/protocol/incoming';

const refused = (id: unknown, code: number) =>
  expect.objectContaining({
    kind: 'answer',
    answer: expect.objectContaining({ id, error: expect.objectContaining({ code }) }),
  });

describe('sortIncoming', () => {
  it.each([
    ['a number', 3],
    ['a text', 'log'],
    ['null', null],
    ['a log entry', { level: 'info', msg: 'started' }],
    ['a log entry with an id', { id: 0, level: 'info' }],
  ])('takes %s for junk', (_what, value) => {
    expect(sortIncoming(value)).toEqual({ kind: 'junk' });
  });

  it.each([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'a' }], null, -32600],
    ['an empty batch', [], null, -32600],
    ['a request with id null', { jsonrpc: '2.0', id: null, method: 'a' }, null, -32600],
    ['a request with an object as id', { jsonrpc: '2.0', id: {}, method: 'a' }, null, -32600],
    ['a method that is no text', { jsonrpc: '2.0', id: 1, method: 7 }, null, -32600],
    ['positional params', { jsonrpc: '2.0', id: 'x', method: 'a', params: [1] }, 'x', -32602],
    ['params that are a text', { jsonrpc: '2.0', id: 0, method: 'a', params: 'no' }, 0, -32602],
  ])('answers %s itself', (_what, value, id, code) => {
    expect(sortIncoming(value)).toEqual(refused(id, code));
  });

  it.each([
    ['an error without id', { error: { code: -32601, message: 'no' } }],
    ['an error with id null', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no' } }],
    ['a notification with positional params', { jsonrpc: '2.0', method: 'a', params: [] }],
    ['a cancellation without id', { jsonrpc: '2.0', method: '$/cancel_request', params: {} }],
    [
      'a cancellation of null',
      { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: null } },
    ],
    [
      'an inner cancellation of an object',
      { jsonrpc: '2.0', method: '$/cancelRequest', params: { id: {} } },
    ],
  ])('ignores %s', (_what, value) => {
    expect(sortIncoming(value)).toMatchObject({ kind: 'ignore' });
  });

  it.each([
    [
      'missing params become an empty object',
      { jsonrpc: '2.0', id: 1, method: 'a' },
      { id: 1, method: 'a', params: {} },
    ],
    [
      'null params become an empty object',
      { jsonrpc: '2.0', method: 'a', params: null },
      { method: 'a', params: {} },
    ],
    ['a missing result becomes null', { jsonrpc: '2.0', id: 0 }, { id: 0, result: null }],
    ['an answer need not say jsonrpc', { result: 1, id: 'u-1' }, { id: 'u-1', result: 1 }],
    [
      'a null error is no error',
      { jsonrpc: '2.0', id: 1, error: null, result: 2 },
      { id: 1, result: 2 },
    ],
    [
      'an error that is a text',
      { jsonrpc: '2.0', id: 1, error: 'broken' },
      { id: 1, error: { code: -32603, message: 'broken' } },
    ],
    [
      'an error without code and text',
      { jsonrpc: '2.0', id: 1, error: { data: 5 } },
      { id: 1, error: { code: -32603, message: 'unknown error', data: 5 } },
    ],
    [
      'a cancellation gets the name the library listens to',
      { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 0 } },
      { method: '$/cancelRequest', params: { id: 0 } },
    ],
  ])('%s', (_what, value, message) => {
    expect(sortIncoming(value)).toEqual({
      kind: 'message',
      message: { jsonrpc: '2.0', ...message },
    });
  });
});
