--- Shows for a moment what an agent has changed.
local M = {}

local NAMESPACE = vim.api.nvim_create_namespace('acp.flash')
local SHOWN_MS = 700
--- More than anyone can look at.
local MAX_HUNKS = 500

--- Marks the lines of the hunks.
---@param bufnr integer
---@param hunks acp.Hunk[] in the text before
function M.show(bufnr, hunks)
  if #hunks == 0 or #vim.fn.win_findbuf(bufnr) == 0 then
    return
  end
  require('acp.ui.hl').setup()
  local marks, shift = {}, 0
  for _, hunk in ipairs(vim.list_slice(hunks, 1, MAX_HUNKS)) do
    local first, last = hunk.row + shift, hunk.row + shift + #hunk.lines - 1
    if last >= first then
      local mark =
        { end_row = last, line_hl_group = 'AcpEdit', priority = 150, undo_restore = false }
      table.insert(marks, vim.api.nvim_buf_set_extmark(bufnr, NAMESPACE, first, 0, mark))
    end
    shift = shift + #hunk.lines - hunk.del
  end
  vim.defer_fn(function()
    if vim.api.nvim_buf_is_valid(bufnr) then
      for _, mark in ipairs(marks) do
        vim.api.nvim_buf_del_extmark(bufnr, NAMESPACE, mark)
      end
    end
  end, SHOWN_MS)
end

return M
