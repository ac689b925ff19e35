--- The open questions, oldest first, and which of them is up.
local seen = require('acp.permission.seen')

local M = {}

---@type acp.PermissionCard[]
local cards = {}
---@type string? id of the one that is up
local up

---@return integer
function M.count()
  return #cards
end

--- Puts a question up: it has to be read before it is answered.
---@param card acp.PermissionCard
function M.put_up(card)
  if up ~= card.id then
    up = card.id
    seen.appears(card.id)
  end
end

--- These are open now. What the agent has changed stays where it was.
---@param new acp.PermissionCard[]
---@return boolean any_new
function M.set(new)
  cards = new
  local any_new = seen.keep(cards)
  for _, card in ipairs(cards) do
    if card.replaces and card.replaces == up then
      M.put_up(card)
    end
  end
  if #cards == 0 then
    up = nil
  end
  return any_new
end

--- The one that is up, or comes next.
---@return acp.PermissionCard? card
---@return integer index
function M.current()
  for index, card in ipairs(cards) do
    if card.id == up then
      return card, index
    end
  end
  return cards[1], 1
end

--- The one after that.
---@return acp.PermissionCard?
function M.after()
  local _, index = M.current()
  return cards[index % #cards + 1]
end

---@param card acp.PermissionCard
---@return boolean
function M.is_up(card)
  return card.id == up
end

--- The permission of this number, counted from the oldest.
---@param n integer
---@return acp.PermissionCard? card
---@return integer count of permissions
function M.permission(n)
  local permissions = vim.tbl_filter(function(card)
    return not card.fields
  end, cards)
  return permissions[n], #permissions
end

return M
