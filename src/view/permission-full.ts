import { type ShownChange, shownChanges } from '../model/proposal';
import type { PermissionRequest } from '../model/state';
import { type AskedPart, askedParts } from './asked';
import { hiddenOptionLines } from './asked-options';
import { askedText, WHOLE } from './asked-text';
import type { Line } from './block';
import { indentedJson } from './json';
import { line } from './line';

/** Cells of an option that a narrow editor shows where it is chosen. */
const MAX_OPTION = 48;

/** All that an agent said about what it asks, uncut; then the raw input as it came, and what was asked before. */
export function fullParts(
  request: PermissionRequest,
  cwd: string,
  changes: readonly ShownChange[],
): AskedPart[] {
  const { rawInput, before, options } = request;
  const input =
    rawInput === undefined || rawInput === null
      ? []
      : [heading('raw input'), ...askedText(indentedJson(rawInput), WHOLE, OUTPUT)];
  return [
    ...askedParts(request, cwd, WHOLE, changes),
    { lines: [...input, ...hiddenOptionLines(options, WHOLE, MAX_OPTION)] },
    ...(before
      ? [
          { lines: [heading('before the agent changed it')] },
          ...fullParts(before, cwd, shownChanges(before, cwd)).map(({ lines }) => ({ lines })),
        ]
      : []),
  ];
}

const OUTPUT = { group: 'AcpOutput' } as const;

function heading(text: string): Line {
  return line(['  ', [text, 'AcpMuted']]);
}
