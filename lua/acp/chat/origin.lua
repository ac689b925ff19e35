--- Where the user was before the chat was opened, for the way back.
local M = {}

---@type integer?
local window
--- Keys went to a terminal's program then.
local from_terminal = false

---@param win? integer
function M.come_from(win)
  window, from_terminal = win, vim.fn.mode() == 't'
end

---@return boolean # false when that window is gone
local function enter()
  return window ~= nil
    and vim.api.nvim_win_is_valid(window)
    and pcall(vim.api.nvim_set_current_win, window)
end

--- Before windows close: with another float in between Neovim would choose another window.
M.enter = enter

--- Back there, and to typing when that is a terminal.
function M.go_back()
  if enter() and from_terminal and vim.bo.buftype == 'terminal' then
    require('acp.ui.insert').start()
  end
end

return M
