-- What `status()` and `statusline()` answer, kept ready: both may be called on every redraw.
local M = {}

---@class acp.Status: acp.StatusFacts
---@field conflicts integer places where your text and an agent's stand against each other

---@return acp.Status
local function nothing()
  return { phase = 'off', pending = 0, queued = 0, sessions = 0, follow = 'off', conflicts = 0 }
end

---@type acp.Status
local facts = nothing()
--- What the host says in the statusline, and with what is known here alone.
local text, line = '', ''
local conflicts = 0
---@type 'off'|'on'|'paused'|nil
local followed

local function with_conflicts(said)
  if conflicts == 0 then
    return said
  end
  local counted = ('%d conflict%s'):format(conflicts, conflicts == 1 and '' or 's')
  return said == '' and counted or (said .. ' ' .. counted)
end

local function show(new, new_text)
  facts, text = new, new_text
  facts.conflicts = conflicts
  line = with_conflicts(text)
  -- Only what users put into their statusline changes; nothing else is drawn anew.
  pcall(vim.cmd.redrawstatus, { bang = true })
end

--- What the host reports.
---@param new acp.Status
---@param new_text string for the statusline
function M.set(new, new_text)
  followed = new.follow
  show(new, new_text)
end

--- Conflicts are known in the editor alone, and stay when the host ends.
---@param count integer
function M.set_conflicts(count)
  if count ~= conflicts then
    conflicts = count
    show(facts, text)
  end
end

--- How follow mode was last, in this host or in one that died; nil: no host has reported it yet.
---@return 'off'|'on'|'paused'|nil
function M.followed()
  return followed
end

--- No host is running.
function M.reset()
  show(nothing(), '')
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
