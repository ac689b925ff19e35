/** What a tool wants to write: shown to the user first, then written as an agent's own writes are. */
import { scopeFor } from '../client/approval';
import { AcpError, describeError } from '../protocol/errors';
import type { Change, DocumentScope, Reach } from '../session/ports';
import { cardOf } from './cards';
import type { ShownChanges } from './consent';
import { type ContextParts, patient } from './context';
import type { Deadline } from './deadline';
import { type FileWrite, ToolFailure } from './tool';
import type { EditorAccess, ToolSession } from './tool-session';

interface Prepared {
  readonly wanted: FileWrite;
  readonly reach: Reach;
  readonly change: Change;
}

export type WritingCall = Pick<ContextParts, 'session' | 'editor' | 'deadline'>;

/** The writes of one call. */
export class PlannedWrites {
  readonly #session: ToolSession;
  readonly #editor: EditorAccess;
  readonly #deadline: Pick<Deadline, 'during'>;
  readonly #toolCallId: string;

  constructor({ session, editor, deadline }: WritingCall, toolCallId: string) {
    this.#session = session;
    this.#editor = editor;
    this.#deadline = deadline;
    this.#toolCallId = toolCallId;
  }

  /** What they would make of the files. Rejects for a file that no agent may write. */
  prepare(writes: readonly FileWrite[]): Promise<readonly Prepared[]> {
    return Promise.all(
      writes.map(async (wanted) => {
        const reach = await this.#editor.reach(this.#session, wanted.path);
        const { documents } = this.#editor;
        const { scope } = this.#session;
        const change = await documents.preview(scope, reach.path, wanted.text, originOf(wanted));
        return { wanted, reach, change };
      }),
    );
  }

  /** The user has agreed to all of them. Rejects with what was written and what was not. */
  async write(prepared: readonly Prepared[], signal: AbortSignal): Promise<void> {
    await this.#each(
      prepared,
      ({ wanted }) => wanted.path,
      (one) => this.#put(one.wanted, this.#agreedScope(one), signal),
    );
  }

  /** Files that came to light after the user agreed: the rules decide on each, and the user on those outside. */
  async writeMore(writes: readonly FileWrite[], signal: AbortSignal): Promise<void> {
    const { documents } = this.#editor;
    await this.#each(
      writes,
      ({ path }) => path,
      (one) => {
        const wish = { kind: 'edit', path: one.path, content: one.text } as const;
        const asking = patient(this.#session, this.#deadline);
        return this.#put(one, scopeFor(asking, documents, wish), signal);
      },
    );
  }

  #agreedScope({ wanted, reach, change }: Prepared): DocumentScope {
    const { proposed } = this.#session.consents;
    return {
      ...this.#session.scope,
      askOutside: async ({ path }) => (reach.isOutside && path === reach.path ? 'once' : 'no'),
      approve: async (path) => {
        if (path !== reach.path) throw AcpError.internal(`${wanted.path} leads elsewhere now`);
        return proposed.take(path, [wanted.text, change.after]);
      },
    };
  }

  #put(wanted: FileWrite, scope: DocumentScope, signal: AbortSignal): Promise<void> {
    const toolCallId = cardOf(this.#session, this.#toolCallId);
    const origin = { toolCallId, ...originOf(wanted) };
    return this.#editor.documents.write(scope, wanted.path, wanted.text, signal, origin);
  }

  async #each<T>(
    list: readonly T[],
    pathOf: (one: T) => string,
    write: (one: T) => Promise<void>,
  ): Promise<void> {
    for (const [index, one] of list.entries()) {
      try {
        await write(one);
      } catch (error) {
        if (list.length === 1 || !(error instanceof AcpError)) throw error;
        const done = list.slice(0, index).map(pathOf);
        const open = list.slice(index).map(pathOf);
        throw new ToolFailure(partlyWritten(done, open, describeError(error)));
      }
    }
  }
}

function originOf({ from }: FileWrite): { readonly from?: string } {
  return from === undefined ? {} : { from };
}

function partlyWritten(done: readonly string[], open: readonly string[], why: string): string {
  const written = done.length > 0 ? `Written: ${done.join(', ')}. ` : '';
  return `${written}Not written: ${open.join(', ')}, because: ${why}`;
}

/** What the user reads before agreeing. */
export function shownChanges(prepared: readonly Prepared[]): ShownChanges {
  const [only, another] = prepared;
  const writes = prepared.map(({ reach: { path }, change }) => ({ path, ...change }));
  return {
    content: writes.map(({ path, before, after }) => ({
      type: 'diff',
      path,
      oldText: before,
      newText: after,
    })),
    outside: prepared.flatMap(({ reach }) => (reach.isOutside ? [reach.path] : [])),
    write:
      only && !another
        ? { path: only.reach.path, before: only.change.before, after: only.change.after }
        : undefined,
  };
}
