import { expect, it } from 'vitest';
import { loginLabel } from '../../../src/view/login';

it.each([
  [{ name: 'Account', kind: 'agent' }, 'Account'],
  [{ name: 'Account', kind: 'agent', description: 'Account' }, 'Account'],
  [
    { name: 'Code', kind: 'terminal', description: 'of\nyour phone' },
    'Code (in a terminal) · of your phone',
  ],
  [{ name: 'Key', kind: 'env_var' }, 'Key (an environment variable)'],
] as const)('a way to sign in is called %j: %s', (login, label) => {
  expect(loginLabel(login)).toBe(label);
});
