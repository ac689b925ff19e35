--- Surfaces: windows whose text the host owns. Here they are placed, patched and closed; what a key does the host says.
local bar = require('acp.surface.bar')
local center = require('acp.surface.center')
local corner = require('acp.surface.corner')
local dock = require('acp.surface.dock')
local guard = require('acp.surface.guard')
local host = require('acp.host')
local keys = require('acp.surface.keys')
local matching = require('acp.ui.matching')
local notify = require('acp.ui.notify')
local patches = require('acp.surface.patch')
local ranges = require('acp.surface.ranges')
local window = require('acp.surface.window')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.surface')

---@class acp.Surface
---@field spec acp.SurfaceSpec
---@field frame acp.SurfaceFrame
---@field bufnr integer
---@field choices? integer buffer of what can be chosen in the dock
---@field win? integer none: there is no room for it, or another one of the dock is up
---@field origin? integer window to go back to
---@field seen acp.Seen
---@field row integer the last that the host knows of
---@field channel integer the host that owns it
---@field own? acp.Room what the user has made of the window
---@field shown? acp.Room what we have made of it
---@field room? acp.Room what the host lays the text out for

---@type table<string, acp.Surface>
local surfaces = {}

local PLACES = { bar = bar, center = center, corner = corner, dock = dock }

--- Where a surface stands, and so how it comes and goes.
---@param surface acp.Surface
local function place_of(surface)
  return PLACES[surface.spec.place.kind]
end

--- Its buffer is gone, whoever took it away.
local function lost(surface)
  if surfaces[surface.spec.id] == surface then
    surfaces[surface.spec.id] = nil
    ranges.forget(surface.bufnr)
    place_of(surface).forget(surface)
    keys.send(surface, 'surface_closed', {})
  end
end

local function close(surface)
  local place = place_of(surface)
  place.close(surface)
  if not place.is_open(surface) then
    lost(surface)
  end
end

local function map_keys(surface)
  keys.map(surface, { close = close, leave = place_of(surface).leave })
end

local function watch(surface)
  local function on(event, callback)
    api.nvim_create_autocmd(event, { buffer = surface.bufnr, callback = callback })
  end
  on('CursorMoved', function()
    local row = vim.fn.line('.') - 1
    if row ~= surface.row and api.nvim_get_current_win() == surface.win then
      surface.row = row
      keys.send(surface, 'surface_cursor', { row = row })
    end
  end)
  for _, bufnr in ipairs({ surface.bufnr, surface.choices }) do
    api.nvim_create_autocmd('BufUnload', {
      buffer = bufnr,
      callback = function()
        lost(surface)
      end,
    })
  end
end

--- Notes which of them are on the screen: before, nothing that is typed is an answer to them.
local function watch_screen()
  local function drawn(_, win)
    for _, surface in pairs(surfaces) do
      if surface.win == win then
        guard.drawn(surface.seen)
        if surface.choices then
          dock.drawn(surface)
        end
      end
    end
    return false
  end
  api.nvim_set_decoration_provider(namespace, next(surfaces) and { on_win = drawn } or {})
end

local function make_buffer(filetype)
  local bufnr = api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.bo[bufnr].modeline = false
  vim.bo[bufnr].undolevels = -1
  vim.bo[bufnr].modifiable = false
  matching.limit(bufnr)
  vim.bo[bufnr].filetype = filetype
  return bufnr
end

local function open(spec, frame)
  local surface = {
    spec = spec,
    frame = frame,
    bufnr = make_buffer(spec.filetype),
    choices = spec.place.kind == 'dock' and make_buffer(spec.filetype) or nil,
    seen = guard.new(),
    row = 0,
    channel = host.channel(),
  }
  surfaces[spec.id] = surface
  place_of(surface).open(surface)
  map_keys(surface)
  watch(surface)
  watch_screen()
end

--- What the cursor is sent to is read from there on: where it is not in sight, or near the end, it comes near the top,
--- as far as there is text to fill the window.
---@param win integer
---@param line integer
local function put_cursor(win, line)
  local height = api.nvim_win_get_height(win)
  local top = vim.fn.line('w0', win)
  api.nvim_win_set_cursor(win, { line, 0 })
  if line < top or line - top >= height * 3 / 4 then
    api.nvim_win_call(win, function()
      local last_page = api.nvim_buf_line_count(0) - height + 1
      local topline = math.min(line - math.floor(height / 5), last_page)
      vim.fn.winrestview({ topline = math.max(1, topline) })
    end)
  end
end

--- Puts around the text what belongs there now.
local function set_frame(surface, frame)
  local before = surface.frame
  local renewed = (before.subject or {}).id ~= (frame.subject or {}).id
  surface.frame = frame
  if renewed then
    surface.seen = guard.new()
  end
  if not vim.deep_equal(before.choices, frame.choices) then
    map_keys(surface)
  end
  place_of(surface).update(surface, renewed)
  if frame.cursor and surface.win then
    surface.row = frame.cursor
    put_cursor(surface.win, math.min(frame.cursor + 1, api.nvim_buf_line_count(surface.bufnr)))
  end
end

M.room = window.room

--- Opens a window with its first text.
---@param spec acp.SurfaceSpec
---@param patch acp.Patch
---@param frame acp.SurfaceFrame
---@return boolean # false when the window is gone
function M.show(spec, patch, frame)
  local known = surfaces[spec.id]
  if known and place_of(known).is_open(known) then
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
  if not surface or not place_of(surface).is_open(surface) then
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
  if surface then
    place_of(surface).focus(surface)
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
    notify.show('info', ('no %s is open'):format(kind))
  elseif not surface then
    notify.show('error', ('expected a number from 1 to %d'):format(count))
  else
    local obstacle = dock.not_meant(surface, n or 1)
    if obstacle then
      notify.show('info', 'not answered: ' .. obstacle)
      return
    end
    for _, command in ipairs(surface.spec.commands) do
      if command.action == action then
        keys.act(surface, command, { text = text })
      end
    end
  end
end

-- What a host has asked or noted holds no more; what it has shown can still be read, and says that nothing else can be
-- done.
host.on_exit(function()
  for _, surface in pairs(surfaces) do
    if place_of(surface) ~= center then
      close(surface)
    elseif center.is_open(surface) then
      surface.frame.footer = ' the host has ended '
      center.update(surface, false)
    end
  end
end)

return M
