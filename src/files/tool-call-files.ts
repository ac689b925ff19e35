import { eachChange } from '../base/list';
import type { SessionChange } from '../model/changes';
import type { ToolCall } from '../model/state';
import { isFinal } from '../model/tool-life';
import { mentionedPaths } from '../model/tool-paths';
import type { Attribution } from './attribution';
import type { DiskWatcher } from './watching/disk-watcher';
import type { TrackedFiles } from './watching/tracked-files';
import type { TreeChanges } from './watching/tree-changes';

export interface ToolCallFilesOptions {
  readonly attribution: Attribution;
  readonly tracked: TrackedFiles;
  readonly watcher: DiskWatcher;
  readonly tree: TreeChanges;
}

interface CallingSession {
  /** Unique in the host. */
  readonly key: string;
  readonly state: { readonly cwd: string };
}

/** Tool calls of these kinds change no files. */
const READING: ReadonlySet<string> = new Set(['read', 'search', 'think', 'fetch', 'switch_mode']);

/** The files that tool calls name, and those that they may have changed when they end. */
export class ToolCallFiles {
  readonly #options: ToolCallFilesOptions;

  constructor(options: ToolCallFilesOptions) {
    this.#options = options;
  }

  observe(session: CallingSession, { event, before, after }: SessionChange): void {
    if (before.entries === after.entries || !isAboutTools(event)) return;
    eachChange(before.entries, after.entries, (entry) => {
      if (entry.kind === 'tool') void this.#mentioned(session, entry.call);
    });
  }

  async #mentioned({ key, state }: CallingSession, call: ToolCall): Promise<void> {
    const { attribution, tracked, watcher, tree } = this.#options;
    const { toolCallId, status, kind } = call;
    const ended = status === 'completed' || status === 'failed';
    const writes = !READING.has(kind);
    if (writes) {
      tree.call(key, toolCallId, ended);
      attribution.call(key, toolCallId, isFinal(call.state));
    }
    const named = mentionedPaths(call, state.cwd);
    const mention = { session: key, ...(writes ? { toolCallId } : {}) };
    const justTaken = await tracked.mention(mention, named);
    if (ended && !justTaken) await watcher.check(toolCallId);
    if (ended && writes) await tree.check();
  }
}

/** Text comes in tens of thousands of chunks: do not walk the transcript for each. */
function isAboutTools(event: SessionChange['event']): boolean {
  if (event.type === 'asked') return true;
  return event.type === 'update' && event.update.sessionUpdate.startsWith('tool_call');
}
