/** What one call may use of the editor. */
import { scopeFor } from '../client/approval';
import type { Documents } from '../session/ports';
import type { ToolContext } from './tool';
import type { EditorAccess, ToolSession } from './tool-session';

export function toolContext(
  session: ToolSession,
  editor: EditorAccess,
  call: Pick<ToolContext, 'signal' | 'progress'>,
): ToolContext {
  const { signal } = call;
  return {
    ...call,
    lua: editor.lua,
    scope: session.scope,
    documents: readingFor(session, editor.documents),
    search: editor.search(session),
    ask: (send) => editor.ask(send, signal),
    permits: (path) => editor.permits(session, path),
    textOf: (path) => editor.textOf(session, path),
    show: (place) => editor.show(place),
    elicit: (message, requestedSchema) =>
      session.elicit(
        { mode: 'form', sessionId: session.state.id, message, requestedSchema },
        signal,
      ),
  };
}

/** The rules and questions are those of `fs/read_text_file`. */
function readingFor(session: ToolSession, documents: Documents): ToolContext['documents'] {
  return {
    read: (_scope, path, range, signal) =>
      documents.read(scopeFor(session, documents, { kind: 'read', path }), path, range, signal),
  };
}
