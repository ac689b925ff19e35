import type { Lua } from '../../nvim/lua';
import type { DocumentScope } from '../../session/ports';
import type { Asks } from '../asks';
import type { DataFiles } from '../chat/open-target';

/** What providers find things with. */
export interface ContextTools {
  readonly lua: Lua;
  readonly asks: Pick<Asks, 'ask'>;
  readonly dataFiles: Pick<DataFiles, 'add'>;
  /** Paths of files and folders that the session's agent may have, the best first. Never rejects. */
  readonly findFiles: (
    scope: DocumentScope,
    query: string,
    limit: number,
  ) => Promise<readonly string[]>;
}
