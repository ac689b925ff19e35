--- A window that shows a transcript: what the user has opened there and where they read is kept for the next one.
local host = require('acp.host')
local scroll = require('acp.transcript.scroll')
local welcome = require('acp.transcript.welcome')

local M = {}

local api = vim.api
local group = api.nvim_create_augroup('acp.transcript.window', {})

---@type table<integer, table<string, boolean>> which folds were open when a transcript was last shown, by buffer
local open_folds = {}
---@type table<integer, table> where the user was reading when it was not the end, by buffer
local places = {}

--- Readies a window that has just begun to show a transcript.
---@param win integer
function M.opened(win)
  local bufnr = api.nvim_win_get_buf(win)
  welcome.show(bufnr)
  if not welcome.is_empty(bufnr) then
    require('acp.transcript.highlight').attach(bufnr)
    require('acp.surface.folds').restore(win, open_folds[bufnr])
  end
  local place = places[bufnr]
  if place then
    api.nvim_win_call(win, function()
      vim.fn.winrestview(place)
    end)
  else
    scroll.to_end(win)
  end
end

--- Keeps what the user has opened in a window, and how far it is scrolled, for the next one that shows the transcript.
---@param win integer
function M.closing(win)
  local bufnr = api.nvim_win_get_buf(win)
  open_folds[bufnr] = require('acp.surface.folds').opened(win)
  places[bufnr] = not scroll.is_at_end(bufnr, win) and api.nvim_win_call(win, vim.fn.winsaveview)
    or nil
end

--- Whether the next window that shows a transcript opens a fold there; nil: as that is at first.
---@param bufnr integer
---@param key string
---@return boolean?
function M.will_open(bufnr, key)
  return (open_folds[bufnr] or {})[key]
end

--- Whether a window shows a transcript. If none does, the host hears of the next one that does.
---@param bufnr integer
---@param view integer its number
---@return boolean
function M.is_shown(bufnr, view)
  local is_there = api.nvim_buf_is_valid(bufnr)
  if not is_there or #vim.fn.win_findbuf(bufnr) > 0 then
    return is_there
  end
  api.nvim_clear_autocmds({ group = group, buffer = bufnr })
  api.nvim_create_autocmd('BufWinEnter', {
    group = group,
    buffer = bufnr,
    once = true,
    callback = function()
      host.send('transcript_shown', { view = view })
    end,
  })
  return false
end

--- The folds of a transcript have other keys now.
---@param bufnr integer
---@param new_key fun(key: string): string
function M.rename(bufnr, new_key)
  local renamed = {}
  for key, is_open in pairs(open_folds[bufnr] or {}) do
    renamed[new_key(key)] = is_open
  end
  open_folds[bufnr] = renamed
end

--- Forgets a transcript that will be wiped.
---@param bufnr integer
function M.forget(bufnr)
  scroll.restore(bufnr)
  open_folds[bufnr] = nil
  places[bufnr] = nil
  require('acp.surface.ranges').forget(bufnr)
  require('acp.transcript.highlight').detach(bufnr)
end

return M
