/** A prompt of the user with what went along: names where they stood, and below them all of it, folded. Pure. */
import { quantity } from '../base/quantity';
import { byteLength, oneLine, sanitize, truncateDisplay } from '../base/text';
import { mentionText } from '../model/context/mentions';
import { placeOfUri } from '../model/context/places';
import type { MessageEntry } from '../model/state';
import type { ContentBlock } from '../protocol/schema.gen';
import type { Block, Line, Target } from './block';
import { type Attached, chipName, writtenPrompt } from './chip';
import { placeholder } from './content';
import type { DrawContent } from './context';
import { FOLDED_WIDTH, foldedUnder } from './folded';
import { line, omittedLine, textOf, withMarks, withTarget } from './line';
import { rowCount } from './pieces';
import { contentTarget } from './target';

/** Of one thing; all of it is opened from its name. */
const MAX_LINES = 200;

/** A prompt: its text as `draw` draws it, below that what went along. */
export function promptBlock(
  entry: MessageEntry,
  place: Place,
  draw: (entry: MessageEntry) => Block,
): Block {
  const attached = entry.content.flatMap((block, index) =>
    block.type === 'text' ? [] : [{ block, lines: place.drawContent(index, block) }],
  );
  if (attached.length === 0) return draw(entry);
  return withContext(draw(asWritten(entry, place.cwd)), attached, place);
}

/** The prompt as its user wrote it. */
function asWritten(entry: MessageEntry, cwd: string): MessageEntry {
  return { ...entry, content: [{ type: 'text', text: writtenPrompt(entry.content, cwd) }] };
}

/** What went along, as it is drawn. */
interface Drawn {
  readonly block: Attached;
  readonly lines: readonly Line[];
}

/** The block of a prompt with its names marked, and below them what they stand for. */
function withContext(block: Block, attached: readonly Drawn[], place: Place): Block {
  const names = attached.map((one) => ({
    text: mentionText(chipName(one.block, place.cwd)),
    target: placeOrContent(one.block),
  }));
  const written = block.lines.slice(0, -1).map((one) => marked(one, names));
  const context = contextLines(attached, place);
  const from = rowCount(block) - 1;
  return {
    ...block,
    lines: [...written, ...context, ''],
    context: foldedUnder(context[0] ?? '', from, from + context.length - 1),
  };
}

interface Place {
  readonly cwd: string;
  readonly width: number;
  readonly drawContent: DrawContent;
}

interface Name {
  readonly text: string;
  readonly target: Target | undefined;
}

/** The line is opened as what it names first. */
function marked(shown: Line, names: readonly Name[]): Line {
  const text = textOf(shown);
  const found = names
    .map((name) => ({ name, at: text.indexOf(name.text) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const [first] = found;
  if (!first) return shown;
  const { spans = [], ...marks } = withMarks(shown);
  const added = found.map(({ name, at }) => {
    const from = byteLength(text.slice(0, at));
    return { from, to: from + byteLength(name.text), group: 'AcpChip' };
  });
  return withTarget({ ...marks, spans: [...spans, ...added] }, first.name.target);
}

function contextLines(attached: readonly Drawn[], { cwd, width }: Place): Line[] {
  const names = attached.map(({ block }) => chipName(block, cwd)).join(', ');
  const label = '▾ Context  ';
  const header = line(
    [label, truncateDisplay(oneLine(names), Math.max(20, width - label.length - FOLDED_WIDTH))],
    'AcpMuted',
  );
  const [first] = attached;
  return [
    withTarget(header, first && placeOrContent(first.block)),
    ...attached.flatMap(({ lines }) => lines),
  ];
}

/** One thing that went along. */
export function attachedLines(block: Attached, cwd: string): Line[] {
  const text = textIn(block);
  if (text === undefined) return [placeholder(block, '  ')];
  const lines = sanitize(text).replace(/\n$/, '').split('\n');
  const target = placeOrContent(block);
  const count = quantity(lines.length, 'line');
  const head = line(['  ', [chipName(block, cwd), 'AcpPath'], [` · ${count}`, 'AcpMuted']]);
  const first = block.type === 'resource' ? placeOfUri(block.resource.uri)?.lines?.first : 1;
  return [
    withTarget(head, target),
    ...lines
      .slice(0, MAX_LINES)
      .map((one, index) =>
        withTarget(line(['    ', one], 'AcpOutput'), atLine(target, (first ?? 1) + index)),
      ),
    ...omittedLine(Math.max(0, lines.length - MAX_LINES), 'more'),
  ];
}

/** What the user has chosen leads to where they chose it. */
function placeOrContent(block: Attached): Target | undefined {
  const place = block.type === 'resource' ? placeOfUri(block.resource.uri) : undefined;
  if (!place) return contentTarget(block);
  const { path, lines } = place;
  return { kind: 'file', path, ...(lines ? { line: lines.first } : {}) };
}

function textIn(block: ContentBlock): string | undefined {
  return block.type === 'resource' && 'text' in block.resource ? block.resource.text : undefined;
}

function atLine(target: Target | undefined, row: number): Target | undefined {
  return target?.kind === 'file' ? { ...target, line: row } : target;
}
