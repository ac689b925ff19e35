--- What the user works on, for what prompts mention: buffers, the selection, the quickfix list.
local editor_window = require('acp.ui.editor_window')
local paths = require('acp.paths')

local M = {}

local api = vim.api

---@return integer? bufnr
local function current()
  local win = editor_window.find()
  return win and api.nvim_win_get_buf(win)
end

---@return acp.OpenBuffer[]
function M.buffers()
  local worked_on = current()
  local list = {}
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    if api.nvim_buf_is_loaded(bufnr) and (vim.bo[bufnr].buflisted or bufnr == worked_on) then
      local path = paths.name_of_buffer(bufnr)
      table.insert(list, { bufnr = bufnr, path = path, current = bufnr == worked_on })
    end
  end
  return list
end

---@param bufnr integer
---@param first? integer
---@param last? integer
---@return acp.BufferText|vim.NIL
function M.text(bufnr, first, last)
  if not api.nvim_buf_is_loaded(bufnr) then
    return vim.NIL
  end
  local lines = api.nvim_buf_get_lines(bufnr, (first or 1) - 1, last or -1, false)
  return { text = table.concat(lines, '\n') .. '\n', modified = vim.bo[bufnr].modified }
end

---@return acp.BufferPlace|vim.NIL
function M.selection()
  local bufnr = current()
  local first = bufnr and api.nvim_buf_get_mark(bufnr, '<')[1] or 0
  local last = bufnr and api.nvim_buf_get_mark(bufnr, '>')[1] or 0
  if not bufnr or first == 0 or last < first then
    return vim.NIL
  end
  return { bufnr = bufnr, path = paths.name_of_buffer(bufnr), first = first, last = last }
end

---@return acp.QuickfixList
function M.quickfix()
  local found = vim.fn.getqflist({ title = true, items = true })
  local items = {}
  for _, item in ipairs(found.items) do
    local is_file = item.bufnr > 0 and api.nvim_buf_is_valid(item.bufnr)
    local path = is_file and paths.real(api.nvim_buf_get_name(item.bufnr))
    table.insert(items, { path = path or '', line = item.lnum, text = item.text })
  end
  return { title = found.title, items = items }
end

return M
