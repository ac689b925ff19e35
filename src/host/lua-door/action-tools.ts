import type { Logger } from '../../base/logger';
import type { Drafts } from '../../files/disk/drafts';
import type { Files } from '../../files/workspace-files';
import type { Follower } from '../../nvim/follower';
import type { Lua } from '../../nvim/lua';
import type { OpenBuffers } from '../../nvim/open-buffers';
import { helpSection } from '../../view/keys';
import { keyHelpSurface } from '../../view/surfaces/key-help';
import type { KeyOverrides } from '../../view/surfaces/surface';
import type { Agents } from '../agents/agents';
import type { InstallTools } from '../agents/install';
import type { Logins } from '../agents/logins';
import { InlineAsks } from '../ask/inline-asks';
import type { Asks } from '../asks';
import type { Chat } from '../chat/chat';
import type { Chats } from '../chat/chats';
import type { DataFiles } from '../chat/open-target';
import type { Renderers } from '../chat/renderers';
import type { CheckpointCommands } from '../checkpoints/checkpoint-commands';
import { ChatContext } from '../context/chat-context';
import type { RegisteredTools } from '../mcp/registered-tools';
import type { OfferedTools } from '../mcp/tools-surface';
import type { Messages, Notify } from '../messages';
import type { Audit } from '../permissions/audit';
import { ProjectRules } from '../permissions/project-rules';
import type { ProposalViews } from '../permissions/proposal-views';
import type { RequestOwners } from '../permissions/request-owners';
import type { RuleBook } from '../permissions/rule-book';
import type { RulesSurfaceTools } from '../permissions/rules-surface';
import type { Reviews } from '../review/reviews';
import type { Remembered } from '../stored-sessions/session-store';
import type { SessionsSurfaceTools } from '../stored-sessions/sessions-surface';
import type { Surfaces } from '../surfaces';
import type { TerminalPrograms } from '../terminal-programs';
import type { UserInterface } from '../user-interface';
import type { HostEvents } from './events';
import type { HostConfig } from './host-config';

/** What the actions act on. */
export interface ActionTools {
  readonly chats: Chats;
  readonly owners: RequestOwners<Chat>;
  readonly agents: Agents;
  readonly logins: Logins;
  readonly remembered: Remembered;
  readonly files: Pick<Files, 'changed' | 'saved' | 'chose'>;
  readonly follower: Pick<Follower, 'state' | 'set' | 'pause' | 'back'>;
  readonly surfaces: Surfaces;
  readonly asks: Asks;
  readonly inlineAsks: InlineAsks<Chat>;
  readonly renderers: Renderers;
  readonly openBuffers: Pick<OpenBuffers, 'changed'>;
  /** The option `known_tools`. */
  readonly knownTools: () => readonly string[];
  readonly registeredTools: Pick<RegisteredTools, 'set' | 'list'>;
  readonly editorTools: OfferedTools;
  readonly terminals: Pick<TerminalPrograms, 'ended'>;
  readonly rules: Pick<RuleBook, 'suggest' | 'setProject'>;
  readonly ruleTools: RulesSurfaceTools;
  readonly sessionTools: SessionsSurfaceTools;
  readonly review: Reviews;
  readonly context: Pick<ChatContext, 'ready' | 'show' | 'suggest'>;
  readonly proposals: Pick<ProposalViews, 'left' | 'accepted' | 'textChanged'>;
  readonly checkpoints: CheckpointCommands;
  readonly installTools: InstallTools;
  readonly log: Logger;
  readonly notify: Notify;
  readonly reply: Messages['reply'];
  /** What an agent said to something that failed: in a line, and in full in the transcript of the view. */
  report(view: number | undefined, text: string): void;
  /** Takes over new options. */
  configure(config: HostConfig): void;
  /** Shows the keys of these kinds of windows. */
  help(kinds: readonly string[]): void;
}

/** What each event does; whatever it throws is reported to the user. */
export type Actions = {
  readonly [E in Exclude<keyof HostEvents, 'attach'>]: (
    app: ActionTools,
    payload: HostEvents[E],
  ) => void | Promise<void>;
};

/** What the tools are made of. */
export interface ToolParts
  extends Omit<
    ActionTools,
    | 'context'
    | 'inlineAsks'
    | 'ruleTools'
    | 'sessionTools'
    | 'installTools'
    | 'terminals'
    | 'rules'
    | 'report'
    | 'help'
  > {
  readonly lua: Lua;
  readonly rules: RuleBook;
  readonly audit: Audit;
  readonly dataFiles: DataFiles;
  readonly files: Files;
  readonly drafts: Drafts;
  readonly send: UserInterface['send'];
  readonly terminals: TerminalPrograms;
  /** The option `keys`. */
  readonly keys: () => KeyOverrides;
  /** Something has changed in a chat, or a chat has come or gone. */
  readonly onChats: SessionsSurfaceTools['onChats'];
}

export function actionTools(parts: ToolParts): ActionTools {
  const { lua, chats, agents, logins, remembered, surfaces, asks, terminals, rules } = parts;
  const { audit, drafts, notify, keys, onChats, review, send } = parts;
  const help: ActionTools['help'] = (kinds) => {
    const sections = kinds.map((kind) => helpSection(kind, keys()));
    surfaces.open({ definition: keyHelpSurface, model: () => ({ sections }), actions: {} });
  };
  const report: ActionTools['report'] = (view, text) => {
    notify('error', text);
    if (view !== undefined) chats.get(view)?.session.notice('error', text);
  };
  const ofSurface = { surfaces, asks, notify, help: (kind: string) => help([kind]) };
  const projectRules = new ProjectRules({ lua, surfaces, drafts, notify });
  return {
    ...parts,
    context: new ChatContext(parts),
    ruleTools: { ...ofSurface, rules, audit, projectRules },
    sessionTools: {
      ...ofSurface,
      sources: { agents, logins, chats: () => chats.all },
      remembered,
      lua,
      report,
      drop: (view) => chats.drop(view),
      onChats,
    },
    inlineAsks: new InlineAsks({
      prompt: (...prompt) => review.prompt(...prompt),
      show: (...shown) => send('ask.show', ...shown),
      linesNow: (id) => lua.call('ask.lines', id),
      onChats,
    }),
    installTools: { lua, asks, terminals, notify },
    report,
    help,
  };
}
