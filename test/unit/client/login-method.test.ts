import { describe, expect, it } from 'vitest';
import { loginMethod } from '../../../src/client/login-method';
import { decode } from '../../../src/protocol/decode';

function read(wire: Record<string, unknown>) {
  const result = decode('AuthMethod', { id: 'm', name: 'M', ...wire });
  if (!result.ok) throw new Error(result.error);
  return loginMethod(result.value);
}

describe('a way to sign in', () => {
  it('without a type, or of an unknown one, is run by the agent', () => {
    const own = { kind: 'agent', id: 'm', name: 'M' };
    expect(read({})).toEqual(own);
    expect(read({ type: 'brand_new' })).toEqual(own);
    expect(read({ _meta: { 'api-key': { provider: 'google' } } })).toEqual(own);
    expect(read({ description: 'In a browser' })).toEqual({ ...own, description: 'In a browser' });
  });

  it('of type terminal adds to the command of the agent, and can never name another', () => {
    expect(read({ type: 'terminal', args: ['--login'], env: { A: '1' }, command: 'rm' })).toEqual({
      kind: 'terminal',
      id: 'm',
      name: 'M',
      args: ['--login'],
      env: { A: '1' },
    });
    expect(read({ type: 'terminal' })).toMatchObject({ args: [], env: {} });
  });

  it('may say in its _meta that it needs a terminal, in either of two ways', () => {
    const old = { command: '/bin/login', args: ['now', 7], env: { A: '1', B: 2 }, label: 'L' };
    expect(read({ _meta: { 'terminal-auth': old } })).toMatchObject({
      kind: 'terminal',
      command: '/bin/login',
      args: ['now'],
      env: { A: '1' },
    });
    expect(read({ _meta: { type: 'terminal', args: ['--auth'] } })).toEqual({
      kind: 'terminal',
      id: 'm',
      name: 'M',
      args: ['--auth'],
      env: {},
    });
  });

  it('of the old type env_var names its variables', () => {
    const vars = [{ name: 'A_KEY', label: 'Key' }, { name: 7 }, { name: 'B_KEY' }];
    expect(read({ type: 'env_var', vars, link: 'https://a.example' })).toMatchObject({
      kind: 'env_var',
      vars: ['A_KEY', 'B_KEY'],
      link: 'https://a.example',
    });
    expect(read({ type: 'env_var', varName: 'OLD_KEY' })).toMatchObject({ vars: ['OLD_KEY'] });
    expect(read({ type: 'env_var', vars: 'none', link: 7 })).toEqual({
      kind: 'env_var',
      id: 'm',
      name: 'M',
      vars: [],
    });
  });
});
