import type { SessionRules } from '../../session/session-options';
import { type Audit, refusalEntry } from './audit';
import type { RuleBook } from './rule-book';

/** The rule book as sessions see it: operations that it refuses without a question go to the audit log. */
export function sessionRules(
  rules: Pick<RuleBook, 'answer' | 'judge'>,
  audit: Pick<Audit, 'write'>,
): SessionRules {
  return {
    answer: (session, request) => rules.answer(session, request),
    judge: (session, operation) => {
      const ruling = rules.judge(session, operation);
      if (ruling?.effect === 'deny') {
        audit.write(refusalEntry(session.state, operation, ruling.why));
      }
      return ruling;
    },
  };
}
