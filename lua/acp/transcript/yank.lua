--- Yanks of a transcript. The code block of the cursor is found by the marks of its fences: that works without a host.
local marks = require('acp.surface.marks')
local notify = require('acp.ui.notify')
local ranges = require('acp.surface.ranges')

local M = {}

local api = vim.api

---@param kind 'open'|'close'
---@return integer? # the first fence from one row to another, which may be above it
local function fence(bufnr, kind, from, to)
  local ends = from <= to and { { from, 0 }, { to, -1 } } or { { from, -1 }, { to, 0 } }
  local found =
    api.nvim_buf_get_extmarks(bufnr, marks.fences[kind], ends[1], ends[2], { limit = 1 })
  return found[1] and found[1][2]
end

---@return integer? first row of the code
---@return integer? last
local function rows_at(bufnr, row)
  local range = ranges.markdown_within(bufnr, row, row)[1]
  local open = range and fence(bufnr, 'open', row, range.from)
  if not open then
    return nil
  end
  -- A message may end before its code does.
  local close = fence(bufnr, 'close', open, range.to) or range.to + 1
  if close >= row then
    return open + 1, close - 1
  end
end

--- As deep as the fence is, the code is not its own.
---@param lines string[]
---@return string[]
local function dedented(lines, depth)
  return vim.tbl_map(function(line)
    local own = #line:match('^ *')
    return line:sub(math.min(own, depth) + 1)
  end, lines)
end

---@param register string
---@param lines string[]
local function put(register, lines)
  vim.fn.setreg(register, lines, 'V')
  if register ~= '"' then
    vim.fn.setreg('"', lines, 'V')
  end
end

--- Yanks the code to the register named before the key, and like every yank to the unnamed one.
function M.code()
  local bufnr, row = api.nvim_get_current_buf(), api.nvim_win_get_cursor(0)[1] - 1
  local first, last = rows_at(bufnr, row)
  if not first or last < first then
    notify.show('info', first and 'this code block is empty' or 'no code block on this line')
    return
  end
  local register = vim.v.register
  local fence_line = api.nvim_buf_get_lines(bufnr, first - 1, first, false)[1]
  -- In front of it may be the mark of a list.
  local depth = (fence_line:find('```', 1, true) or fence_line:find('~~~', 1, true) or 1) - 1
  if depth == 0 then
    vim.cmd(('%d,%dyank %s'):format(first + 1, last + 1, register == '"' and '' or register))
    return
  end
  put(register, dedented(api.nvim_buf_get_lines(bufnr, first, last + 1, false), depth))
end

--- Puts text into a register and the unnamed one.
---@param register string
---@param text string
function M.put(register, text)
  local lines = vim.split(text, '\n')
  put(register, lines)
  notify.show('info', #lines == 1 and '1 line yanked' or #lines .. ' lines yanked')
end

return M
