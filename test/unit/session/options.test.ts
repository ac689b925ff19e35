import { describe, expect, it } from 'vitest';
import type { PermissionOption } from '../../../src/protocol/schema.gen';
import { pickOption } from '../../../src/session/options';

const options = (...kinds: PermissionOption['kind'][]): PermissionOption[] =>
  kinds.map((kind) => ({ optionId: `id of ${kind}`, name: `Do ${kind}`, kind }));

describe('a bare "allow"', () => {
  it('means the option that allows once', () => {
    const all = options('reject_once', 'allow_always', 'allow_once');
    expect(pickOption(all, 'allow')).toEqual({ ok: true, optionId: 'id of allow_once' });
  });

  it('never means one that allows more', () => {
    expect(pickOption(options('allow_always', 'reject_once'), 'allow')).toEqual({
      ok: false,
      error:
        'no option allows just once; choose one in the float: "Do allow_always", "Do reject_once"',
    });
  });
});

describe('a bare "reject"', () => {
  it('means the narrowest option that rejects', () => {
    const both = options('allow_once', 'reject_always', 'reject_once');
    expect(pickOption(both, 'reject')).toEqual({ ok: true, optionId: 'id of reject_once' });
    const always = options('allow_once', 'reject_always');
    expect(pickOption(always, 'reject')).toEqual({ ok: true, optionId: 'id of reject_always' });
  });

  it('is "cancelled" where nothing rejects', () => {
    expect(pickOption(options('allow_once'), 'reject')).toEqual({ ok: true });
  });
});
