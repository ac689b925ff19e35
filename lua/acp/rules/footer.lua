--- What the foot of the rules window says.
local keys = require('acp.keys')

local M = {}

--- Keys that do something on the line of the cursor, with what they do there.
---@param item acp.RuleItem
---@return [string, string][]
local function hints_for(item)
  local rule = item.rule
  if rule and rule.source == 'session' then
    return {
      { 'rules_change', 'change' },
      { 'rules_remove', 'remove' },
      { 'rules_keep', 'to the project' },
    }
  elseif rule and rule.source == 'project' then
    return {
      { 'rules_change', 'change' },
      { 'rules_remove', 'remove' },
      { 'rules_keep', 'to the session' },
      { 'rules_file', 'file' },
    }
  elseif rule then
    local second = rule.off and { 'rules_undo', 'undo' } or { 'rules_remove', 'off' }
    return { { 'rules_change', 'put another in its place' }, second }
  elseif item.answer and #item.answer.suggested > 0 then
    return { { 'rules_change', 'make a rule of it' } }
  end
  return {}
end

---@param item acp.RuleItem what the cursor is on
---@param with_chat boolean
---@return string
function M.text(item, with_chat)
  local hints = hints_for(item)
  if with_chat then
    table.insert(hints, { 'rules_add', 'add' })
    if #hints == 1 then
      table.insert(hints, { 'rules_add_project', 'add to the project' })
    end
  end
  local texts = {}
  for _, hint in ipairs(hints) do
    local key = keys.of(hint[1])
    if key then
      table.insert(texts, key .. ' ' .. hint[2])
    end
  end
  return (' %s '):format(table.concat(texts, '  '))
end

return M
