--- Calls the user to a chat that they do not see: by `vim.notify`, and by the terminal where they want that.
local config = require('acp.config')
local notify = require('acp.ui.notify')
local windows = require('acp.chat.windows')

local M = {}

--- Another program has the keyboard. Terminals that do not report it never lose it.
local is_away = false

vim.api.nvim_create_autocmd({ 'FocusLost', 'FocusGained' }, {
  group = vim.api.nvim_create_augroup('acp.attention', {}),
  callback = function(event)
    is_away = event.event == 'FocusLost'
  end,
})

---@param view integer
---@param kind 'turn'|'question'
---@param level 'info'|'warn'
---@param text string
function M.call(view, kind, level, text)
  local options = config.get().notify
  if not options[kind] or (not is_away and windows.is_seen(view)) then
    return
  end
  notify.show(level, text)
  local line = notify.one_line(text)
  require('acp.ui.terminal').alert({ bell = options.bell, osc = options.osc, text = line })
end

return M
