/** What the editor's tools for agents ask of it. Keys and results as in `LuaFunctions`. */
import type {
  CommandOutput,
  EditorState,
  FileBuffer,
  QuickfixItem,
  QuickfixState,
  UndoHistory,
} from '../editor-tools';
import type {
  BufferState,
  DiagnosticActivity,
  FoundDiagnostic,
  LanguageClient,
  LanguageRequest,
  ServedBuffer,
  ServedDocument,
} from '../language-servers';

export interface ToolFunctions {
  // --- tools (lua/acp/tools): what the editor's tools for agents ask
  'tools.editor_state.get': () => EditorState;
  /** Whether changes of open files are reported (`buffers_changed`). */
  'tools.watch.set': (on: boolean) => void;
  'tools.buffers.list': () => readonly FileBuffer[];
  /** Of a file, by its path; null: it is not loaded. */
  'tools.undo_history.of': (path: string) => UndoHistory | null;
  /** The output of a command that lists something, in the user's code window. */
  'tools.command.run': (name: string, args: readonly string[]) => CommandOutput;
  'tools.quickfix.get': () => QuickfixState;
  'tools.quickfix.set': (title: string, items: readonly QuickfixItem[]) => void;
  // --- tools.registered (lua/acp/tools/registered.lua): tools of the user's own
  /** Runs one of them; answered by `ui_answer`. */
  'tools.registered.run': (
    ask: number,
    id: number,
    input: Readonly<Record<string, unknown>>,
  ) => void;
  // --- tools.lsp (lua/acp/tools/lsp.lua): language servers, for the tools of agents
  /** A file with its servers, loaded for a while if it was not; null when it cannot be. */
  'tools.lsp.document': (path: string, method: string) => ServedDocument | null;
  /** The servers of a buffer, or all that run. */
  'tools.lsp.known': (bufnr: number | null, method: string) => readonly LanguageClient[];
  /** `FormattingOptions`: how the editor indents the buffer. */
  'tools.lsp.format_options': (bufnr: number) => {
    readonly tabSize: number;
    readonly insertSpaces: boolean;
  };
  'tools.lsp.states': () => readonly BufferState[];
  /** Sends a request to a server; answered by `ui_answer`. */
  'tools.lsp.query': (ask: number, request: LanguageRequest) => void;
  'tools.lsp.cancel': (ask: number) => void;
  // --- tools.lsp_command (lua/acp/tools/lsp_command.lua): commands of servers; answered by `ui_answer`
  /** Answers with the first `edit` that the server wants made while it executes the command, or as `request` does. */
  'tools.lsp_command.run': (ask: number, request: LanguageRequest) => void;
  /** Lets the server go on after an edit; answers with what comes next. */
  'tools.lsp_command.go_on': (ask: number, client: number, applied: boolean) => void;
  'tools.lsp_command.stop': (client: number) => void;
  // --- tools.treesitter (lua/acp/tools/treesitter.lua)
  /** Nodes of a text that have a name and one of the words in their type; answered by `ui_answer`. */
  'tools.treesitter.nodes': (
    ask: number,
    source: {
      readonly path: string;
      readonly text: string;
      readonly types: readonly string[];
      readonly max: number;
    },
  ) => void;
  // --- tools.diagnostics (lua/acp/tools/diagnostics.lua)
  /** Of a buffer or of all; without what was known from servers that were just asked (`pulled`: their ids). */
  'tools.diagnostics.get': (
    bufnr: number | null,
    pulled: readonly number[],
  ) => readonly FoundDiagnostic[];
  /** Those on rows of a buffer as servers have sent them, as JSON. */
  'tools.diagnostics.sent': (
    bufnr: number,
    first: number,
    last: number,
  ) => readonly { readonly client: number; readonly json: string }[];
  /** Servers are sent the text as it is now, if they were not. */
  'tools.diagnostics.activity': (bufnr: number) => DiagnosticActivity;
  /** The loaded files that servers know. */
  'tools.diagnostics.files': () => readonly ServedBuffer[];
}
