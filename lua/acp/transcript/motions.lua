--- Motions from one place of a transcript to the next of its kind. They know only what the patches have brought, so
--- they work without a host.
local marks = require('acp.surface.marks')
local ranges = require('acp.surface.ranges')

local M = {}

local api = vim.api

---@param row integer
---@param by integer
---@return integer? row
local function fence_beside(bufnr, row, by)
  local from = by > 0 and { row + 1, 0 } or { row - 1, -1 }
  local to = by > 0 and -1 or 0
  if row == 0 and by < 0 then
    return nil
  end
  local found =
    api.nvim_buf_get_extmarks(bufnr, marks.fences.open, from, to, { limit = math.abs(by) })
  return found[#found] and found[#found][2]
end

--- Where a motion leads from the cursor; nil: there is nothing of the kind that way.
---@param motion acp.KeyMotion
---@return integer? row
local function target(motion)
  local bufnr, row = api.nvim_get_current_buf(), api.nvim_win_get_cursor(0)[1] - 1
  local by = motion.by * vim.v.count1
  if motion.stop == 'fence' then
    return fence_beside(bufnr, row, by)
  end
  local range = ranges.beside(bufnr, motion.stop, row, by)
  return range and range.from
end

--- What was out of sight comes near the top: it is read from there on.
---@param row integer
local function show(row)
  local line, height = row + 1, api.nvim_win_get_height(0)
  local top, bottom = vim.fn.line('w0'), vim.fn.line('w$')
  api.nvim_win_set_cursor(0, { line, 0 })
  while vim.fn.foldclosed(line) ~= -1 and vim.fn.foldclosed(line) < line do
    vim.cmd.foldopen()
  end
  if line < top or line > bottom then
    vim.fn.winrestview({ topline = math.max(1, line - math.floor(height / 5)) })
  end
end

--- Takes the cursor to a row, from where <C-o> leads back.
---@param row integer
function M.jump(row)
  vim.cmd("mark '")
  show(row)
end

--- Takes the cursor there.
---@param motion acp.KeyMotion
function M.move(motion)
  local row = target(motion)
  if row then
    M.jump(row)
  end
end

--- For an operator. Where a motion leads nowhere the operator must not act on nothing.
---@param motion acp.KeyMotion
---@return string keys
function M.operated(motion)
  local row = target(motion)
  if not row then
    return '<Esc>'
  end
  return ('<Cmd>call cursor(%d, 1)<CR>'):format(row + 1)
end

return M
