import type { Change } from '../../src/session/ports';

/** What a write makes of a file that is not there. */
export function newFile(content: string): Change {
  return { before: null, after: content, removed: [], added: content.split('\n') };
}
