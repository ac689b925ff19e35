--- A window that shows a transcript: what the user has opened there and where they read is kept for the next one.
local host = require('acp.host')
local kept_folds = require('acp.surface.kept_folds')
local scroll = require('acp.transcript.scroll')
local welcome = require('acp.transcript.welcome')

local M = {}

local api = vim.api
local group = api.nvim_create_augroup('acp.transcript.window', {})

---@type table<integer, table> where the user was reading when it was not the end, by buffer
local places = {}

--- Readies a window that has just begun to show a transcript.
---@param win integer
function M.opened(win)
  local bufnr = api.nvim_win_get_buf(win)
  welcome.show(bufnr)
  if not welcome.is_empty(bufnr) then
    require('acp.transcript.highlight').attach(bufnr)
    kept_folds.restore(win)
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
  kept_folds.keep(win)
  places[bufnr] = not scroll.is_at_end(bufnr, win) and api.nvim_win_call(win, vim.fn.winsaveview)
    or nil
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

--- Forgets a transcript that will be wiped.
---@param bufnr integer
function M.forget(bufnr)
  scroll.restore(bufnr)
  kept_folds.forget(bufnr)
  places[bufnr] = nil
  require('acp.surface.ranges').forget(bufnr)
  require('acp.transcript.highlight').detach(bufnr)
end

return M
