--- Surfaces: windows whose text the host owns. Here they are placed, patched and closed; what a key does the host says.
local dock = require('acp.surface.dock')
local guard = require('acp.surface.guard')
local host = require('acp.host')
local keys = require('acp.surface.keys')
local notify = require('acp.ui.notify')
local patches = require('acp.surface.patch')
local window = require('acp.surface.window')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.surface')

---@class acp.SurfaceSpec see SurfaceSpec in src/nvim/lua.ts
---@field id string
---@field kind string
---@field filetype string
---@field place acp.SurfacePlace
---@field cursorline boolean
---@field wrap boolean
---@field keys acp.SurfaceKey[]
---@field commands acp.SurfaceAction[]
---@field guardMs integer

---@class acp.Surface
---@field spec acp.SurfaceSpec
---@field frame acp.SurfaceFrame
---@field bufnr integer
---@field choices? integer buffer of what can be chosen in the dock
---@field win? integer none: it is docked, and another one is up
---@field origin integer window to go back to
---@field seen acp.Seen
---@field row integer the last that the host knows of
---@field channel integer the host that owns it

---@type table<string, acp.Surface>
local surfaces = {}

---@param surface acp.Surface
local function is_docked(surface)
  return surface.spec.place.kind == 'dock'
end

---@param surface acp.Surface
local function is_open(surface)
  return api.nvim_buf_is_loaded(surface.bufnr)
    and (is_docked(surface) or api.nvim_win_is_valid(surface.win))
end

--- Takes a docked surface off the screen; the next one comes up.
---@param surface acp.Surface
local function undock(surface)
  surfaces[surface.spec.id] = nil
  local buffers = { surface.bufnr, surface.choices }
  for _, bufnr in ipairs(buffers) do
    if api.nvim_buf_is_valid(bufnr) then
      vim.bo[bufnr].bufhidden = 'wipe'
    end
  end
  dock.remove(surface)
  for _, bufnr in ipairs(buffers) do
    pcall(api.nvim_buf_delete, bufnr, { force = true })
  end
end

--- Back to where the user was; with another float in between Neovim would choose another window.
---@param surface acp.Surface
local function close(surface)
  if is_docked(surface) then
    undock(surface)
  elseif is_open(surface) then
    local focused = api.nvim_get_current_win() == surface.win
    if focused and api.nvim_win_is_valid(surface.origin) then
      api.nvim_set_current_win(surface.origin)
    end
    api.nvim_win_close(surface.win, true)
  end
end

--- The user has taken its buffer away.
---@param surface acp.Surface
local function lost(surface)
  if surfaces[surface.spec.id] ~= surface then
    return
  end
  surfaces[surface.spec.id] = nil
  require('acp.transcript.ranges').forget(surface.bufnr)
  keys.send(surface, 'surface_closed', {})
  if is_docked(surface) then
    vim.schedule(function()
      undock(surface)
    end)
  end
end

--- Stands in the middle, where the size of the editor counts.
---@param surface acp.Surface
---@param on fun(events: string|string[], callback: fun())
local function watch_center(surface, on)
  on(
    { 'WinEnter', 'WinLeave' },
    vim.schedule_wrap(function()
      if is_open(surface) then
        local focused = api.nvim_get_current_win() == surface.win
        local zindex = window.zindex(surface.spec.place, focused)
        api.nvim_win_set_config(surface.win, { zindex = zindex })
      end
    end)
  )
  on(
    'VimResized',
    vim.schedule_wrap(function()
      if is_open(surface) then
        window.update(surface.win, surface.spec.place, surface.frame)
      end
    end)
  )
end

---@param surface acp.Surface
local function watch(surface)
  local function on(events, callback)
    api.nvim_create_autocmd(events, { buffer = surface.bufnr, callback = callback })
  end
  on('CursorMoved', function()
    local row = vim.fn.line('.') - 1
    if row ~= surface.row and api.nvim_get_current_win() == surface.win then
      surface.row = row
      keys.send(surface, 'surface_cursor', { row = row })
    end
  end)
  on('BufUnload', function()
    lost(surface)
  end)
  if not is_docked(surface) then
    watch_center(surface, on)
  end
end

--- Tells which of them are on the screen now: before, nothing that is typed is an answer to them.
local function watch_screen()
  local function drawn(_, win)
    for _, surface in pairs(surfaces) do
      if surface.win == win then
        guard.drawn(surface.seen)
        if is_docked(surface) then
          dock.drawn(surface)
        end
      end
    end
    return false
  end
  api.nvim_set_decoration_provider(namespace, next(surfaces) and { on_win = drawn } or {})
end

---@param filetype string
---@param bufhidden 'wipe'|'hide'
---@return integer
local function make_buffer(filetype, bufhidden)
  local bufnr = api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = bufhidden
  vim.bo[bufnr].modeline = false
  vim.bo[bufnr].undolevels = -1
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].filetype = filetype
  return bufnr
end

---@param spec acp.SurfaceSpec
---@param frame acp.SurfaceFrame
---@return acp.Surface
local function open(spec, frame)
  local docked = spec.place.kind == 'dock'
  local bufhidden = docked and 'hide' or 'wipe'
  local origin = api.nvim_get_current_win()
  local bufnr = make_buffer(spec.filetype, bufhidden)
  local surface = {
    spec = spec,
    frame = frame,
    bufnr = bufnr,
    choices = docked and make_buffer(spec.filetype, bufhidden) or nil,
    win = not docked and window.open(bufnr, spec, frame) or nil,
    origin = origin,
    seen = guard.new(),
    row = 0,
    channel = host.channel(),
  }
  if surface.win then
    guard.appears(surface.seen)
  end
  surfaces[spec.id] = surface
  keys.map(surface, close)
  watch(surface)
  watch_screen()
  return surface
end

--- Puts around the text what belongs there now.
---@param surface acp.Surface
---@param frame acp.SurfaceFrame
local function set_frame(surface, frame)
  local before = surface.frame
  local renewed = (before.subject or {}).id ~= (frame.subject or {}).id
  surface.frame = frame
  if renewed then
    surface.seen = guard.new()
    if surface.win then
      guard.appears(surface.seen)
    end
  end
  if not vim.deep_equal(before.choices, frame.choices) then
    keys.map(surface, close)
  end
  if is_docked(surface) then
    dock.update(surface, renewed)
  else
    window.update(surface.win, surface.spec.place, frame)
  end
  if frame.cursor and surface.win then
    surface.row = frame.cursor
    local last = api.nvim_buf_line_count(surface.bufnr)
    api.nvim_win_set_cursor(surface.win, { math.min(frame.cursor + 1, last), 0 })
  end
end

--- Opens a window with its first text.
---@param spec acp.SurfaceSpec
---@param patch acp.Patch
---@param frame acp.SurfaceFrame
---@return boolean # false when the window is gone
function M.show(spec, patch, frame)
  local known = surfaces[spec.id]
  if known and is_open(known) then
    patches.reset(known.bufnr, 0)
  else
    open(spec, frame)
  end
  return M.patch(spec.id, patch, frame)
end

---@param id string
---@param patch acp.Patch
---@param frame acp.SurfaceFrame
---@return boolean # false when the window is gone
function M.patch(id, patch, frame)
  local surface = surfaces[id]
  if not surface or not is_open(surface) then
    return false
  end
  patches.modifying(surface.bufnr, function()
    patches.apply(surface.bufnr, patch)
  end)
  set_frame(surface, frame)
  return true
end

---@param id string
function M.focus(id)
  local surface = surfaces[id]
  if surface and is_docked(surface) then
    dock.show(surface)
    dock.focus()
  elseif surface and is_open(surface) then
    api.nvim_set_current_win(surface.win)
  end
end

---@param id string
function M.close(id)
  local surface = surfaces[id]
  if surface then
    close(surface)
  end
end

--- Does from elsewhere what a docked surface says that a command does: in the oldest of a kind, or the nth.
---@param kind string
---@param n? integer
---@param action string
---@param text? string
function M.command(kind, n, action, text)
  local surface, count = dock.nth(kind, n or 1)
  if count == 0 then
    notify.show('info', 'no permission is asked')
  elseif not surface then
    notify.show('error', ('expected a number from 1 to %d'):format(count))
  else
    for _, command in ipairs(surface.spec.commands) do
      if command.action == action then
        keys.act(surface, command, { text = text })
      end
    end
  end
end

--- What a host has asked is asked no more.
function M.host_gone()
  for _, surface in pairs(surfaces) do
    if is_docked(surface) then
      undock(surface)
    end
  end
end

return M
