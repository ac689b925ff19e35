import type { Logger } from '../../base/logger';
import type { PresentFiles } from '../../files/documents/present-files';
import { fileOperation } from '../../model/operations';
import type { PermissionRequest } from '../../model/state';
import type { RuledSession } from '../../session/session-options';
import type { Agents } from '../agents/agents';
import type { Notify } from '../messages';
import { Proposal, type ProposalOptions, type ProposingSession } from './proposal';
import type { ProposalViews } from './proposal-views';
import type { RuleBook } from './rule-book';

export interface ProposeTools {
  readonly views: ProposalViews;
  readonly files: Pick<PresentFiles, 'find'>;
  readonly rules: Pick<RuleBook, 'judge'>;
  readonly agents: Pick<Agents, 'running'>;
  readonly log: Logger;
  readonly notify: Notify;
}

/** A chat whose agent asks. */
export interface ProposingChat {
  readonly choice: { readonly name: string };
  readonly session: ProposingSession & RuledSession;
}

/** What a question of a chat would change, as long as it is open. */
export function propose(
  { rules, agents, ...tools }: ProposeTools,
  { choice, session }: ProposingChat,
  request: PermissionRequest,
  shown: Pick<ProposalOptions, 'onChange' | 'goBack'>,
): Proposal {
  const options: ProposalOptions = {
    ...tools,
    ...shown,
    session,
    isThroughUs: () => agents.running(choice.name)?.writesThroughClient === true,
    isDenied: (path) => rules.judge(session, fileOperation('read', path))?.effect === 'deny',
  };
  return new Proposal(options, request);
}
