const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError];

/** Says whether an error is one that JavaScript raises by itself, and no text that somebody wrote. */
export function isMistake(error: unknown): boolean {
  return !(error instanceof Error) || MISTAKES.some((kind) => error instanceof kind);
}
