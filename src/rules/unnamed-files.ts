/** Commands of git that print what is in files which the line does not name. */
import { onlyLooks } from './read-only';
import type { Word } from './shell/parts';
import { programName } from './shell/wrapper-options';

const list = (text: string): readonly string[] => text.split(' ');

/** They print nothing of what is in files, unless they are asked for a patch. */
const SILENT = new Set(
  list('add branch checkout cherry-pick clean clone commit config describe fetch init').concat(
    list('ls-tree merge merge-base mv pull push rebase remote reset restore rev-list rev-parse'),
    list('revert rm shortlog stash switch tag worktree'),
  ),
);
const PATCH = /^-[a-zA-Z]*[pv]|^--(?:patch|verbose)|^show$/;

/** They print names, numbers and messages alone, with the options that were looked at. */
const SUMMED_UP = new Set(list('log ls-files status'));

/** What is said instead of the lines that were changed. */
const SUMMARIES = new Set(
  list('--stat --shortstat --numstat --name-only --name-status --summary --no-patch -s'),
);
const BESIDE_SUMMARIES = new Set(
  list('-- --cached --staged --no-color --no-renames --exit-code --oneline --decorate'),
);

/** One file of one commit. */
const NAMED = /^[\w./~^@-]*:[\w.]/;
/** Surely a commit, and no file of one. */
const COMMIT = /^(?:HEAD|@)[~^\d]*$/;

/** Whether the command may print what is in files that it does not name: also those of earlier commits. */
export function printsUnnamed(words: readonly Word[]): boolean {
  const [program = '', sub = '', ...more] = words.map(({ text }) => text);
  if (programName(program) !== 'git' || words.length < 2) return false;
  if (SILENT.has(sub)) return more.some((word) => PATCH.test(word));
  if (SUMMED_UP.has(sub)) return onlyLooks([program, sub, ...more], 2) !== true;
  if (sub !== 'show' && sub !== 'diff') return true;
  const about = operands(more);
  // What is not committed yet.
  if (sub === 'diff' && about.length === 0) return false;
  if (about.length > 0 && about.every((word) => NAMED.test(word))) return false;
  return !isSummary(more) || (sub === 'show' && !about.every((word) => COMMIT.test(word)));
}

/** The words before those that are surely paths. */
function operands(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? words.length : end).filter((word) => !word.startsWith('-'));
}

function isSummary(words: readonly string[]): boolean {
  const options = words.filter((word) => word.startsWith('-'));
  return (
    options.some((one) => SUMMARIES.has(one)) &&
    options.every((one) => SUMMARIES.has(one) || BESIDE_SUMMARIES.has(one))
  );
}
