--- The window that floats about the chat are placed at: the transcript that is on screen.
local emitter = require('acp.ui.emitter')

local M = {}

local moved, has_covered = emitter.new(), emitter.new()

---@type integer?
local window
--- Rows at its end that something stands on.
local covered = 0
local is_behind_read = false

--- Calls a listener when whatever stands there must be placed anew.
M.on_move = moved.on

--- Calls a listener when more or fewer rows are covered.
M.on_cover = has_covered.on

---@return integer? win
function M.window()
  return window and vim.api.nvim_win_is_valid(window) and window or nil
end

--- The transcript is in this window, or in none; or the window has moved.
---@param win? integer
function M.set(win)
  window = win
  moved.fire()
end

--- Without the window: whether the user reads what the floats stand on instead.
---@param is_read boolean
function M.read_behind(is_read)
  is_behind_read = is_read
  M.set(window)
end

---@return boolean
function M.is_behind_read()
  return is_behind_read and M.window() == nil
end

--- Something stands on so many rows at the end of the window.
---@param rows integer
function M.cover(rows)
  if rows ~= covered then
    covered = rows
    has_covered.fire()
  end
end

--- Rows at the end of a window that something stands on.
---@param win integer
---@return integer
function M.covered(win)
  return win == M.window() and covered or 0
end

return M
