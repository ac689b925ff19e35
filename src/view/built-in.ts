/** What draws each part of a transcript that none of the user's renderers draws. Pure. */
import type { RenderedPart } from '../model/item-snapshot';
import type { Entry, MessageEntry, PlanEntryInTranscript, ToolEntry } from '../model/state';
import type { Block, Line } from './block';
import { contentLines, type ShownContent } from './content';
import type { DrawContent, ViewContext } from './context';
import type { MessageView } from './message';
import { noticeBlock } from './notice';
import { planBlock } from './plan';
import { attachedLines, promptBlock } from './prompt-context';
import { matching, type Renderer } from './renderers';
import { toolBlock } from './tool';
import { TOOL_RENDERERS } from './tools';
import type { ToolRenderer } from './tools/renderer';
import { changesBlock } from './turn-changes';

export interface MessageContext extends ViewContext {
  /** What has drawn a message so far: only what is new of it is drawn. */
  readonly message: (entry: MessageEntry) => MessageView;
  readonly drawContent: DrawContent;
}

/** How each part is drawn. */
interface Drawings {
  readonly tool: (entry: ToolEntry, context: ViewContext) => Block;
  readonly agent: (entry: MessageEntry, context: MessageContext) => Block;
  readonly user: (entry: MessageEntry, context: MessageContext) => Block;
  readonly thought: (entry: MessageEntry, context: MessageContext) => Block;
  readonly plan: (entry: PlanEntryInTranscript) => Block;
  readonly content: (block: ShownContent, within: Entry['kind'], cwd: string) => readonly Line[];
}

interface BuiltInRenderer<P extends RenderedPart> extends Renderer {
  readonly part: P;
  readonly draw: Drawings[P];
}

/** After all others. */
const LAST = Number.NEGATIVE_INFINITY;

const BUILT_IN: { readonly [P in RenderedPart]: readonly BuiltInRenderer<P>[] } = {
  tool: [
    ...Object.entries(TOOL_RENDERERS).map(([kind, tool]) => builtIn('tool', card(tool), kind)),
    builtIn('tool', card(TOOL_RENDERERS.other)),
  ],
  agent: [builtIn('agent', messageBlock)],
  user: [builtIn('user', userBlock)],
  thought: [builtIn('thought', messageBlock)],
  plan: [builtIn('plan', planBlock)],
  content: [builtIn('content', contentBlock)],
};

function builtIn<P extends RenderedPart>(
  part: P,
  draw: Drawings[P],
  match?: string,
): BuiltInRenderer<P> {
  return { part, priority: LAST, draw, ...(match === undefined ? {} : { match }) };
}

function card(tool: ToolRenderer): Drawings['tool'] {
  return (entry, context) => toolBlock(entry, context, tool);
}

function messageBlock(entry: MessageEntry, context: MessageContext): Block {
  return context.message(entry).draw(entry, context.width, context.drawContent);
}

function userBlock(entry: MessageEntry, context: MessageContext): Block {
  return promptBlock(entry, context, (shown) => messageBlock(shown, context));
}

function contentBlock(block: ShownContent, within: Entry['kind'], cwd: string): readonly Line[] {
  return within === 'user' ? attachedLines(block, cwd) : contentLines(block);
}

/** An entry as the plugin draws it. What it only says itself is in no table: nobody else draws that. */
export function builtInBlock(entry: Entry, context: MessageContext): Block {
  switch (entry.kind) {
    case 'tool':
      return builtInCard(entry, context);
    case 'plan':
      return drawing('plan')(entry);
    case 'notice':
      return noticeBlock(entry);
    case 'changes':
      return changesBlock(entry, context);
    default:
      return drawing(entry.kind)(entry, context);
  }
}

/** A tool call as the plugin draws it. */
export function builtInCard(entry: ToolEntry, context: ViewContext): Block {
  return drawing('tool', [entry.call.kind])(entry, context);
}

/** A content block of a message as the plugin draws it. */
export function builtInContent(
  block: ShownContent,
  within: Entry['kind'],
  cwd: string,
): readonly Line[] {
  return drawing('content', [block.type])(block, within, cwd);
}

function drawing<P extends RenderedPart>(part: P, names: readonly string[] = []): Drawings[P] {
  const renderers: readonly BuiltInRenderer<P>[] = BUILT_IN[part];
  const [first] = matching({ part, names }, renderers);
  if (!first) throw new Error(`nothing draws a part "${part}"`);
  return first.draw;
}
