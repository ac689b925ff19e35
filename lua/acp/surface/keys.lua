--- What the user does in a surface, by key, click or command: whether that counts yet, and the way to the host.
local dock = require('acp.surface.dock')
local guard = require('acp.surface.guard')
local host = require('acp.host')
local keymap = require('acp.ui.keymap')
local notify = require('acp.ui.notify')
local scroll = require('acp.surface.scroll')
local typed = require('acp.ui.typed')

local M = {}

local api = vim.api

--- Another host knows nothing of it.
---@param surface acp.Surface
---@param event string
---@param fields table
---@return boolean
function M.send(surface, event, fields)
  if host.channel() ~= surface.channel then
    return false
  end
  host.send(event, vim.tbl_extend('error', { id = surface.spec.id }, fields))
  return true
end

--- The rows that the cursor, or the selection, is on.
---@param win? integer
---@return integer first
---@return integer last
function M.rows(win)
  if not win then
    return 0, 0
  end
  return unpack(api.nvim_win_call(win, function()
    local row, other = vim.fn.line('.') - 1, vim.fn.line('v') - 1
    return { math.min(row, other), math.max(row, other) }
  end))
end

---@param more? { choice?: integer, text?: string }
local function send_action(surface, action, more)
  local first, last = M.rows(surface.win)
  local fields = vim.tbl_extend('error', {
    action = action,
    row = first,
    end_row = last,
    count = vim.v.count1,
    subject = surface.frame.subject and surface.frame.subject.id,
  }, more or {})
  if not M.send(surface, 'surface_action', fields) then
    local asked = surface.frame.subject ~= nil
    local next_step = asked and 'nobody waits for the answer'
      or 'close this window and open it again'
    notify.show('info', 'the host has ended: ' .. next_step)
  end
end

--- Nobody could have read it yet; says so.
local function is_too_early(surface)
  if not guard.is_fresh(surface.seen, surface.spec.guardMs) then
    return false
  end
  local subject = surface.frame.subject
  notify.show(
    'info',
    'not answered: ' .. (subject and subject.early or 'this has only just appeared')
  )
  return true
end

--- Shows more of what the user would agree to without having seen all of it.
---@return string? # what they had not seen
local function read_on(surface)
  if guard.is_read(surface.seen) then
    return nil
  end
  local win, why = surface.win, 'its end has only just appeared'
  local below = win and select(2, scroll.hidden(win)) or 0
  if not win then
    dock.show(surface)
    why = 'this question was not on the screen'
  elseif below > 0 then
    scroll.page(win, below)
    why = below == 1 and '1 more line' or ('%d more lines'):format(below)
  elseif surface.frame.rest then
    send_action(surface, surface.frame.rest)
    why = 'the question was cut, this is all of it'
  end
  return 'not allowed yet: ' .. why
end

--- Why an answer to a subject that a key of the user's gives by its name does not count, or not yet.
---@param id string of the subject
---@param answer? string id of the choice
---@return string?
function M.obstacle(id, answer)
  local obstacle = dock.obstacle(id)
  local surface = typed.by_key() and not obstacle and dock.about(id)
  for _, choice in ipairs(surface and surface.frame.choices or {}) do
    if choice.id == answer and choice.readFirst then
      return read_on(surface)
    end
  end
  return obstacle and 'not answered: ' .. obstacle
end

--- Does what an action says, when that counts.
---@param surface acp.Surface
---@param action acp.SurfaceAction
---@param more? { choice?: integer, text?: string }
function M.act(surface, action, more)
  if action.guarded and is_too_early(surface) then
    return
  end
  local unread = action.readFirst and read_on(surface)
  if unread then
    notify.show('info', unread)
    return
  end
  send_action(surface, action.action, more)
end

---@param key acp.SurfaceKey
---@param ways acp.SurfaceWays
local function press(surface, key, ways)
  if key.closes then
    ways.close(surface)
  elseif key.leaves then
    ways.leave()
  elseif key.cycles then
    dock.next()
  else
    M.act(surface, key)
    -- As after an operator: what was selected has been acted on.
    if api.nvim_get_mode().mode:find('^[vV\22]') then
      vim.cmd.normal({ '\27', bang = true })
    end
  end
end

local function map_choices(surface, bufnr)
  local choices = surface.frame.choices
  local function choose(number)
    M.act(surface, choices[number], { choice = number - 1 })
  end
  for number, choice in ipairs(choices) do
    keymap.set(bufnr, { 'n' }, choice.lhs, function()
      choose(number)
    end, choice.label)
  end
  for _, times in ipairs({ '', '2-', '3-', '4-' }) do
    keymap.set(bufnr, { 'n', 'i' }, ('<%sLeftRelease>'):format(times), function()
      local number = dock.choice_under_mouse()
      if number then
        choose(number)
      end
    end, 'what was clicked on')
    if times ~= '' then
      -- Clicks in quick succession would select.
      keymap.set(bufnr, { 'n', 'i' }, ('<%sLeftMouse>'):format(times), '<LeftMouse>', 'click')
    end
  end
end

---@class acp.SurfaceWays how the user gets out of a surface
---@field close fun(surface: acp.Surface)
---@field leave? fun() to where they were; the window stays

--- Maps all keys of a surface anew, in each of its buffers.
---@param surface acp.Surface
---@param ways acp.SurfaceWays
function M.map(surface, ways)
  for _, bufnr in ipairs({ surface.bufnr, surface.choices }) do
    for _, old in ipairs(api.nvim_buf_get_keymap(bufnr, 'n')) do
      vim.keymap.del('n', old.lhs, { buffer = bufnr })
    end
    for _, key in ipairs(surface.spec.keys) do
      keymap.set(bufnr, key.modes or { 'n' }, key.lhs, function()
        press(surface, key, ways)
      end, key.label)
    end
    if surface.choices then
      map_choices(surface, bufnr)
    end
  end
end

return M
