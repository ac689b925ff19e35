import type { EditorTool } from '../tool';
import { askUser } from './ask_user';
import { editBuffer } from './edit_buffer';
import { formatBuffer } from './format_buffer';
import { getDiagnostics } from './get_diagnostics';
import { getEditorState } from './get_editor_state';
import { getQuickfix } from './get_quickfix';
import { lspCodeAction } from './lsp_code_action';
import { lspDefinition } from './lsp_definition';
import { lspHover } from './lsp_hover';
import { lspReferences } from './lsp_references';
import { lspRename } from './lsp_rename';
import { lspSymbols } from './lsp_symbols';
import { openFile } from './open_file';
import { readBuffer } from './read_buffer';
import { runCommandOutput } from './run_command_output';
import { searchText } from './search_text';
import { setQuickfix } from './set_quickfix';
import { treesitterOutline } from './treesitter_outline';
import { undoHistory } from './undo_history';

/** All tools of the editor, in the order in which they are listed. */
export const TOOLS: readonly EditorTool[] = [
  getEditorState,
  readBuffer,
  editBuffer,
  searchText,
  getDiagnostics,
  lspHover,
  lspDefinition,
  lspReferences,
  lspSymbols,
  lspRename,
  lspCodeAction,
  formatBuffer,
  treesitterOutline,
  openFile,
  getQuickfix,
  setQuickfix,
  runCommandOutput,
  undoHistory,
  askUser,
];
