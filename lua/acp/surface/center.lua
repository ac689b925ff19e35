--- A surface in the middle of the editor. It takes the focus: the user has just asked for it.
local guard = require('acp.surface.guard')
local keys = require('acp.surface.keys')
local window = require('acp.surface.window')

local M = {}

local api = vim.api

---@param surface acp.Surface
---@return boolean
function M.is_open(surface)
  return api.nvim_buf_is_loaded(surface.bufnr) and api.nvim_win_is_valid(surface.win)
end

---@return acp.Room
local function size_of(win)
  return { width = api.nvim_win_get_width(win), height = api.nvim_win_get_height(win) }
end

--- Places the window; what we make of it is noted, so that the user's hand can be told from ours.
local function fit(surface)
  window.update(surface.win, surface.spec.place, surface.frame, surface.own)
  surface.shown = size_of(surface.win)
end

local function set_room(surface, room)
  if not vim.deep_equal(room, surface.room) then
    surface.room = room
    keys.send(surface, 'surface_resized', room)
  end
end

local function group_of(surface)
  return 'acp.surface.' .. surface.win
end

--- Watches the sizes of the editor and of the window: what the user makes of it stays, and the host lays the text out
--- anew.
local function watch_sizes(surface)
  local group = api.nvim_create_augroup(group_of(surface), {})
  api.nvim_create_autocmd('WinResized', {
    group = group,
    callback = function()
      local win = surface.win
      if not vim.tbl_contains(vim.v.event.windows or {}, win) or not M.is_open(surface) then
        return
      end
      local size = size_of(win)
      if not vim.deep_equal(size, surface.shown) then
        surface.own, surface.shown = size, size
        set_room(surface, size)
      end
    end,
  })
  api.nvim_create_autocmd('VimResized', {
    group = group,
    callback = function()
      -- What the user has made of the window was for the editor's size before.
      surface.own = nil
      if M.is_open(surface) then
        fit(surface)
      end
      set_room(surface, window.room())
    end,
  })
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
  surface.room, surface.shown = window.room(), size_of(surface.win)
  watch_sizes(surface)
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
  pcall(api.nvim_del_augroup_by_name, group_of(surface))
end

return M
