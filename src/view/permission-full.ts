import { sanitize } from '../base/text';
import type { PermissionRequest } from '../session/state';
import type { Line } from './block';
import { wholeDiff } from './diff';
import { indented, line, withoutTarget } from './line';

/** All that an agent said about what it asks, uncut: each diff and text, then the raw input as JSON. */
export function fullLines(request: PermissionRequest, cwd: string): Line[] {
  const { content, rawInput } = request;
  const parts = content.flatMap((item): Line[] => {
    if (item.type === 'diff') return wholeDiff(item, cwd);
    return textLines(
      item.type === 'content' && item.content.type === 'text' ? item.content.text : item,
    );
  });
  const input = rawInput === undefined || rawInput === null ? [] : textLines(rawInput);
  const heading = line(['  ', ['raw input', 'AcpMuted']]);
  return [...parts, ...(input.length > 0 ? [heading, ...input] : [])].map(withoutTarget);
}

function textLines(value: unknown): Line[] {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return indented(sanitize(text).split('\n'), 'AcpOutput');
}
