/** What one call may use of the editor. */
import { type ActingSession, judgedFile, scopeFor } from '../client/approval';
import type { Documents } from '../session/ports';
import type { DescribedCall } from './cards';
import type { Deadline } from './deadline';
import type { ToolContext } from './tool';
import type { EditorAccess, ToolSession } from './tool-session';

export interface ContextParts extends Pick<ToolContext, 'signal' | 'progress'> {
  readonly session: ToolSession;
  readonly editor: EditorAccess;
  readonly described: Pick<DescribedCall, 'name'>;
  readonly deadline: Pick<Deadline, 'during' | 'besides'>;
}

export function toolContext(parts: ContextParts): ToolContext {
  const { session, editor, described, deadline, signal, progress } = parts;
  return {
    signal,
    progress,
    lua: editor.lua,
    scope: session.scope,
    documents: readingFor(parts),
    search: editor.search(session),
    ask: (send) => deadline.besides(editor.ask(send, signal)),
    permits: (path) => editor.permits(session, path, described.name),
    textOf: (path) => editor.textOf(session, path),
    show: (place) => editor.show(place),
    elicit: (message, requestedSchema) => {
      const form = { mode: 'form', sessionId: session.state.id, message, requestedSchema };
      return deadline.during(session.elicit(form, signal));
    },
  };
}

/** The rules and questions are those of `fs/read_text_file`. */
function readingFor({ session, editor, deadline }: ContextParts): ToolContext['documents'] {
  const { documents } = editor;
  return {
    read: (_scope, path, range, signal) => {
      const scope = scopeFor(patient(session, deadline), documents, { kind: 'read', path });
      return documents.read(scope, path, range, signal);
    },
  };
}

/** Reads for a change: nobody is asked yet, because the change will be asked about. Rules deny all the same. */
export class UnaskedReads implements Pick<Documents, 'read'> {
  readonly #parts: ContextParts;
  readonly #paths = new Set<string>();

  constructor(parts: ContextParts) {
    this.#parts = parts;
  }

  get any(): boolean {
    return this.#paths.size > 0;
  }

  readonly read: Documents['read'] = async (scope, path, range, signal) => {
    const { session, editor } = this.#parts;
    const wish = { kind: 'read', path } as const;
    scopeFor(session, editor.documents, wish);
    const unasked = {
      ...scope,
      askOutside: async () => 'once' as const,
      approve: async (real: string) => void judgedFile(session, wish, real),
    };
    const text = await editor.documents.read(unasked, path, range, signal);
    this.#paths.add(path);
    return text;
  };

  /** There is no question about the change that the user has answered. Rejects for a file that they do not want read. */
  async ask(): Promise<void> {
    const { session, signal } = this.#parts;
    const { read } = readingFor(this.#parts);
    for (const path of this.#paths) await read(session.scope, path, {}, signal);
  }
}

/** The same session; while it asks the user, no time passes for the tool. */
export function patient(session: ToolSession, { during }: Pick<Deadline, 'during'>): ActingSession {
  const { state, scope, consents } = session;
  return {
    state,
    scope,
    consents,
    judge: (operation) => session.judge(operation),
    update: (update) => session.update(update),
    ask: (params, signal) => during(session.ask(params, signal)),
  };
}
