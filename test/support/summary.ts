import type { Entry, SessionState } from '../../src/model/state';
import type { ContentBlock } from '../../src/protocol/schema.gen';

/** The transcript, one short line for each entry. */
export function transcript(state: SessionState): string[] {
  return state.entries.map(line);
}

function line(entry: Entry): string {
  switch (entry.kind) {
    case 'tool':
      return `tool ${entry.call.kind} "${short(entry.call.title)}": ${entry.call.state}`;
    case 'plan':
      return `plan: ${entry.plan.map(({ status }) => status).join(', ')}`;
    case 'notice':
      return `${entry.level}: ${short(entry.text)}`;
    case 'changes':
      return `changes: ${entry.files.map(({ path }) => path).join(', ')}`;
    default:
      return `${entry.kind}: ${short(entry.content.map(text).join(''))}`;
  }
}

function text(block: ContentBlock): string {
  return block.type === 'text' ? block.text : `[${block.type}]`;
}

function short(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 30)}… (${value.length})` : line;
}
