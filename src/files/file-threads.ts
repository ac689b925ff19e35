import { join } from 'node:path';
import type { Logger } from '../base/logger';
import { FinderThread } from './finder/thread';
import { RecorderThread } from './scan/thread';
import { SearchThreads } from './search/thread';

/** What takes too long for the host's own thread. Each is started when it is first needed. */
export interface FileThreads {
  readonly recorder: RecorderThread;
  readonly finder: FinderThread;
  readonly searches: SearchThreads;
}

/** @param root folder of the plugin */
export function fileThreads(root: string, log: Logger): FileThreads {
  const program = (name: string): string => join(root, 'dist', name);
  return {
    recorder: new RecorderThread(program('recorder.js'), log),
    finder: new FinderThread(program('finder.js'), log),
    searches: new SearchThreads(program('search.js')),
  };
}
