--- Keeps the user's places while text above and around them changes: what windows show, cursors, marks.
local pending_input = require('acp.buffers.pending_input')

local M = {}

---@return vim.fn.winsaveview.ret
local function view_of(win)
  return vim.api.nvim_win_call(win, vim.fn.winsaveview)
end

--- Where a line is after the hunks; one inside a hunk stays at its distance from the hunk's start.
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

---@param view vim.fn.winsaveview.ret before the hunks
local function restore(win, view, hunks, count)
  local topline, lnum = moved(hunks, view.topline, count), moved(hunks, view.lnum, count)
  local now = view_of(win)
  local wanted = { topline = topline }
  if now.lnum ~= lnum then
    wanted.lnum, wanted.col = lnum, view.col
    wanted.coladd, wanted.curswant = view.coladd, view.curswant
  end
  if wanted.lnum or now.topline ~= topline then
    vim.api.nvim_win_call(win, function()
      vim.fn.winrestview(wanted)
    end)
  end
end

--- The letter marks in the buffer.
---@return { name: string, lnum: integer, col: integer }[]
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

local function was_deleted(hunks, lnum)
  for _, hunk in ipairs(hunks) do
    if hunk.row < lnum and lnum <= hunk.row + hunk.del then
      return #hunk.lines == 0
    end
  end
  return false
end

--- Neovim drops marks on lines that are replaced (0.10 also on lines that only change).
---@param mark { name: string, lnum: integer, col: integer }
local function restore_mark(bufnr, mark, hunks, count)
  if vim.api.nvim_buf_get_mark(bufnr, mark.name)[1] == 0 and not was_deleted(hunks, mark.lnum) then
    vim.api.nvim_buf_set_mark(bufnr, mark.name, moved(hunks, mark.lnum, count), mark.col, {})
  end
end

local function keep(bufnr, hunks, edit)
  local marks = marks_of(bufnr)
  local views = {}
  for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
    views[win] = view_of(win)
  end
  edit()
  local count = vim.api.nvim_buf_line_count(bufnr)
  for _, mark in ipairs(marks) do
    restore_mark(bufnr, mark, hunks, count)
  end
  for win, view in pairs(views) do
    restore(win, view, hunks, count)
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
