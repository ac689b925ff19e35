--- A surface in the middle of the editor. It takes the focus: the user has just asked for it.
local guard = require('acp.surface.guard')
local keys = require('acp.surface.keys')
local resize = require('acp.surface.resize')
local window = require('acp.surface.window')

local M = {}

local api = vim.api

---@param surface acp.Surface
---@return boolean
function M.is_open(surface)
  return api.nvim_buf_is_loaded(surface.bufnr) and api.nvim_win_is_valid(surface.win)
end

local function fit(surface)
  window.update(surface.win, surface.spec.place, surface.frame, surface.sizes.own)
  resize.note(surface.sizes, surface.win)
end

---@param surface acp.Surface
function M.open(surface)
  surface.origin = api.nvim_get_current_win()
  surface.win = window.open(surface.bufnr, surface.spec, surface.frame)
  -- From the prompt, by a map or a function: what is typed now is for this window.
  if api.nvim_get_mode().mode:find('^[iR]') then
    vim.cmd.stopinsert()
  end
  guard.appears(surface.seen)
  surface.sizes = resize.watch(surface.win, function()
    fit(surface)
  end, function(room)
    keys.send(surface, 'surface_resized', room)
  end)
  resize.note(surface.sizes, surface.win)
  api.nvim_create_autocmd({ 'WinEnter', 'WinLeave' }, {
    buffer = surface.bufnr,
    callback = vim.schedule_wrap(function()
      if M.is_open(surface) then
        local focused = api.nvim_get_current_win() == surface.win
        local zindex = window.zindex(surface.spec.place, focused)
        api.nvim_win_set_config(surface.win, { zindex = zindex })
      end
    end),
  })
end

---@param surface acp.Surface
---@param renewed boolean it is about something else than before
function M.update(surface, renewed)
  if renewed then
    guard.appears(surface.seen)
  end
  fit(surface)
end

---@param surface acp.Surface
function M.focus(surface)
  if M.is_open(surface) then
    api.nvim_set_current_win(surface.win)
  end
end

--- Back to where the user was; with another float in between Neovim would choose another window.
---@param surface acp.Surface
function M.close(surface)
  if not M.is_open(surface) then
    return
  end
  local focused = api.nvim_get_current_win() == surface.win
  if focused and api.nvim_win_is_valid(surface.origin) then
    api.nvim_set_current_win(surface.origin)
  end
  api.nvim_win_close(surface.win, true)
end

--- Its window is gone.
---@param surface acp.Surface
function M.forget(surface)
  surface.sizes.stop()
end

return M
