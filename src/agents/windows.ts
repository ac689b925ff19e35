/**
 * Batch files on Windows. Node refuses to start them without a shell, and cmd.exe reads arguments by rules of its
 * own: the script behind an npm shim is started directly, everything else with each special character escaped.
 */
import { win32 } from 'node:path';

/** Arguments for `spawn`. */
export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  /** Arguments are quoted already (`windowsVerbatimArguments`). */
  readonly verbatim?: boolean;
}

/** The line in npm's shims that names the script: `"%dp0%\node_modules\…\main.js" %*`. */
const SHIM_TARGET = /"%(?:~dp0|dp0%)\\([^"]+\.[cm]?js)"/i;

/** How to start `file`, which may be a batch file. */
export function windowsCommandLine(
  file: string,
  args: readonly string[],
  read: (path: string) => string,
): CommandLine {
  if (!/\.(?:cmd|bat)$/i.test(file)) return { file, args };
  const script = SHIM_TARGET.exec(readOrEmpty(file, read))?.[1];
  if (script) {
    return { file: process.execPath, args: [win32.join(win32.dirname(file), script), ...args] };
  }
  const line = [escapeForCmd(file), ...args.map((arg) => escapeForCmd(quote(arg)))].join(' ');
  return { file: 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

function readOrEmpty(file: string, read: (path: string) => string): string {
  try {
    return read(file);
  } catch {
    return '';
  }
}

/** Quotes as Microsoft's C runtime reads them: backslashes count only before a quote. */
function quote(arg: string): string {
  return `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
}

/** A caret before everything that cmd.exe would act on. */
function escapeForCmd(text: string): string {
  return text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}
