--- Shows for a moment what an agent has changed.
local M = {}

local NAMESPACE = vim.api.nvim_create_namespace('acp.flash')
local SHOWN_MS = 700
--- More marks than anyone can look at; a whole new text has one long hunk, cut at the windows' edges.
local MAX_ROWS = 500

---@param bufnr integer
---@return { [1]: integer, [2]: integer }[] first and last row (0-based) of what windows show
local function seen(bufnr)
  return vim.tbl_map(function(win)
    return { vim.fn.line('w0', win) - 1, vim.fn.line('w$', win) - 1 }
  end, vim.fn.win_findbuf(bufnr))
end

---@param first integer
---@param last integer
---@param ranges { [1]: integer, [2]: integer }[]
---@param rows table<integer, true>
local function add_rows(first, last, ranges, rows)
  for _, range in ipairs(ranges) do
    for row = math.max(first, range[1]), math.min(last, range[2]) do
      rows[row] = true
    end
  end
end

--- Marks the lines of the hunks that some window shows.
---@param bufnr integer
---@param hunks acp.Hunk[] in the text before
function M.show(bufnr, hunks)
  if #hunks == 0 then
    return
  end
  local ranges = seen(bufnr)
  if #ranges == 0 then
    return
  end
  require('acp.ui.hl').setup()
  local rows, shift = {}, 0
  for _, hunk in ipairs(hunks) do
    add_rows(hunk.row + shift, hunk.row + shift + #hunk.lines - 1, ranges, rows)
    shift = shift + #hunk.lines - hunk.del
  end
  local marks = {}
  for row in pairs(rows) do
    if #marks < MAX_ROWS then
      local mark = { line_hl_group = 'AcpEdit', priority = 150, undo_restore = false }
      table.insert(marks, vim.api.nvim_buf_set_extmark(bufnr, NAMESPACE, row, 0, mark))
    end
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
