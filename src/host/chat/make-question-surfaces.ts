import { keyOf } from '../../view/keys';
import type { KeyOverrides } from '../../view/surfaces/surface';
import { type ProposeTools, propose } from '../permissions/propose';
import { offerRulesFor } from '../permissions/rule-offer';
import type { RulesSurfaceTools } from '../permissions/rules-surface';
import type { Surfaces } from '../surfaces';
import type { Chat } from './chat';
import { QuestionSurfaces } from './question-surfaces';

export interface QuestionTools {
  readonly surfaces: Surfaces;
  readonly rules: RulesSurfaceTools;
  readonly proposing: ProposeTools;
  readonly keys: () => KeyOverrides;
}

/** The windows of open questions: rules are offered from them, and previews shown of what they would change. */
export function makeQuestionSurfaces(tools: QuestionTools): QuestionSurfaces<Chat> {
  const { surfaces, rules, proposing, keys } = tools;
  return new QuestionSurfaces({
    surfaces,
    tools: rules,
    waysIn: () => ({
      promptKey: keyOf('permission', keys()),
      chatKey: keyOf('chat_permission', keys()),
    }),
    say: (chat, reason) => chat.sayFirst(reason),
    offerRule: ({ session }, request) => offerRulesFor(rules, session, request),
    propose: (...asked) => propose(proposing, ...asked),
  });
}
