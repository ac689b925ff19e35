import type { Logger } from '../base/logger';
import { within } from '../base/timeout';
import type { TurnHooks } from '../session/session-options';
import type { SentTexts } from './documents/sent-texts';
import type { ReviewedFiles } from './review/reviewed-files';
import type { TurnFiles } from './turn-files';

export interface TurnHookTools {
  readonly turns: Pick<TurnFiles, 'begin' | 'settle'>;
  readonly commits: Pick<ReviewedFiles['commits'], 'begin' | 'settle'>;
  readonly sent: Pick<SentTexts, 'noted'>;
  readonly log: Logger;
}

/** A prompt waits at most this long for what was committed before it, and the end of its turn for what was in it. */
const MAX_COMMITS_MS = 300;

/** What must be known of files before a turn, and after it. */
export function turnHooks({ turns, commits, sent, log }: TurnHookTools): TurnHooks {
  const quickly = (seeing: Promise<void>): Promise<void> =>
    within(MAX_COMMITS_MS, seeing, 'git takes too long').catch((error: unknown) =>
      log.debug('around a turn', error),
    );
  return {
    before: async (scope) => {
      const { session, roots } = scope;
      const seeing = quickly(commits.begin(session, roots[0] ?? ''));
      // Once the prompt is sent, its texts may be changed.
      await Promise.all([turns.begin(scope), seeing, sent.noted]);
    },
    after: async ({ session }) => {
      await Promise.all([turns.settle(session), quickly(commits.settle(session))]);
    },
  };
}
