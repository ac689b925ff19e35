import { PathQueue } from '../../files/paths/path-queue';
import { realPathOf } from '../../files/paths/paths';
import type { Files } from '../../files/workspace-files';
import { mentionsIn } from '../../model/context/mentions';
import { fileOperation } from '../../model/operations';
import type { Lua } from '../../nvim/lua';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { Session } from '../../session/session';
import type { Agents } from '../agents/agents';
import type { ActivityBar } from '../chat/activity-bar';
import type { RuleBook } from '../permissions/rule-book';
import { anchorsOf, contentBlocks, notEmpty } from './content';
import { type PromptAgent, PromptContext, type Suggestions } from './prompt-context';
import type { Anchor, Prompt } from './provider';
import { providers } from './providers';
import type { ContextTools } from './tools';

/** A popup that comes later than this disturbs. */
const AT_ONCE_MS = 150;

/** A chat in whose prompt things are mentioned. */
export interface WritingChat {
  readonly session: Pick<Session, 'key' | 'state' | 'scope'>;
  readonly choice: { readonly name: string; readonly title: string };
  readonly activity: Pick<ActivityBar, 'showContext'>;
}

/** A prompt as it comes from Lua. */
export interface WrittenPrompt {
  /** Text in which things may be mentioned, or ACP content blocks. */
  readonly content: unknown;
  readonly anchors?: readonly unknown[];
  readonly anchored?: number;
  /** Names of what goes along besides. */
  readonly context?: readonly unknown[];
}

/** What is sent. */
export interface ReadyPrompt {
  readonly content: ContentBlock[];
  /** What the user must know of it. */
  readonly remarks?: readonly string[];
  /** The same with what it mentions as that is now; absent: it mentions nothing. Rejects with a message for the user. */
  readonly renew?: () => Promise<ContentBlock[]>;
}

/** A prompt that is being written. */
export interface ShownPrompt {
  readonly bufnr: number;
  readonly changedtick: number;
  readonly text: string;
  readonly anchors: readonly unknown[];
  readonly cursor?: number;
}

export interface ChatContextOptions extends Omit<ContextTools, 'findFiles'> {
  readonly lua: Lua;
  readonly agents: Pick<Agents, 'running' | 'phase'>;
  readonly rules: Pick<RuleBook, 'judge'>;
  readonly files: Pick<Files, 'denies' | 'leadsAway' | 'find'>;
}

/** What prompts of chats mention: offered while it is typed, shown while it is written, put in its place when it is sent. */
export class ChatContext {
  readonly #options: ChatContextOptions;
  readonly #context: PromptContext;
  /** By session: prompts are sent in the order in which they were written. */
  readonly #queue = new PathQueue();
  readonly #sending = new Map<string, number>();

  constructor(options: ChatContextOptions) {
    this.#options = options;
    const { files } = options;
    const findFiles: ContextTools['findFiles'] = (...wanted) => files.find(...wanted);
    this.#context = new PromptContext(providers({ ...options, findFiles }));
  }

  /** What is found at once, or all of it; see `PromptContext.suggest`. */
  suggest(chat: WritingChat, query: string, isWhole: boolean): Promise<Suggestions> {
    return this.#context.suggest(query, this.#prompt(chat), isWhole ? undefined : AT_ONCE_MS);
  }

  /** Shows in the editor what goes along with a prompt as it is now. */
  async show(chat: WritingChat, prompt: ShownPrompt): Promise<void> {
    const { bufnr, changedtick, text, anchors, cursor } = prompt;
    const typed = cursor === undefined ? undefined : charactersIn(text, cursor);
    const about = this.#prompt(chat, anchorsOf(anchors));
    const chips = await this.#context.chips(text, about, this.#agentOf(chat), typed);
    chat.activity.showContext(bufnr, chips);
    await this.#options.lua.call('prompt.chips.show', bufnr, changedtick, chips);
  }

  /** What is sent: at once where nothing has to be looked for. Throws, or rejects, with a message for the user. */
  ready(chat: WritingChat, written: WrittenPrompt): ReadyPrompt | Promise<ReadyPrompt> {
    const { content, context = [] } = written;
    const { key } = chat.session;
    const text = typeof content === 'string' ? content : undefined;
    const blocks = text === undefined ? contentBlocks(content) : undefined;
    const mentions = text !== undefined && mentionsIn(text).length > 0;
    if (!mentions && context.length === 0 && !this.#sending.has(key)) {
      return { content: notEmpty(blocks ?? [{ type: 'text', text: text ?? '' }]) };
    }
    return this.#inOrder(key, () => this.#resolve(chat, written, blocks));
  }

  async #resolve(
    chat: WritingChat,
    { content: written, anchors, anchored, context = [] }: WrittenPrompt,
    blocks: readonly ContentBlock[] | undefined,
  ): Promise<ReadyPrompt> {
    const prompt = this.#prompt(chat, anchorsOf(anchors));
    const agent = this.#agentOf(chat);
    const said = blocks
      ? { content: blocks, parts: [], remarks: [] }
      : await this.#context.resolve(String(written), prompt, agent);
    const more = await Promise.all(
      context.map((name) => this.#context.named(String(name), prompt, agent)),
    );
    const parts = [...said.parts, ...more.map(({ part }) => part)];
    const content = notEmpty([...said.content, ...more.map((one) => one.content)]);
    const ready = { content, remarks: said.remarks };
    if (parts.every((part) => 'text' in part)) return ready;
    return {
      ...ready,
      renew: async () => {
        const now = anchored === undefined ? anchors : await this.#anchorsNow(anchored);
        const about = this.#prompt(chat, anchorsOf(now));
        const renewed = await this.#context.again(parts, about, this.#agentOf(chat));
        return notEmpty([...(blocks ?? []), ...renewed]);
      },
    };
  }

  #anchorsNow(anchored: number): Promise<readonly unknown[]> {
    return this.#options.lua.call('context.anchors.now', anchored);
  }

  async #inOrder<T>(key: string, task: () => Promise<T>): Promise<T> {
    this.#sending.set(key, (this.#sending.get(key) ?? 0) + 1);
    try {
      return await this.#queue.run(key, task);
    } finally {
      const left = (this.#sending.get(key) ?? 1) - 1;
      if (left > 0) this.#sending.set(key, left);
      else this.#sending.delete(key);
    }
  }

  #prompt({ session }: WritingChat, anchors = new Map<string, Anchor>()): Prompt {
    const { scope, state } = session;
    return {
      cwd: state.cwd,
      scope,
      anchors,
      refusal: (path, realPath) => this.#refusal(session, path, realPath),
    };
  }

  /** The user's own rules hold for what they mention, too: it may have been typed by mistake. */
  async #refusal(
    session: WritingChat['session'],
    path: string,
    known?: string,
  ): Promise<string | undefined> {
    const { files, rules } = this.#options;
    const realPath = known ?? (await realPathOf(path).catch(() => path));
    const pattern = await files.denies(session.scope, path, realPath);
    if (pattern !== undefined) return `agents are kept off files like this ("${pattern}")`;
    // What is read is where the name leads now; the user has not said that name.
    if (known !== undefined && (await files.leadsAway(session.scope, path, known))) {
      return `it leads out of the session's folders, to ${known}`;
    }
    const ruling = [...new Set([path, realPath])]
      .map((one) => rules.judge(session, fileOperation('read', one)))
      .find((one) => one?.effect === 'deny');
    return ruling?.why;
  }

  #agentOf({ choice }: WritingChat): PromptAgent {
    const { agents } = this.#options;
    const agent = agents.phase(choice.name) === 'ready' ? agents.running(choice.name) : undefined;
    const takesImages = agent && agent.capabilities.promptCapabilities?.image === true;
    return { title: choice.title, ...(agent ? { takesImages: takesImages === true } : {}) };
  }
}

/** Characters in so many bytes. */
function charactersIn(text: string, bytes: number): number {
  return Buffer.from(text).subarray(0, bytes).toString().length;
}
