-- What `status()` and `statusline()` answer, kept ready: both may be called on every redraw.
local notify = require('acp.ui.notify')

local M = {}

---@class acp.Status: acp.StatusFacts
---@field conflicts integer places where your text and an agent's stand against each other

---@return acp.Status
local function nothing()
  return { phase = 'off', pending = 0, queued = 0, sessions = 0, follow = 'off', conflicts = 0 }
end

---@type acp.Status
local facts = nothing()
local line = ''
local conflicts = 0
---@type 'off'|'on'|'paused'|nil
local followed

local MARKS = {
  installing = '…',
  starting = '…',
  ready = '○',
  running = '●',
  cancelling = '◌',
  stopped = '■',
  failed = '✗',
}

---@param text string
---@return string
local function with_conflicts(text)
  if conflicts == 0 then
    return text
  end
  local said = ('%d conflict%s'):format(conflicts, conflicts == 1 and '' or 's')
  return text == '' and said or (text .. ' ' .. said)
end

local function render()
  if facts.phase == 'off' or facts.phase == 'idle' then
    return ''
  end
  local function shown(text)
    return (notify.one_line(text):gsub('%%', '%%%%'))
  end
  local parts = { shown(('%s %s'):format(MARKS[facts.phase] or '○', facts.agent or 'acp')) }
  if facts.pending > 0 then
    -- A click goes to the float.
    parts[#parts + 1] = ("%%@v:lua.require'acp.surface.dock'.click@?%d%%X"):format(facts.pending)
  end
  if facts.queued > 0 then
    parts[#parts + 1] = ('+%d'):format(facts.queued)
  end
  if facts.follow ~= 'off' then
    parts[#parts + 1] = facts.follow == 'on' and 'follow' or 'follow paused'
  end
  if facts.review then
    parts[#parts + 1] = ('review %d'):format(facts.review.hunks)
  end
  return table.concat(parts, ' ')
end

---@param new acp.Status
local function show(new)
  facts = new
  facts.conflicts = conflicts
  line = with_conflicts(render())
  -- Only what users put into their statusline changes; nothing else is drawn anew.
  pcall(vim.cmd.redrawstatus, { bang = true })
end

--- What the host tells.
---@param new acp.Status
function M.set(new)
  followed = new.follow
  show(new)
end

--- Conflicts are known in the editor alone, and stay when the host ends.
---@param count integer
function M.set_conflicts(count)
  if count ~= conflicts then
    conflicts = count
    show(facts)
  end
end

--- How follow mode was last, in this host or in one that died; nil: no host has told yet.
---@return 'off'|'on'|'paused'|nil
function M.followed()
  return followed
end

--- No host is running.
function M.reset()
  show(nothing())
end

---@return acp.Status
function M.get()
  return vim.deepcopy(facts)
end

---@return string
function M.line()
  return line
end

return M
