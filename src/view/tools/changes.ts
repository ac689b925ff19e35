/** What a finished call has really done to files, where its agent shows no diff. */
import type { CallChange, CallChanges } from '../../model/call-change';
import type { ToolEntry } from '../../model/state';
import { lacksDiffs } from '../../model/tool-call';
import type { Line } from '../block';
import { fileParts } from '../changes';
import { type Call, diffRowLines, numbered } from '../diff';
import { line, omittedLine, withMarks, withTarget } from '../line';
import { fileTarget } from '../path';
import { foldRest, type ToolBody } from './renderer';

/** Lines in sight, as many as of an edit. */
const IN_SIGHT = 60;

/** Those that the call's own diffs do not show. */
export function untoldChanges({ call, changes }: ToolEntry): CallChanges | undefined {
  return lacksDiffs(call) ? changes : undefined;
}

export function withChanges(body: ToolBody, entry: ToolEntry, cwd: string): ToolBody {
  const changes = untoldChanges(entry);
  if (!changes) return body;
  const { call, turn } = entry;
  const { files, omitted } = changes;
  const { toolCallId } = call;
  const more = line([`  … and ${omitted} more files`], 'AcpMuted');
  const isNamed = (one: Line): boolean => {
    const { target } = withMarks(one);
    return (
      target?.kind === 'file' && !target.line && files.some(({ path }) => path === target.path)
    );
  };
  const lines = [
    // Rows that fold are counted.
    ...(body.fold ? body.lines : body.lines.filter((one) => !isNamed(one))),
    ...files.flatMap((file) => changeLines(file, { turn, toolCallId }, cwd)),
    ...(omitted > 0 ? [more] : []),
  ];
  return body.fold ? { lines, fold: body.fold } : foldRest(lines, IN_SIGHT);
}

function changeLines(change: CallChange, call: Call, cwd: string): Line[] {
  const { path, rows, total } = change;
  return [
    withTarget(line(['  ', ...fileParts(change, cwd)]), fileTarget(path, cwd)),
    ...diffRowLines(rows, numbered(path, rows), { ...call, path }),
    ...omittedLine(total - rows.length, 'more'),
  ];
}
