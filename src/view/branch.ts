/** A call with what a sub-agent has done for it. Once all of it is over it folds to one line that says how much it is. Pure. */
import { quantity } from '../base/quantity';
import type { Entry } from '../model/state';
import { isFinal } from '../model/tool-life';
import type { Block, Line } from './block';
import type { Drawn } from './entry-drawer';
import { CLOSED } from './folded';
import { followedBy, type Part, textOf } from './line';
import { lineAt } from './pieces';

/** An entry with all that stands under it. */
export interface Branch {
  readonly entry: Entry;
  readonly shown: readonly Drawn[];
  readonly below: Below;
}

interface Below {
  readonly calls: number;
  readonly failed: number;
  readonly isOver: boolean;
}

const NOTHING: Below = { calls: 0, failed: 0, isOver: true };

/** @param own nothing where it is not shown */
export function leaf(entry: Entry, own: readonly Drawn[]): Branch {
  return { entry, shown: own, below: NOTHING };
}

/** A call, and the branches under it. */
export function withBelow(call: Branch, branches: readonly Branch[]): Branch {
  const below = branches.map(counted).reduce(added, NOTHING);
  const shown = branches.flatMap((branch) => branch.shown);
  const [first] = call.shown;
  const last = shown.pop();
  const folds = below.calls > 0 && below.isOver && isOver(call.entry);
  const end = first && last && folds ? ending(last, first, below) : last;
  return { ...call, shown: [...call.shown, ...shown, ...(end ? [end] : [])], below };
}

/** A branch with its entry. */
function counted({ entry, shown, below }: Branch): Below {
  const isCall = entry.kind === 'tool' && shown.length > 0;
  const hasFailed = isCall && entry.call.state === 'output-error';
  const own = { calls: Number(isCall), failed: Number(hasFailed), isOver: isOver(entry) };
  return added(own, below);
}

function added(a: Below, b: Below): Below {
  return {
    calls: a.calls + b.calls,
    failed: a.failed + b.failed,
    isOver: a.isOver && b.isOver,
  };
}

function isOver(entry: Entry): boolean {
  if (entry.kind === 'tool') return isFinal(entry.call.state);
  return !('done' in entry) || entry.done;
}

function ending(last: Drawn, { entry, block, level }: Drawn, below: Below): Drawn {
  // What did not go well stays in sight.
  const isOpen = entry.kind !== 'tool' || entry.call.state !== 'output-available';
  return {
    ...last,
    block: withGroup(last.block, block, countOf(below), isOpen),
    foldsTo: isOpen ? undefined : level,
  };
}

function countOf({ calls, failed }: Below): readonly Part[] {
  const count: Part = [quantity(calls, 'call'), 'AcpMuted'];
  return ['  ', CLOSED, count, ...(failed > 0 ? [failedOf(failed)] : [])];
}

function failedOf(failed: number): Part {
  return [`, ${failed} failed`, 'AcpToolFailed'];
}

interface Ended {
  readonly first: Block;
  readonly closed: Line;
  readonly block: Block;
}

const ended = new WeakMap<Block, Ended>();

/** The same block each time. */
function withGroup(last: Block, first: Block, count: readonly Part[], isOpen: boolean): Block {
  const closed = followedBy(lineAt(first, 0) ?? '', count);
  const known = ended.get(last);
  if (known?.first === first && textOf(known.closed) === textOf(closed)) return known.block;
  const group = { from: first.id, closed, ...(isOpen ? { open: true as const } : {}) };
  const block = { ...last, groups: [...(last.groups ?? []), group] };
  ended.set(last, { first, closed, block });
  return block;
}
