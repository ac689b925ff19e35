/** When what is known of a file's diagnostics is about its text as it is now. */
import type { DiagnosticActivity } from '../../nvim/language-servers';

/** Servers report in steps: first what is wrong in the syntax, then in the types. */
const QUIET_MS = 400;
/** One that has found the same as before may say nothing. */
const SILENT_MS = 3000;
/** After a file was opened, until servers have attached themselves. */
const ATTACH_MS = 600;

/** @param age milliseconds for which the file is known to be loaded */
export function isSettled(activity: DiagnosticActivity, age: number): boolean {
  const { busy, servers, pulls, since_sent, since_published } = activity;
  if (servers.length === 0) return age >= ATTACH_MS;
  if (busy) return false;
  // They are asked, and their answer is about the text as it is.
  if (pulls.length === servers.length) return true;
  if (since_published < since_sent) return since_published >= QUIET_MS;
  return since_sent >= SILENT_MS;
}
