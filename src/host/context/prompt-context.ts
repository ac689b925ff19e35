import { pause } from '../../base/timeout';
import { type Mention, mentionsIn, mentionText } from '../../model/context/mentions';
import { PathRanking } from '../../model/context/path-ranking';
import type { PromptChip, PromptSuggestion } from '../../nvim/prompt-context';
import type { ContentBlock } from '../../protocol/schema.gen';
import type { Found, Prompt, Provider } from './provider';

/** Whom a prompt is for. */
export interface PromptAgent {
  readonly title: string;
  /** Absent: it is not known yet. */
  readonly takesImages?: boolean;
}

export interface Suggestions {
  readonly list: readonly PromptSuggestion[];
  /** Some are still being looked for. */
  readonly isPartial: boolean;
}

interface Known {
  readonly found: Found;
  /** By what it is found again. */
  readonly name: string;
}

interface FoundMention extends Known {
  readonly mention: Mention;
}

/** A part of a prompt: what it says, or the name of what goes along there. */
export type PromptPart = { readonly text: string } | { readonly name: string };

/** A prompt with what it mentions in its place. */
export interface ResolvedPrompt {
  readonly content: ContentBlock[];
  /** To resolve it again. */
  readonly parts: readonly PromptPart[];
  /** What the user must know of it. */
  readonly remarks: readonly string[];
}

/** Finds what the text of a prompt mentions. */
export class PromptContext {
  readonly #providers: readonly Provider[];

  constructor(providers: readonly Provider[]) {
    this.#providers = providers;
  }

  /**
   * What the user may mean who has typed `query` behind an "@".
   * @param patience what is not found by then is left out; without it all is waited for
   */
  async suggest(query: string, prompt: Prompt, patience?: number): Promise<Suggestions> {
    const words = new Map(this.#providers.map(({ word, about }) => [word, about]));
    const named = new PathRanking([...words.keys()])
      .best(query, words.size)
      .filter((word) => word.startsWith(query) || query.length > 1)
      .map((word) => ({ word: `@${word}`, label: word, about: words.get(word) ?? '' }));
    const lists = await Promise.all(
      this.#providers.map(async (provider) => {
        // One that fails, a language server say, must not hide the others.
        const list = provider.suggest?.(query, prompt).catch(() => []) ?? [];
        return patience === undefined ? list : Promise.race([list, pause(patience)]);
      }),
    );
    const found = lists
      .flatMap((list) => list ?? [])
      .map((one) => ({ ...one, word: mentionText(one.word), label: one.label ?? one.word }));
    return {
      list: distinct([...named, ...found]),
      isPartial: lists.includes(undefined),
    };
  }

  /**
   * What goes along as the text is now.
   * @param cursor where the user types: what stands there may not be all of a name
   */
  async chips(
    text: string,
    prompt: Prompt,
    agent: PromptAgent,
    cursor?: number,
  ): Promise<PromptChip[]> {
    const found = await this.#findAll(mentionsIn(text), prompt, cursor);
    return found.map(({ mention, found }) => chip(text, mention, withLimits(found, agent)));
  }

  /** The text with what it mentions in its place. Rejects with a message for the user. */
  async resolve(text: string, prompt: Prompt, agent: PromptAgent): Promise<ResolvedPrompt> {
    const content: ContentBlock[] = [];
    const parts: PromptPart[] = [];
    const remarks: string[] = [];
    const seen = new Set<string>();
    let from = 0;
    const say = (words: string): void => {
      if (words === '') return;
      content.push({ type: 'text', text: words });
      parts.push({ text: words });
    };
    for (const { mention, found, name } of await this.#findAll(mentionsIn(text), prompt)) {
      if (seen.has(found.name)) continue;
      seen.add(found.name);
      if (found.isMissing) {
        remarks.push(aboutProblem(found));
        continue;
      }
      say(text.slice(from, mention.from));
      content.push(await contentOf(withLimits(found, agent)));
      parts.push({ name });
      from = mention.to;
    }
    say(text.slice(from));
    return { content, parts, remarks };
  }

  /** What parts of a prompt say now. Rejects with a message for the user. */
  again(parts: readonly PromptPart[], prompt: Prompt, agent: PromptAgent): Promise<ContentBlock[]> {
    return Promise.all(
      parts.map(async (part) =>
        'text' in part
          ? { type: 'text' as const, text: part.text }
          : (await this.named(part.name, prompt, agent)).content,
      ),
    );
  }

  /** What a name stands for. Rejects with a message for the user. */
  async named(
    name: string,
    prompt: Prompt,
    agent: PromptAgent,
  ): Promise<{ readonly content: ContentBlock; readonly part: PromptPart }> {
    const known = await this.#find(name, prompt, false);
    if (!known || known.found.isMissing)
      throw new Error(`there is nothing that "@${name}" stands for`);
    return { content: await contentOf(withLimits(known.found, agent)), part: { name: known.name } };
  }

  async #findAll(
    mentions: readonly Mention[],
    prompt: Prompt,
    cursor?: number,
  ): Promise<FoundMention[]> {
    const all = await Promise.all(
      mentions.map(async (mention) => {
        const isTyped = mention.to === cursor;
        const known = await this.#find(mention.name, prompt, isTyped);
        // The name of a file that is there may begin like that.
        if (!known || (isTyped && known.found.isMissing)) return undefined;
        return { mention, ...known };
      }),
    );
    return all.filter((one) => one !== undefined);
  }

  async #find(name: string, prompt: Prompt, isTyped: boolean): Promise<Known | undefined> {
    for (const { pins, find } of this.#providers) {
      const found = pins && isTyped ? undefined : await find(name, prompt);
      if (found) return { found, name: pins ? found.name : name };
    }
    return undefined;
  }
}

/** An agent that takes no pictures gets none. */
function withLimits(found: Found, { title, takesImages }: PromptAgent): Found {
  return found.isImage && takesImages === false
    ? { ...found, problem: `${title} takes no images` }
    : found;
}

async function contentOf({ name, problem, content }: Found): Promise<ContentBlock> {
  if (problem) throw new Error(aboutProblem({ name, problem }));
  try {
    return await content();
  } catch (error) {
    throw new Error(`@${name}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function aboutProblem({ name, problem }: Pick<Found, 'name' | 'problem'>): string {
  return `@${name}: ${problem}`;
}

function chip(text: string, { from, to }: Mention, found: Found): PromptChip {
  const { name, detail, problem, place } = found;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const bytes = (end: number): number => Buffer.byteLength(text.slice(start, end));
  return {
    row: text.slice(0, start).split('\n').length - 1,
    from: bytes(from),
    to: bytes(to),
    text: mentionText(name),
    name,
    ...(detail ? { detail } : {}),
    ...(problem ? { problem } : {}),
    ...(place ? { place } : {}),
  };
}

/** The first of each word. */
function distinct(list: readonly PromptSuggestion[]): PromptSuggestion[] {
  const seen = new Set<string>();
  return list.filter(({ word }) => !seen.has(word) && seen.add(word));
}
