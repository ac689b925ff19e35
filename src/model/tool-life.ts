/** The life of a tool call as the user sees it: which state follows which, and what leads there. Pure. */

/** The states, each with those that may follow it. */
interface Following {
  'input-streaming': Waited | 'input-available';
  'input-available': Waited;
  'approval-requested': 'approval-responded' | 'output-denied' | Ended;
  'approval-responded': 'approval-requested' | 'running' | Ended;
  running: 'approval-requested' | Ended;
  /** Agents correct their last word; a new question begins a new try. */
  'output-available': 'output-error' | 'approval-requested';
  'output-error': 'output-available' | 'approval-requested';
  'output-denied': 'approval-requested';
  /** Its result may come late. */
  cancelled: 'output-available' | 'output-error' | 'approval-requested';
}

type Ended = 'output-available' | 'output-error' | 'cancelled';
type Waited = 'approval-requested' | 'running' | Ended;

/** The user-visible life of a tool call, on top of the wire's status. */
export type ToolState = keyof Following;

/** What moves a call; `abandoned`: there will be no result. */
export type Signal =
  | 'inputComplete'
  | 'asked'
  | 'allowed'
  | 'denied'
  | 'in_progress'
  | 'completed'
  | 'failed'
  | 'abandoned';

export type Moves = {
  readonly [S in ToolState]: { readonly [G in Signal]?: Following[S] };
};

const ENDS = {
  completed: 'output-available',
  failed: 'output-error',
  abandoned: 'cancelled',
} as const;

/** A signal that has no place here changes nothing (docs/agents.md, 4): an open question stays open while the call runs. */
const MOVES: Moves = {
  'input-streaming': {
    inputComplete: 'input-available',
    asked: 'approval-requested',
    in_progress: 'running',
    ...ENDS,
  },
  'input-available': { asked: 'approval-requested', in_progress: 'running', ...ENDS },
  'approval-requested': {
    allowed: 'approval-responded',
    denied: 'output-denied',
    ...ENDS,
  },
  'approval-responded': { asked: 'approval-requested', in_progress: 'running', ...ENDS },
  running: { asked: 'approval-requested', ...ENDS },
  'output-available': { asked: 'approval-requested', failed: 'output-error' },
  'output-error': { asked: 'approval-requested', completed: 'output-available' },
  'output-denied': { asked: 'approval-requested' },
  cancelled: {
    asked: 'approval-requested',
    completed: 'output-available',
    failed: 'output-error',
  },
};

/** The state after a signal. */
export function stateAfter(state: ToolState, signal: Signal): ToolState {
  return MOVES[state][signal] ?? state;
}

/** Nothing more is expected of the call. */
export function isFinal(state: ToolState): boolean {
  return stateAfter(state, 'abandoned') === state;
}
