/**
 * Takes a shell line apart for rules that deny and ask: every program it may start, every file it may write. Follows
 * what sh, bash and zsh have in common. Where that is not enough, something unknown is said to run: a guess that has
 * the user asked. What rules may allow is another matter: see `plain-line.ts`.
 */
import { type Parts, type ShellAnalysis, UNKNOWN_COMMAND, Uncertainty } from './parts';
import { Scanner, sinkFor } from './scanner';
import { unwrap } from './wrappers';

/** @param home what `~` means; without it the paths that begin so are unknown */
export function analyseShell(line: string, home?: string): ShellAnalysis {
  return gather((parts) => new Scanner(line, parts, home, 0).all());
}

/** The same for a program with its arguments: no shell reads these, unless the program is one. */
export function analyseArgv(argv: readonly string[], home?: string): ShellAnalysis {
  return gather((parts) => {
    const words = argv.map((text) => ({ text, raw: text, known: true }));
    unwrap({ words, names: [] }, sinkFor(parts, home, 0));
  });
}

function gather(read: (parts: Parts) => void): ShellAnalysis {
  const parts: Parts = { commands: [], writes: [] };
  try {
    read(parts);
  } catch (error) {
    if (!(error instanceof Uncertainty)) throw error;
    parts.commands.push(UNKNOWN_COMMAND);
  }
  return parts;
}
