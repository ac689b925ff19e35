--- What happens to the windows of a chat while it is shown: the user moves, closes and resizes them, and types.
local scroll = require('acp.transcript.scroll')

local M = {}

local api = vim.api
local group = api.nvim_create_augroup('acp.chat', {})

---@class acp.WindowEvents
---@field lost fun(is_left_alone: boolean) one was closed; the user has stayed in another one for that
---@field torn fun() they do not stand together any more
---@field editor_resized fun()
---@field resized fun()
---@field typed fun()

function M.stop()
  api.nvim_clear_autocmds({ group = group })
end

---@param windows acp.Windows
---@param view acp.View
---@param on acp.WindowEvents
function M.start(windows, view, on)
  M.stop()
  local function listen(events, callback, more)
    local opts = vim.tbl_extend('error', { group = group, callback = callback }, more or {})
    api.nvim_create_autocmd(events, opts)
  end
  listen('WinClosed', function(event)
    local closed = tonumber(event.match)
    if closed == windows.chat or closed == windows.prompt then
      local is_left_alone = api.nvim_get_current_win() ~= closed
      vim.schedule(function()
        on.lost(is_left_alone)
      end)
    end
  end)
  listen('VimResized', on.editor_resized)
  -- Since Neovim 0.11.
  if vim.fn.exists('+winborder') == 1 then
    listen('OptionSet', on.editor_resized, { pattern = 'winborder' })
  end
  listen({ 'TextChanged', 'TextChangedI' }, on.typed, { buffer = view.prompt })
  listen('CursorMoved', scroll.uncover, { buffer = view.chat })
  listen('WinResized', function()
    local resized = vim.v.event.windows or {}
    local are_there = api.nvim_win_is_valid(windows.chat) and api.nvim_win_is_valid(windows.prompt)
    if are_there and require('acp.chat.rejoin').is_torn(windows) then
      vim.schedule(on.torn)
    elseif vim.tbl_contains(resized, windows.chat) then
      on.resized()
    end
  end)
end

return M
