import type { Disposable } from '../base/disposable';
import type { AgentStatusEvent, Agents } from './agents/agents';
import type { Chats } from './chat/chats';
import { showFollowNote } from './follow-note';
import type { EditorTools } from './mcp/editor-tools';
import type { OverallStatus } from './overall-status';
import type { RuleBook } from './permissions/rule-book';
import type { UserInterface } from './user-interface';

export interface AppEventsOptions extends UserInterface {
  readonly agents: Pick<Agents, 'onStatus' | 'running'>;
  readonly chats: Pick<Chats, 'all' | 'ofAgent'>;
  readonly rules: Pick<RuleBook, 'onChange'>;
  readonly editorTools: Pick<EditorTools, 'agentEnded'>;
  readonly status: Pick<OverallStatus, 'refresh'>;
}

/** What parts of the host that do not know each other hear of each other. */
export function appEvents(options: AppEventsOptions): readonly Disposable[] {
  const { fire, follower, agents, chats, rules, editorTools, status } = options;
  const agentChanged = ({ name, phase, exit }: AgentStatusEvent): void => {
    if (!agents.running(name)) editorTools.agentEnded(chats.ofAgent(name));
    if (phase === 'ready') fire('AcpAgentStart', { agent: name });
    if (phase === 'stopped' || phase === 'failed') fire('AcpAgentExit', { agent: name, ...exit });
    status.refresh();
  };
  return [
    agents.onStatus(agentChanged),
    follower.onState(() => status.refresh()),
    // Open questions that the rules answer now are answered.
    rules.onChange(() => {
      for (const { session } of chats.all) session.reconsider();
    }),
    showFollowNote(options),
    follower.onMove((place) => fire('AcpFollow', { ...place })),
  ];
}
