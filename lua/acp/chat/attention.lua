--- Calls the user to a chat that they do not see: by `vim.notify`, and by the terminal where they want that.
local config = require('acp.config')
local notify = require('acp.ui.notify')
local views = require('acp.chat.views')

local M = {}

--- Another program has the keyboard. Terminals that do not report it never lose it.
local is_away = false

vim.api.nvim_create_autocmd({ 'FocusLost', 'FocusGained' }, {
  group = vim.api.nvim_create_augroup('acp.attention', {}),
  callback = function(event)
    is_away = event.event == 'FocusLost'
  end,
})

--- Whether a chat is on the screen.
local function is_seen(view)
  local chat = views.get(view)
  return chat ~= nil
    and vim.iter(vim.api.nvim_tabpage_list_wins(0)):any(function(win)
      return vim.api.nvim_win_get_buf(win) == chat.chat
    end)
end

---@param view integer
---@param kind 'turn'|'question'
---@param level 'info'|'warn'
---@param text string
function M.call(view, kind, level, text)
  local options = config.get().notify
  if not options[kind] or (not is_away and is_seen(view)) then
    return
  end
  notify.show(level, text)
  local line = notify.one_line(text)
  require('acp.ui.terminal').alert({ bell = options.bell, osc = options.osc, text = line })
end

return M
