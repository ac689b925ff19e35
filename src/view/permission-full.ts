import type { PermissionRequest } from '../model/state';
import { askedLines } from './asked';
import { askedText, WHOLE } from './asked-text';
import type { Line } from './block';
import { indentedJson } from './json';
import { line } from './line';

/** All that an agent said about what it asks, uncut; then the raw input as it came, and what was asked before. */
export function fullLines(request: PermissionRequest, cwd: string): Line[] {
  const { rawInput, before } = request;
  return [
    ...askedLines(request, cwd, WHOLE),
    ...(rawInput === undefined || rawInput === null
      ? []
      : [heading('raw input'), ...askedText(indentedJson(rawInput), WHOLE, OUTPUT)]),
    ...(before ? [heading('before the agent changed it'), ...fullLines(before, cwd)] : []),
  ];
}

const OUTPUT = { group: 'AcpOutput' } as const;

function heading(text: string): Line {
  return line(['  ', [text, 'AcpMuted']]);
}
