import type { Logger } from '../../base/logger';
import type { Drafts } from '../../files/disk/drafts';
import { sweepDrafts } from '../../files/disk/sweep-drafts';
import { shownPath } from '../../view/path';
import type { Notify } from '../messages';

/** Cleans up after hosts that were killed; the user hears of files that were put back. */
export async function cleanUp(drafts: Drafts, log: Logger, notify: Notify): Promise<void> {
  for (const { path, problem } of await sweepDrafts(drafts, log)) {
    const text = `${shownPath(path, process.cwd())} was just being written when the host was killed`;
    notify('warn', `${text}; ${problem ?? 'it holds its old text again'}`);
  }
}
