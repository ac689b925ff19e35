--- The window that floats about the chat are placed at: the transcript that is on screen.
local M = {}

---@type integer?
local window
---@type (fun())[]
local listeners = {}

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

--- Calls a listener when whatever stands there must be placed anew.
---@param listener fun()
function M.on_move(listener)
  table.insert(listeners, listener)
end

return M
