/**
 * Takes a shell line apart: every program it would start, every file it would write. Follows what sh, bash and zsh
 * have in common; whatever is beyond that, or depends on values only the shell knows, becomes a doubt. Never the
 * other way round: it is better to ask about a harmless line than to let a clever one through.
 */
import { Doubt, Parts, type ShellAnalysis } from './parts';
import { refuseStrangeCharacters, Scanner, sinkFor } from './scanner';
import { unwrap } from './wrappers';

/** @param home what `~` stands for; without it the paths that begin so are unknown */
export function analyseShell(line: string, home?: string): ShellAnalysis {
  return gather((parts) => new Scanner(line, parts, home, 0).all());
}

/** The same for a program with its arguments: no shell reads these, unless the program is one. */
export function analyseArgv(argv: readonly string[], home?: string): ShellAnalysis {
  return gather((parts) => {
    const words = argv.map((text) => ({ text, raw: text, known: true }));
    for (const { text } of words) refuseStrangeCharacters(text);
    unwrap({ words, env: [], reads: [] }, sinkFor(parts, home, 0));
  });
}

function gather(read: (parts: Parts) => void): ShellAnalysis {
  const parts = new Parts();
  try {
    read(parts);
    return parts.finish();
  } catch (error) {
    if (!(error instanceof Doubt)) throw error;
    // What was found before is no more than a guess when the rest makes no sense.
    return { commands: [], writes: [], doubts: [error.message] };
  }
}
