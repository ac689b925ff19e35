--- Where the user was before going to a float of ours, and how: to go on there as if nothing had been.
local M = {}

---@class acp.CameFrom
---@field win integer
---@field bufnr integer in it
---@field insert boolean
---@field at_end boolean
---@field cursor integer[]

---@type acp.CameFrom?
local origin

--- Nothing is remembered any more.
function M.forget()
  origin = nil
end

--- Keeps the window and mode that the user comes from; the keys of a float are those of normal mode.
---@param from integer window; 0 when that is not known
function M.come_from(from)
  local mode = vim.api.nvim_get_mode().mode
  local insert = mode:find('^[iR]') ~= nil
  if not origin and vim.api.nvim_win_is_valid(from) then
    local cursor = vim.api.nvim_win_get_cursor(from)
    local bufnr = vim.api.nvim_win_get_buf(from)
    local row = vim.api.nvim_buf_get_lines(bufnr, cursor[1] - 1, cursor[1], false)[1] or ''
    origin = {
      win = from,
      bufnr = bufnr,
      insert = insert or mode == 't',
      at_end = cursor[2] >= #row,
      cursor = cursor,
    }
  end
  if insert or mode == 't' then
    vim.cmd.stopinsert()
  end
end

--- The window; a chat that stepped aside meanwhile has another one by now.
---@param back acp.CameFrom
---@return integer?
local function window_of(back)
  if vim.api.nvim_win_is_valid(back.win) then
    return back.win
  end
  local win = vim.fn.bufwinid(back.bufnr)
  return win > 0 and win or nil
end

--- Goes back there; false when that window is gone, or none is remembered.
---@return boolean
function M.go_back()
  local back = origin
  origin = nil
  local win = back and window_of(back)
  if not back or not win then
    return false
  end
  vim.api.nvim_set_current_win(win)
  if back.insert then
    -- Leaving insert mode moved the cursor.
    pcall(vim.api.nvim_win_set_cursor, win, back.cursor)
    require('acp.ui.insert').start(back.at_end)
  end
  return true
end

return M
