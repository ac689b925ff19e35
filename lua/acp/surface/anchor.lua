--- The window that floats about the chat are placed at: the transcript that is on screen.
local M = {}

---@type integer?
local window
---@type (fun())[]
local listeners = {}
--- Rows at its end that something stands on.
local covered = 0
---@type (fun())[]
local on_cover = {}
local is_behind_read = false

---@return integer? win
function M.window()
  return window and vim.api.nvim_win_is_valid(window) and window or nil
end

--- The transcript is in this window, or in none; or the window has moved.
---@param win? integer
function M.set(win)
  window = win
  for _, listener in ipairs(listeners) do
    listener()
  end
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
    for _, listener in ipairs(on_cover) do
      listener()
    end
  end
end

--- Rows at the end of a window that something stands on.
---@param win integer
---@return integer
function M.covered(win)
  return win == M.window() and covered or 0
end

--- Calls a listener when more or fewer rows are covered.
---@param listener fun()
function M.on_cover(listener)
  table.insert(on_cover, listener)
end

--- Calls a listener when whatever stands there must be placed anew.
---@param listener fun()
function M.on_move(listener)
  table.insert(listeners, listener)
end

return M
