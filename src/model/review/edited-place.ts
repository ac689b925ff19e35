import { diffLines } from '../../edit/hunks';
import { splitText } from '../../edit/text';

/** One place in which the user's text differs from the agent's, for which it was written. */
export interface EditedPlace {
  /** 1-based lines of the file as it was written; `to` is below `from` where it has none. */
  readonly from: number;
  readonly to: number;
  readonly agents: readonly string[];
  readonly users: readonly string[];
}

/** @param proposed what the agent's text would have made of the file */
export function editedPlaces(proposed: string, written: string): EditedPlace[] {
  const [agents, users] = [splitText(proposed).lines, splitText(written).lines];
  let shift = 0;
  return diffLines(agents, users).map(({ row, del, lines }) => {
    const from = row + shift + 1;
    shift += lines.length - del;
    const to = from + lines.length - 1;
    return { from, to, agents: agents.slice(row, row + del), users: lines };
  });
}
