--- Keeps what windows show while text above and around it changes.
local M = {}

---@class acp.View
---@field win integer
---@field view vim.fn.winsaveview.ret

---@param win integer
---@return vim.fn.winsaveview.ret
local function view_of(win)
  return vim.api.nvim_win_call(win, vim.fn.winsaveview)
end

--- Where a line is after the hunks; one inside a hunk stays at its distance from the hunk's start.
---@param hunks acp.Hunk[]
---@param lnum integer 1-based
---@param count integer lines after the hunks
---@return integer
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

---@param before acp.View
---@param hunks acp.Hunk[]
---@param count integer
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
    wanted = { topline = topline, lnum = lnum, col = view.col, coladd = view.coladd, curswant = view.curswant }
  end
  vim.api.nvim_win_call(before.win, function()
    vim.fn.winrestview(wanted)
  end)
end

--- Runs `edit`, which makes the hunks, and leaves every window of the buffer, in every tab, at the text it showed.
---@param bufnr integer
---@param hunks acp.Hunk[]
---@param edit fun()
function M.keep(bufnr, hunks, edit)
  local saved = vim.tbl_map(function(win)
    return { win = win, view = view_of(win) }
  end, vim.fn.win_findbuf(bufnr))
  edit()
  local count = vim.api.nvim_buf_line_count(bufnr)
  for _, before in ipairs(saved) do
    restore(before, hunks, count)
  end
end

return M
