--- Keeps the user's places while text above and around them changes: what windows show, cursors, marks.
local pending_input = require('acp.buffers.pending_input')

local M = {}

---@class acp.WindowPlace
---@field win integer
---@field view vim.fn.winsaveview.ret

---@return vim.fn.winsaveview.ret
local function view_of(win)
  return vim.api.nvim_win_call(win, vim.fn.winsaveview)
end

--- Where a line is after the hunks; one inside a hunk stays at its distance from the hunk's start.
---@param hunks acp.Hunk[]
---@param lnum integer 1-based
---@param count integer lines after the hunks
local function moved(hunks, lnum, count)
  local row, shift = lnum - 1, 0
  for _, hunk in ipairs(hunks) do
    if row < hunk.row then
      break
    end
    if row < hunk.row + hunk.del then
      row = hunk.row + math.min(row - hunk.row, math.max(#hunk.lines - 1, 0))
      break
    end
    shift = shift + #hunk.lines - hunk.del
  end
  return math.max(1, math.min(row + shift + 1, count))
end

---@param before acp.WindowPlace
---@param hunks acp.Hunk[]
local function restore(before, hunks, count)
  local topline = moved(hunks, before.view.topline, count)
  local lnum = moved(hunks, before.view.lnum, count)
  local now = view_of(before.win)
  if now.topline == topline and now.lnum == lnum then
    return
  end
  local wanted = { topline = topline }
  if now.lnum ~= lnum then
    local view = before.view
    wanted = {
      topline = topline,
      lnum = lnum,
      col = view.col,
      coladd = view.coladd,
      curswant = view.curswant,
    }
  end
  vim.api.nvim_win_call(before.win, function()
    vim.fn.winrestview(wanted)
  end)
end

---@class acp.Mark
---@field name string
---@field lnum integer
---@field col integer

--- The letter marks in the buffer.
---@return acp.Mark[]
local function marks_of(bufnr)
  local marks = {}
  for _, mark in ipairs(vim.list_extend(vim.fn.getmarklist(bufnr), vim.fn.getmarklist())) do
    local name = mark.mark:sub(2)
    if name:match('^%a$') and mark.pos[1] == bufnr then
      table.insert(marks, { name = name, lnum = mark.pos[2], col = mark.pos[3] - 1 })
    end
  end
  return marks
end

---@param hunks acp.Hunk[]
local function was_deleted(hunks, lnum)
  for _, hunk in ipairs(hunks) do
    if hunk.row < lnum and lnum <= hunk.row + hunk.del then
      return #hunk.lines == 0
    end
  end
  return false
end

--- Neovim drops marks on lines that are replaced (0.10 also on lines that only change).
---@param mark acp.Mark
---@param hunks acp.Hunk[]
local function restore_mark(bufnr, mark, hunks, count)
  if vim.api.nvim_buf_get_mark(bufnr, mark.name)[1] == 0 and not was_deleted(hunks, mark.lnum) then
    vim.api.nvim_buf_set_mark(bufnr, mark.name, moved(hunks, mark.lnum, count), mark.col, {})
  end
end

---@param hunks acp.Hunk[]
local function keep(bufnr, hunks, edit)
  local marks = marks_of(bufnr)
  local windows = vim.tbl_map(function(win)
    return { win = win, view = view_of(win) }
  end, vim.fn.win_findbuf(bufnr))
  edit()
  local count = vim.api.nvim_buf_line_count(bufnr)
  for _, mark in ipairs(marks) do
    restore_mark(bufnr, mark, hunks, count)
  end
  for _, window in ipairs(windows) do
    restore(window, hunks, count)
  end
end

--- Runs `edit`, which makes the hunks, and leaves every window of the buffer, in every tab, at the text it showed.
---@param bufnr integer
---@param hunks acp.Hunk[]
---@param edit fun()
function M.keep(bufnr, hunks, edit)
  pending_input.keep(bufnr, function()
    keep(bufnr, hunks, edit)
  end, function(lnum)
    return moved(hunks, lnum, vim.api.nvim_buf_line_count(bufnr))
  end)
end

return M
