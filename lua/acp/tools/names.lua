--- Made of src/mcp/tools/ by scripts/generate-lua.mjs: do not change it here.
---@type string[]
return {
  'get_editor_state',
  'read_buffer',
  'edit_buffer',
  'search_text',
  'get_diagnostics',
  'lsp_hover',
  'lsp_definition',
  'lsp_references',
  'lsp_symbols',
  'lsp_rename',
  'lsp_code_action',
  'format_buffer',
  'treesitter_outline',
  'open_file',
  'get_quickfix',
  'set_quickfix',
  'run_command_output',
  'undo_history',
  'ask_user',
}
