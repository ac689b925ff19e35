--- The list of completions at the cursor. Nothing is inserted or selected before the user does it.
local M = {}

local OPTIONS = 'menuone,noinsert,noselect'

local has_local_option = vim.fn.has('nvim-0.11') == 1

--- Readies a buffer for it.
---@param bufnr integer
function M.prepare(bufnr)
  if has_local_option then
    vim.bo[bufnr].completeopt = OPTIONS
  end
end

--- Shows it in such a buffer, the current one.
---@param from integer bytes of the line before what is replaced
---@param list table[] see |complete-items|
function M.show(from, list)
  if has_local_option then
    pcall(vim.fn.complete, from + 1, list)
    return
  end
  -- Lent for the call.
  local own = vim.go.completeopt
  vim.go.completeopt = OPTIONS
  pcall(vim.fn.complete, from + 1, list)
  vim.go.completeopt = own
end

return M
