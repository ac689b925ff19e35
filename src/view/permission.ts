import { oneLine } from '../base/text';
import type { PermissionRequest, SessionState } from '../session/state';
import type { Line } from './block';
import { cardList } from './card-list';
import type { ViewContext } from './context';
import { MAX_LINES_ASKED, shownDiff } from './diff';
import type { ShownField } from './elicitation';
import { line, withoutTarget } from './line';
import { shownPath } from './path';
import { permissionKeys } from './permission-keys';
import { TOOL_RENDERERS } from './tools';
import { commandLines, inputCommand, jsonLines } from './tools/input';
import { contentLines } from './tools/output';

/** One pending permission as the float shows it. */
export interface PermissionCard {
  readonly id: string;
  readonly session: string;
  /** The chat it belongs to, so that the float can stand near it. */
  readonly view: number;
  readonly title: string;
  /** What the float calls it; absent: a permission. */
  readonly heading?: string;
  /** Body: tool, raw input or diff, as the views draw it; control characters already neutralised. */
  readonly lines: readonly Line[];
  /** All options in the agent's order with the key that chooses each (one printable character). */
  readonly options: readonly {
    readonly optionId: string;
    readonly name: string;
    readonly kind: string;
    readonly key: string;
  }[];
  /** Set for what an agent asks to be filled in or opened: `elicit` answers it, not `respond`. */
  readonly fields?: readonly ShownField[];
}

/** The open questions of a session, oldest first. A question stays as it was asked, while states come and go. */
export const permissionCards = cardList(({ permissions }) => permissions, drawCard);

function drawCard(request: PermissionRequest, state: SessionState, view: number): PermissionCard {
  const keys = permissionKeys(request.options);
  return {
    id: request.id,
    session: state.id,
    view,
    title: oneLine(request.title),
    lines: [
      toolLine(request),
      ...placeLines(request, state.cwd),
      ...askedLines(request, state.cwd),
    ].map(withoutTarget),
    options: request.options.map(({ optionId, name, kind }, index) => ({
      optionId,
      name: oneLine(name),
      kind,
      key: keys[index] ?? '',
    })),
  };
}

function toolLine(request: PermissionRequest): Line {
  const { icon } = TOOL_RENDERERS[request.kind] ?? TOOL_RENDERERS.other;
  return line([
    [`${icon} ${request.kind.replace('_', ' ')}`, 'AcpToolKind'],
    '  ',
    // In full: the user decides on it.
    [oneLine(request.title), 'AcpPermissionTitle'],
  ]);
}

function placeLines(request: PermissionRequest, cwd: string): Line[] {
  const diffed = new Set(request.content.map((item) => (item.type === 'diff' ? item.path : '')));
  const paths = new Set(request.locations.map(({ path }) => path));
  return [...paths]
    .filter((path) => !diffed.has(path))
    .map((path) => line(['  ', [shownPath(path, cwd), 'AcpPath']]));
}

/** What would be done: every diff and text; the raw input when no diff says it better. */
function askedLines(request: PermissionRequest, cwd: string): Line[] {
  const context: ViewContext = { cwd, width: 0, terminal: () => undefined };
  const hasDiff = request.content.some((item) => item.type === 'diff');
  const content = request.content.flatMap((item) =>
    item.type === 'diff'
      ? shownDiff(item, cwd, MAX_LINES_ASKED)
      : contentLines(item, context, 'head'),
  );
  return [...(hasDiff ? [] : inputLines(request.rawInput)), ...content];
}

function inputLines(input: unknown): Line[] {
  const found = inputCommand(input);
  return found ? [...commandLines(found.command), ...jsonLines(found.rest)] : jsonLines(input);
}
