import type { Files } from '../../files/workspace-files';
import type { EditorAccess, ToolSession } from '../../mcp/tool-session';
import { fileOperation } from '../../model/operations';
import type { Follower } from '../../nvim/follower';
import type { Lua } from '../../nvim/lua';
import type { Asks } from '../asks';
import type { RuleBook } from '../permissions/rule-book';

export interface AccessParts {
  readonly lua: Lua;
  readonly files: Pick<Files, 'documents' | 'texts'>;
  readonly rules: Pick<RuleBook, 'judge'>;
  readonly follower: Pick<Follower, 'show'>;
  readonly asks: Pick<Asks, 'ask'>;
}

/** A question about the tool itself was answered when it was called. */
function isLetPass(
  rules: AccessParts['rules'],
  session: ToolSession,
  path: string,
  tool: string,
): boolean {
  const operation = fileOperation('read', path);
  return (
    rules.judge(session, operation) === undefined &&
    rules.judge(session, { ...operation, name: tool })?.effect !== 'deny'
  );
}

/** What tools reach of the editor, with what the user keeps agents off left out. */
export function editorAccess({ lua, files, rules, follower, asks }: AccessParts): EditorAccess {
  return {
    lua,
    documents: files.documents,
    ask: (send, signal) => asks.ask(send, signal),
    permits: async (session, path, tool) =>
      isLetPass(rules, session, path, tool) && files.texts.permits(session.scope, path),
    reach: ({ scope }, path) => files.texts.reach(scope, path),
    textOf: (session, path) =>
      files.texts.textOf(
        session.scope,
        path,
        (real) => rules.judge(session, fileOperation('read', real))?.effect === 'deny',
      ),
    search: ({ scope }) => files.texts.search(scope),
    show: (place) => follower.show(place),
  };
}
