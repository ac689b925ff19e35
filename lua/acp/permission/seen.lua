--- What the user has seen of each open question: since when it is on the screen, and whether its end was there.
local M = {}

--- Keys typed before a question could be read are no answer to it.
local GUARD_MS = 300

---@class acp.SeenQuestion
---@field arrived integer milliseconds
---@field awaited? boolean it is on its way to the screen
---@field since? integer when it was first drawn where it stands now
---@field ended table<boolean, true> its end was on the screen: in the short form (false), in the whole one (true)

---@type table<string, acp.SeenQuestion> by id
local seen = {}

local function now()
  -- The loop's own clock stands still while something takes long.
  vim.uv.update_time()
  return vim.uv.now()
end

--- These are open, and no others.
---@param cards acp.PermissionCard[]
---@return boolean any_new
function M.keep(cards)
  local known, any_new = seen, false
  seen = {}
  for _, card in ipairs(cards) do
    any_new = any_new or known[card.id] == nil
    seen[card.id] = known[card.id] or { arrived = now(), ended = {} }
  end
  return any_new
end

--- It comes up where another one, or none, was.
---@param id string
function M.appears(id)
  seen[id].awaited = true
end

--- It has been drawn.
---@param id string
function M.drawn(id)
  local question = seen[id]
  if question and question.awaited then
    question.awaited, question.since = nil, now()
  end
end

--- Its last row has been on the screen.
---@param id string
---@param whole boolean
function M.ended(id, whole)
  if seen[id] then
    seen[id].ended[whole] = true
  end
end

--- It cannot have been read yet. Where there is no screen, programs answer.
---@param id string
---@return boolean
function M.is_fresh(id)
  local question = seen[id]
  if not question then
    return true
  end
  if question.awaited and M.has_screen() then
    return true
  end
  return now() - (question.since or question.arrived) < GUARD_MS
end

---@return boolean
function M.has_screen()
  return #vim.api.nvim_list_uis() > 0
end

--- All that is asked has been on the screen.
---@param card acp.PermissionCard
---@return boolean
function M.is_read(card)
  local ended = seen[card.id].ended
  return not M.has_screen() or ended[true] == true or (ended[false] == true and not card.isCut)
end

return M
