--- What is docked: shown one at a time at the end of the transcript, answered in any order, and never in the way of who
--- types.
local anchor = require('acp.surface.anchor')
local command_line = require('acp.ui.command_line')
local guard = require('acp.surface.guard')
local notify = require('acp.ui.notify')
local scroll = require('acp.surface.scroll')
local typed = require('acp.ui.typed')
local windows = require('acp.surface.dock.windows')

local M = {}

local NOT_MEANT = 'this question came up while you typed'

---@type acp.Surface[] in the order of their subjects
local docked = {}
---@type acp.Surface? the one that is up
local up
--- The user has closed the windows: they come back with the next surface, or when asked for.
local hidden = false

--- The one that is up, or comes next.
---@return acp.Surface? surface
---@return integer index
local function current()
  for index, surface in ipairs(docked) do
    if surface == up then
      return surface, index
    end
  end
  return docked[1], 1
end

local function put_up(surface)
  if up ~= surface then
    up = surface
    guard.appears(surface.seen)
  end
end

--- Draws the current one, and opens the windows when they are closed.
local function draw()
  local surface = current()
  if not surface or hidden then
    windows.close()
    return
  end
  put_up(surface)
  if not windows.is_open() then
    guard.appears(surface.seen)
  end
  windows.show(surface, {
    moved = M.place,
    closed = function(by_user)
      -- Closed from elsewhere (`:only`) it comes back.
      hidden = by_user
      if not hidden then
        vim.schedule(M.place)
      end
    end,
  })
end

--- Puts the windows where they belong now.
function M.place()
  if #docked > 0 then
    draw()
  end
end

anchor.on_move(M.place)

--- It is on the screen: how much of it, is known once the screen is drawn.
---@param surface acp.Surface
function M.drawn(surface)
  local seen, whole = surface.seen, not surface.frame.rest and not surface.frame.behind
  vim.schedule(function()
    if surface == up and surface.win and windows.is_open() then
      local _, below = scroll.hidden(surface.win)
      local is_same = surface.seen == seen and whole == not surface.frame.rest
      seen.all = seen.all or (is_same and whole and below == 0)
      windows.label()
    end
  end)
end

local function sort()
  table.sort(docked, function(a, b)
    return a.frame.subject.order < b.frame.subject.order
  end)
end

---@return table<string, string[]> # ids of the subjects of each kind
local function subjects()
  local ids = {}
  for _, surface in ipairs(docked) do
    local kind = surface.spec.kind
    ids[kind] = ids[kind] or {}
    table.insert(ids[kind], surface.frame.subject.id)
  end
  return ids
end

--- Takes a surface in; it is drawn with its first text.
---@param surface acp.Surface
function M.open(surface)
  for _, bufnr in ipairs({ surface.bufnr, surface.choices }) do
    vim.bo[bufnr].bufhidden = 'hide'
  end
  if #docked == 0 then
    typed.watch()
    command_line.watch(subjects)
  end
  hidden = false
  table.insert(docked, surface)
end

---@param surface acp.Surface
---@return boolean
function M.is_open(surface)
  return vim.api.nvim_buf_is_loaded(surface.bufnr)
end

--- Its text, or what is around that, is another.
---@param surface acp.Surface
---@param renewed boolean it is about something else than before
function M.update(surface, renewed)
  if renewed then
    hidden = false
    if surface.win then
      windows.to_top()
    end
  end
  sort()
  draw()
  -- While a command line is being typed, or a program waits for a key, the screen only changes when asked to.
  if vim.api.nvim_get_mode().mode:find('^c') or vim.fn.state('S') ~= '' then
    vim.cmd.redraw()
  end
end

---@return boolean # false when it was not docked
local function take_out(surface)
  local count = #docked
  docked = vim.tbl_filter(function(one)
    return one ~= surface
  end, docked)
  if #docked == 0 and count > 0 then
    up, hidden = nil, false
    typed.unwatch()
    command_line.unwatch()
  end
  return #docked < count
end

--- The windows show the next one, and what it was in goes.
local function clear_away(surface)
  local buffers = vim.tbl_filter(vim.api.nvim_buf_is_valid, { surface.bufnr, surface.choices })
  for _, bufnr in ipairs(buffers) do
    vim.bo[bufnr].bufhidden = 'wipe'
  end
  draw()
  for _, bufnr in ipairs(buffers) do
    -- One that the command-line window keeps on the screen goes with it.
    pcall(vim.api.nvim_buf_delete, bufnr, { force = true })
  end
end

--- Takes it off the screen; the next one comes up.
---@param surface acp.Surface
function M.close(surface)
  if take_out(surface) then
    clear_away(surface)
  end
end

--- The user has taken one of its buffers away: it is drawn no more.
---@param surface acp.Surface
function M.forget(surface)
  if take_out(surface) then
    vim.schedule(function()
      clear_away(surface)
    end)
  end
end

--- Puts it on the screen, without the focus.
---@param surface acp.Surface
function M.show(surface)
  hidden = false
  put_up(surface)
  draw()
end

--- Goes there; the keys of the surface then answer.
---@param surface? acp.Surface the one to show; else the one that is up
function M.focus(surface)
  if #docked == 0 then
    notify.show('info', 'no question is open')
    return
  end
  surface = surface or current()
  M.show(surface)
  if vim.fn.getcmdwintype() ~= '' then
    local away = surface.frame.away
    notify.show('info', away and away.fromCmdwin or 'leave the command-line window first')
    return
  end
  windows.focus()
end

M.leave = windows.leave

--- The next one, for who is there already.
function M.next()
  if not windows.has_focus() then
    M.focus()
    return
  end
  local _, index = current()
  put_up(docked[index % #docked + 1])
  draw()
end

--- The one of this number among those of a kind.
---@param kind string
---@param n integer
---@return acp.Surface?
---@return integer count of that kind
function M.nth(kind, n)
  local found = vim.tbl_filter(function(surface)
    return surface.spec.kind == kind
  end, docked)
  return found[n], #found
end

--- Why the command that runs now could not have been meant for a surface by its number, if it was typed as a command.
---@param surface acp.Surface
---@param n integer
---@return string?
function M.not_meant(surface, n)
  local seen = command_line.seen()
  local ids = seen and (seen[surface.spec.kind] or {})
  return ids and ids[n] ~= surface.frame.subject.id and NOT_MEANT or nil
end

--- Why a key of the user's, at work now, could not have been meant for this subject, or not yet.
---@param id string
---@return string?
function M.obstacle(id)
  if not typed.by_key() then
    return nil
  elseif M.is_fresh(id) then
    return 'this question was not on the screen long enough'
  end
  local seen = command_line.seen()
  local ids = seen and vim.iter(vim.tbl_values(seen)):flatten():totable()
  return ids and not vim.tbl_contains(ids, id) and NOT_MEANT or nil
end

--- The one that this subject is in.
---@param id string
---@return acp.Surface?
function M.about(id)
  return vim.iter(docked):find(function(surface)
    return surface.frame.subject.id == id
  end)
end

---@param id string of a subject
---@return boolean
function M.is_fresh(id)
  local surface = M.about(id)
  return not surface or guard.is_fresh(surface.seen, surface.spec.guardMs)
end

--- A click on the statusline.
function M.click()
  vim.schedule(M.focus)
end

M.choice_under_mouse = windows.choice_under_mouse

return M
