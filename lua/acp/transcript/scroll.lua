--- The end of a transcript: which windows are at it, and how they get there.
local anchor = require('acp.surface.anchor')

local M = {}

local api = vim.api

---@type table<integer, table<integer, table>> views of windows while all is drawn anew, by buffer and window
local held = {}

--- Whether a window shows the end and may be moved along with it. A selection is never moved.
---@param bufnr integer
---@param win integer
---@return boolean
function M.is_at_end(bufnr, win)
  local selecting = win == api.nvim_get_current_win()
    and api.nvim_get_mode().mode:match('^[vVsS\22\19]')
  return not selecting and api.nvim_win_get_cursor(win)[1] >= api.nvim_buf_line_count(bufnr)
end

--- Rows that a window has for its text, without its bar and without what is covered.
---@param win integer
---@return integer
function M.rows(win)
  return math.max(1, vim.fn.getwininfo(win)[1].height - anchor.covered(win))
end

--- Cells of a line that are left out above what is shown of it: of one that does not fit, only its end is.
---@param rows integer of the line
---@param room integer rows
---@return integer
local function skipped(win, rows, room)
  local info = vim.fn.getwininfo(win)[1]
  return (rows - room) * (info.width - info.textoff)
end

--- The highest place from which the current window shows everything down to the last line.
---@return { topline: integer, skipcol: integer }
local function top_for_end()
  local win = api.nvim_get_current_win()
  local room = M.rows(win)
  local top = vim.fn.line('$') + 1
  while top > 1 and room > 0 do
    local first = vim.fn.foldclosed(top - 1)
    local row = (first > 0 and first or top - 1) - 1
    local rows = first > 0 and 1
      or api.nvim_win_text_height(win, { start_row = row, end_row = row }).all
    if rows > room then
      if not vim.wo[win].smoothscroll then
        break
      end
      return { topline = row + 1, skipcol = skipped(win, rows, room) }
    end
    room = room - rows
    top = row + 1
  end
  return { topline = math.min(top, vim.fn.line('$')), skipcol = 0 }
end

--- Shows the end of a transcript in a window.
---@param win integer
function M.to_end(win)
  api.nvim_win_call(win, function()
    local cursor = { lnum = vim.fn.line('$'), col = 0, curswant = 0 }
    vim.fn.winrestview(vim.tbl_extend('error', cursor, top_for_end()))
  end)
end

--- Scrolls on until the cursor of the current window is above what covers its end.
function M.uncover()
  local win = api.nvim_get_current_win()
  local hidden = anchor.covered(win) > 0 and vim.fn.winline() - M.rows(win) or 0
  if hidden > 0 then
    vim.cmd.normal({ hidden .. '\5', bang = true })
  end
end

-- What stands at the end of a transcript covers neither what the user reads there nor their cursor.
anchor.on_cover(function()
  local win = anchor.window()
  if win and M.is_at_end(api.nvim_win_get_buf(win), win) then
    M.to_end(win)
  elseif win then
    api.nvim_win_call(win, M.uncover)
  end
end)

--- Remembers where windows are that do not show the end, until `restore`.
---@param bufnr integer
function M.hold(bufnr)
  if held[bufnr] then
    return
  end
  held[bufnr] = {}
  for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
    if not M.is_at_end(bufnr, win) then
      held[bufnr][win] = api.nvim_win_call(win, vim.fn.winsaveview)
    end
  end
end

--- Takes windows back to where they were.
---@param bufnr integer
function M.restore(bufnr)
  local places = held[bufnr] or {}
  held[bufnr] = nil
  for win, place in pairs(places) do
    if api.nvim_win_is_valid(win) and api.nvim_win_get_buf(win) == bufnr then
      api.nvim_win_call(win, function()
        vim.fn.winrestview(place)
      end)
    end
  end
end

return M
