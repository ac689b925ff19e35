--- What the user opens and closes of the folds of a buffer that the host fills.
local folds = require('acp.surface.folds')
local ranges = require('acp.surface.ranges')

local M = {}

--- Opens the closed fold at the cursor.
---@return boolean # there is one
function M.open_here()
  if vim.fn.foldclosed('.') == -1 then
    return false
  end
  vim.cmd.foldopen()
  return true
end

--- The row of the fold of what begins in the row of the cursor, which may be further down, or else that row.
---@param bufnr integer
---@return integer? line there is a fold
local function folded_line(bufnr)
  local line = vim.fn.line('.')
  local range = ranges.fold_of(bufnr, line - 1)
  if range and range.to > range.from then
    return range.from + 1
  end
  return vim.fn.foldlevel(line) > 0 and line or nil
end

--- Opens or closes the fold at the cursor, or that of the card whose header it is on. A group opens before what is on
--- its header, and closes with it.
---@return boolean # there is one
function M.toggle_here()
  local bufnr = vim.api.nvim_get_current_buf()
  local line = folded_line(bufnr)
  if not line then
    return false
  end
  if vim.fn.foldclosed(line) ~= -1 then
    vim.cmd(('%dfoldopen'):format(line))
    return true
  end
  local group = ranges.group_from(bufnr, vim.fn.line('.') - 1)
  vim.cmd(('%dfoldclose'):format(line))
  if group and folds.is_open(group) then
    vim.cmd(('%dfoldclose'):format(group.from + 1))
  end
  return true
end

return M
