--- Surfaces: windows whose text the host owns. Here they are placed, patched and closed; what a key does the host says.
local host = require('acp.host')
local notify = require('acp.ui.notify')
local patches = require('acp.surface.patch')
local resize = require('acp.surface.resize')
local window = require('acp.surface.window')

local M = {}

local api = vim.api

--- A yes that was typed before it could be read is no consent.
local GUARD_MS = 300

---@class acp.SurfaceKey see SurfaceKey in src/view/surfaces/surface.ts
---@field action string
---@field lhs string
---@field label string
---@field modes? string[]
---@field guarded? boolean
---@field closes? boolean

---@class acp.SurfaceSpec see SurfaceSpec in src/nvim/lua.ts
---@field id string
---@field kind string
---@field place acp.SurfacePlace
---@field cursorline boolean
---@field wrap boolean
---@field keys acp.SurfaceKey[]

---@class acp.Surface
---@field spec acp.SurfaceSpec
---@field frame acp.SurfaceFrame
---@field bufnr integer
---@field win integer
---@field origin integer window to go back to
---@field shown_at integer in milliseconds
---@field row integer the last that the host knows of
---@field channel integer the host that owns it
---@field sizes acp.SurfaceSizes

---@type table<string, acp.Surface>
local surfaces = {}

---@param surface acp.Surface
local function is_open(surface)
  return api.nvim_win_is_valid(surface.win) and api.nvim_buf_is_valid(surface.bufnr)
end

--- Back to where the user was; with another float in between Neovim would choose another window.
---@param surface acp.Surface
local function close(surface)
  if not is_open(surface) then
    return
  end
  local focused = api.nvim_get_current_win() == surface.win
  if focused and api.nvim_win_is_valid(surface.origin) then
    api.nvim_set_current_win(surface.origin)
  end
  api.nvim_win_close(surface.win, true)
end

--- Another host knows nothing of it.
---@param surface acp.Surface
---@param event string
---@param fields table
---@return boolean
local function send(surface, event, fields)
  if host.channel() ~= surface.channel then
    return false
  end
  host.send(event, vim.tbl_extend('error', { id = surface.spec.id }, fields))
  return true
end

---@param surface acp.Surface
---@param key acp.SurfaceKey
local function press(surface, key)
  if key.closes then
    close(surface)
    return
  end
  if key.guarded and vim.uv.now() - surface.shown_at < GUARD_MS then
    return
  end
  local row, last = vim.fn.line('.') - 1, vim.fn.line('v') - 1
  local fields = {
    action = key.action,
    row = math.min(row, last),
    end_row = math.max(row, last),
    count = vim.v.count1,
  }
  if not send(surface, 'surface_action', fields) then
    notify.show('info', 'the host has ended: close this window and open it again')
  end
end

---@param surface acp.Surface
local function map_keys(surface)
  for _, key in ipairs(surface.spec.keys) do
    vim.keymap.set(key.modes or { 'n' }, key.lhs, function()
      press(surface, key)
    end, { buffer = surface.bufnr, nowait = true, silent = true, desc = 'acp: ' .. key.label })
  end
end

---@param surface acp.Surface
local function fit(surface)
  window.update(surface.win, surface.spec.place, surface.frame, surface.sizes.own)
  resize.note(surface.sizes, surface.win)
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
      send(surface, 'surface_cursor', { row = row })
    end
  end)
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
  api.nvim_create_autocmd('BufWipeout', {
    buffer = surface.bufnr,
    once = true,
    callback = function()
      surfaces[surface.spec.id] = nil
      surface.sizes.stop()
      require('acp.surface.ranges').forget(surface.bufnr)
      send(surface, 'surface_closed', {})
    end,
  })
end

---@param kind string
---@return integer
local function make_buffer(kind)
  local bufnr = api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.bo[bufnr].modeline = false
  vim.bo[bufnr].undolevels = -1
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].filetype = 'acp' .. kind
  return bufnr
end

---@param spec acp.SurfaceSpec
---@param frame acp.SurfaceFrame
local function open(spec, frame)
  local origin = api.nvim_get_current_win()
  local bufnr = make_buffer(spec.kind)
  local surface = {
    spec = spec,
    frame = frame,
    bufnr = bufnr,
    win = window.open(bufnr, spec, frame),
    origin = origin,
    shown_at = vim.uv.now(),
    row = 0,
    channel = host.channel(),
  }
  surface.sizes = resize.watch(surface.win, function()
    fit(surface)
  end, function(room)
    send(surface, 'surface_resized', room)
  end)
  resize.note(surface.sizes, surface.win)
  surfaces[spec.id] = surface
  map_keys(surface)
  watch(surface)
end

M.room = window.room

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
  surface.frame = frame
  fit(surface)
  if frame.cursor then
    surface.row = frame.cursor
    local last = api.nvim_buf_line_count(surface.bufnr)
    api.nvim_win_set_cursor(surface.win, { math.min(frame.cursor + 1, last), 0 })
  end
  return true
end

---@param id string
function M.focus(id)
  local surface = surfaces[id]
  if surface and is_open(surface) then
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

return M
