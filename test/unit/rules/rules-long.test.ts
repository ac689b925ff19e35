import { describe, expect, it } from 'vitest';
import type { PermissionRequest } from '../../../src/model/state';
import { decide } from '../../../src/rules/decide';
import { parseRule, type Rule } from '../../../src/rules/rule';

const request = (fields: Partial<PermissionRequest>): PermissionRequest => ({
  id: '1',
  toolCallId: 't',
  title: 'x',
  kind: 'execute',
  options: [],
  content: [],
  locations: [],
  ...fields,
});
const rules = ['allow', 'deny command=rm*force', 'deny path=**/*key*secret*key*'].map(
  (text) => parseRule(text, 'options') as Rule,
);
const verdict = (fields: Partial<PermissionRequest>) =>
  decide(request(fields), rules, { agent: 'a', cwd: '/p', home: '/h' });

const MEGABYTE = 1024 * 1024;

describe('a megabyte that is asked for is answered at once', () => {
  it.each([
    'a',
    'a-',
    '$(',
    '`',
    '"`',
    "$'",
    '${',
    '{a,',
    'a;',
    '[',
    '<<a\n',
    '\\',
    '$((',
    'a=',
    '../a/',
    'key',
  ])('of %j', (piece) => {
    const text = piece.repeat(MEGABYTE / piece.length);
    for (const length of [MEGABYTE, 60_000]) {
      const part = text.slice(0, length);
      expect(verdict({ rawInput: { command: part } }).effect).not.toBe('allow');
      expect(verdict({ rawInput: { command: 'echo', args: [part] } }).why).toBeTypeOf('string');
      expect(verdict({ kind: 'edit', locations: [{ path: `/p/${part}` }] }).effect).not.toBe(
        'allow',
      );
      expect(verdict({ kind: 'fetch', title: part }).effect).toBeTypeOf('string');
    }
  });
});

it.each(['link/../x', 'link//../x', 'link/./../x', '/p/link/./../x'])(
  '%s goes down and up again',
  (path) => {
    const { effect, why } = decide(
      request({ kind: 'edit', locations: [{ path }] }),
      [parseRule('allow', 'options') as Rule],
      { agent: 'a', cwd: '/p' },
    );
    expect([effect, why]).toEqual(['ask', expect.stringContaining('down and up')]);
  },
);

it('a long way to a file that is denied leads there all the same', () => {
  const both = ['allow command=cat', 'deny path=**/.env'].map(
    (text) => parseRule(text, 'options') as Rule,
  );
  const { effect } = decide(
    request({ rawInput: { command: `cat ${'./'.repeat(2000)}.env` } }),
    both,
    { agent: 'a', cwd: '/p' },
  );
  expect(effect).toBe('deny');
});
