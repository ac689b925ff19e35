const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError];

/** Whether JavaScript itself raised the error: a fault of ours, not a message that somebody wrote for the user. */
export function isMistake(error: unknown): boolean {
  return !(error instanceof Error) || MISTAKES.some((kind) => error instanceof kind);
}
