--- Slash commands and mentions as a source of nvim-cmp.
local completion = require('acp.prompt.completion')

local M = {}

function M.is_available()
  return vim.bo.filetype == 'acpprompt'
end

function M.get_debug_name()
  return 'acp'
end

function M.get_position_encoding_kind()
  return 'utf-8'
end

function M.get_trigger_characters()
  return completion.TRIGGERS
end

function M.get_keyword_pattern()
  return [[\%(@"[^"]*\|@[^[:blank:]"@]*\|/\S*\)]]
end

---@param params { context: { bufnr: integer, cursor_before_line: string, cursor: { row: integer } } }
---@param callback fun(response: table)
function M.complete(_, params, callback)
  local context = params.context
  local line, row = context.cursor_before_line, context.cursor.row
  completion.at(context.bufnr, line, row, function(suggestions, from)
    local items = completion.lsp_items(suggestions, row, from, #line)
    for _, item in ipairs(items) do
      -- The host has found them in its own way: all of them fit.
      item.filterText = line:sub(from + 1)
    end
    callback({ items = items, isIncomplete = true })
  end)
end

return M
