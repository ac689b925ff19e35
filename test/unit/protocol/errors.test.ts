import { describe, expect, it } from 'vitest';
import * as errors from '../../../src/protocol/errors';
import { AcpError, AgentGoneError, describeError } from '../../../src/protocol/errors';

describe('describeError', () => {
  it.each([
    ['a plain error', new Error('no such file'), 'no such file'],
    ['a thrown text', 'stopped', 'stopped'],
    ['nothing', undefined, 'unknown error'],
    ['an empty message', new Error(''), 'unknown error'],
    [
      'the cause in data.details, instead of an empty phrase',
      new AcpError(-32603, 'Internal error', { details: 'Session nope not found' }),
      'Session nope not found',
    ],
    [
      'the cause in data.message, after a message that says something',
      new AcpError(-32000, 'Authentication required', { message: 'run kimi login' }),
      'Authentication required: run kimi login',
    ],
    ['a cause that the message has already', new AcpError(1, 'bad: x', { details: 'x' }), 'bad: x'],
    [
      'JSON as the message',
      new AcpError(401, '{"type":"error","error":{"message":"key expired","code":401}}'),
      'key expired',
    ],
    [
      'JSON after some words',
      new AcpError(500, 'got status: 500. {"error":{"message":"overloaded"}}'),
      'overloaded',
    ],
    [
      'a list of validation errors',
      new AcpError(-32603, 'Internal error', [{ path: ['prompt'], message: 'expected array' }]),
      'expected array',
    ],
    [
      'data of an unknown form, when there is nothing else',
      new AcpError(-32602, 'Invalid params', { prompt: { _errors: ['expected array'] } }),
      '{"prompt":{"_errors":["expected array"]}}',
    ],
    ['a missing file', AcpError.notFound('/a/b'), 'Resource not found: /a/b'],
    ['lines and control characters', new Error('one\r\ntwo\u001b[31m red'), 'one two red'],
    ['braces that are no JSON', new Error('in {x}'), 'in {x}'],
    ['JSON that goes on in words', new Error('{"message":"a"} b'), '{"message":"a"} b'],
    ['JSON and a line end', new Error('{"message":"a"}\n'), 'a'],
    ['a number', 7, '7'],
    ['the detail of a cause', new AcpError(1, 'error.', { detail: 'broken pipe' }), 'broken pipe'],
    ['the reason of a cause', new AcpError(1, 'error', { reason: 'no quota' }), 'no quota'],
    [
      'null where a cause could be',
      new AcpError(1, 'bad', { details: null, message: 'x' }),
      'bad: x',
    ],
    [
      'JSON inside of JSON, down to where people stop looking',
      new AcpError(1, 'Internal error', { error: { error: { error: { error: 'deep' } } } }),
      '{"error":{"error":{"error":{"error":"deep"}}}}',
    ],
  ])('finds the words in %s', (_what, error, text) => {
    expect(describeError(error)).toBe(text);
  });

  it('cuts a text that fills the screen', () => {
    expect(describeError(new Error('x'.repeat(1e6)))).toBe(`${'x'.repeat(3999)}…`);
    expect(describeError(new Error('x'.repeat(4000)))).toBe('x'.repeat(4000));
  });

  it('survives data that cannot be written out', () => {
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    expect(describeError(new AcpError(-32603, 'Internal error', ring))).toBe('Internal error');
  });
});

describe('the errors', () => {
  it('have the codes of the protocol', () => {
    expect([errors.PARSE_ERROR, AcpError.invalidRequest('x').code]).toEqual([-32700, -32600]);
    expect(AcpError.methodNotFound('x').code).toBe(errors.METHOD_NOT_FOUND);
    expect([AcpError.invalidParams('x').code, AcpError.internal('x').code]).toEqual([
      -32602, -32603,
    ]);
    expect([errors.METHOD_NOT_FOUND, errors.REQUEST_CANCELLED]).toEqual([-32601, -32800]);
    expect(AcpError.cancelled().code).toBe(errors.REQUEST_CANCELLED);
    expect([errors.AUTH_REQUIRED, AcpError.notFound('x').code]).toEqual([-32000, -32002]);
    expect(errors.UNSUPPORTED_VERSION).toBe(-32022);
  });

  it('say what is missing', () => {
    expect(AcpError.methodNotFound('a/b')).toMatchObject({
      message: 'Method not found: a/b',
      data: { method: 'a/b' },
    });
    expect(AcpError.notFound('/a')).toMatchObject({ data: { uri: '/a' } });
    expect(AcpError.cancelled()).toMatchObject({ name: 'AcpError', message: 'Request cancelled' });
  });

  it('have nothing in them that was not given', () => {
    expect(Object.hasOwn(AcpError.internal('x'), 'data')).toBe(false);
    expect(new AcpError(1, 'x', 0).data).toBe(0);
    const gone = new AgentGoneError('gone', '');
    expect(gone.name).toBe('AgentGoneError');
    expect([Object.hasOwn(gone, 'detail'), Object.hasOwn(gone, 'exit')]).toEqual([false, false]);
  });

  it('say whether the user has to sign in', () => {
    expect(errors.isAuthRequired(new AcpError(-32000, 'x'))).toBe(true);
    expect(errors.isAuthRequired(new AcpError(-32603, 'x'))).toBe(false);
    expect(errors.isAuthRequired(Object.assign(new Error('x'), { code: -32000 }))).toBe(false);
  });

  it('say how an agent went', () => {
    const gone = new AgentGoneError('it exited with code 1', 'last words', {
      code: 1,
      signal: null,
    });
    expect(gone).toMatchObject({ detail: 'last words', exit: { code: 1 } });
    expect(describeError(gone)).toBe('it exited with code 1');
  });
});
