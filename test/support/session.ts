/** A session by itself: no agent, no terminals, no rules, unless a test gives it some. */
import { systemClock } from '../../src/base/clock';
import { AcpError } from '../../src/protocol/errors';
import type { Policy } from '../../src/session/permissions';
import type { Terminals } from '../../src/session/ports';
import { Session } from '../../src/session/session';
import type { SessionOptions, SessionRules, TurnHooks } from '../../src/session/session-options';

export const noTerminals: Terminals = {
  create: () => Promise.reject(AcpError.internal('no terminals here')),
};

/** A part that is not given does nothing. */
export interface TestSessionOptions
  extends Partial<Omit<SessionOptions, 'rules' | 'turnHooks' | 'policy'>> {
  readonly policy?: Policy;
  readonly judge?: (
    operation: Parameters<SessionRules['judge']>[1],
  ) => ReturnType<SessionRules['judge']>;
  readonly turnHooks?: Partial<TurnHooks>;
}

export function testSession({
  policy,
  judge,
  turnHooks,
  ...options
}: TestSessionOptions = {}): Session {
  return new Session({
    key: 'v1',
    agent: 'scripted',
    cwd: '/project',
    terminals: noTerminals,
    clock: systemClock,
    authorized: (ask) => ask(),
    rules: {
      answer: (_session, request) => policy?.(request),
      judge: (_session, operation) => judge?.(operation),
    },
    turnHooks: {
      before: (scope) => turnHooks?.before?.(scope),
      after: (scope) => turnHooks?.after?.(scope),
    },
    ...options,
  });
}
