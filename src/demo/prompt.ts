import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '../protocol/schema.gen';
import { fileAtHand } from './project';

/** What the user asks for. */
export interface Asked {
  /** First word, lower case, without the slash of a command. */
  readonly name: string;
  /** The rest of the first word's line and all below it. */
  readonly argument: string;
  /** The whole prompt's text. */
  readonly text: string;
  /** The file that is meant: attached, or mentioned, or the most promising one of the project. */
  readonly file: () => string | undefined;
}

/** What the user asks for: the first word is the request, the rest its argument. */
export function understand(prompt: readonly ContentBlock[], cwd: string): Asked {
  const text = prompt
    .flatMap((block) => (block.type === 'text' ? block.text : []))
    .join('\n')
    .trim();
  const [, name = '', argument = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const attached = prompt.flatMap((block) => pathOf(block) ?? [])[0];
  return {
    name: name.toLowerCase(),
    argument: argument.trim(),
    text,
    file: () => attached ?? fileAtHand(argument, cwd),
  };
}

function pathOf(block: ContentBlock): string | undefined {
  if (block.type === 'resource_link') return fromUri(block.uri);
  return block.type === 'resource' ? fromUri(block.resource.uri) : undefined;
}

function fromUri(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined; // no file: a web page, say
  }
}

/** The number in "stream 50", within bounds. */
export function countIn(argument: string, usual: number, most: number): number {
  const count = Number.parseInt(argument, 10);
  return Number.isNaN(count) ? usual : Math.min(Math.max(count, 1), most);
}
