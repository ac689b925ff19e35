--- Checks of single values of options.
local M = {}

--- Whether the value fits, and what was expected.
---@alias acp.Check fun(value: any): boolean, string

--- A type of Lua.
---@param wanted type
---@return acp.Check
function M.is(wanted)
  return function(value)
    return type(value) == wanted, wanted
  end
end

---@param ... string
---@return acp.Check
function M.one_of(...)
  local values = { ... }
  return function(value)
    return vim.tbl_contains(values, value), 'one of ' .. table.concat(values, ', ')
  end
end

---@type acp.Check
function M.positive(value)
  return type(value) == 'number' and value > 0, 'number above 0'
end

---@param wanted type
---@return acp.Check
function M.list_of(wanted)
  return function(value)
    local fits = type(value) == 'table' and vim.islist(value)
    for _, item in ipairs(fits and value or {}) do
      fits = fits and type(item) == wanted
    end
    return fits, 'list of ' .. wanted .. 's'
  end
end

---@type acp.Check
function M.strings_by_name(value)
  local fits = type(value) == 'table'
  for name, item in pairs(fits and value or {}) do
    fits = fits and type(name) == 'string' and type(item) == 'string'
  end
  return fits, 'table of strings'
end

--- What a key of the plugin's windows may be set to.
---@type acp.Check
function M.key(value)
  local fits = value == false or type(value) == 'string' or (M.list_of('string')(value))
  return fits, 'string, list of strings or false'
end

local EFFECTS = { 'allow', 'ask', 'deny' }
local KINDS = {
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
}
local RULE = { tool = true, kind = true, path = true, command = true, agent = true }

---@param rule any
---@return boolean
local function is_rule(rule)
  if type(rule) ~= 'table' then
    return false
  end
  local effects = 0
  for name, value in pairs(rule) do
    if vim.tbl_contains(EFFECTS, name) then
      effects = effects + 1
      if value ~= true then
        return false
      end
    elseif not RULE[name] or type(value) ~= 'string' or vim.trim(value) == '' then
      return false
    end
  end
  -- A kind that does not exist would be a rule that never holds.
  if rule.kind and not vim.tbl_contains(KINDS, rule.kind) then
    return false
  end
  -- A path says nothing about the other words of a command.
  return effects == 1 and not (rule.allow and rule.path and rule.command)
end

--- A list of rules for permissions.
---@type acp.Check
function M.rules(value)
  local wanted = 'list of rules { allow|ask|deny = true, tool|kind|path|command|agent = "…" }'
  local fits = type(value) == 'table' and vim.islist(value)
  for index, rule in ipairs(fits and value or {}) do
    if not is_rule(rule) then
      local got = vim.inspect(rule, { newline = ' ', indent = '' })
      return false, wanted .. (' (rule %d is %s)'):format(index, got)
    end
  end
  return fits, wanted
end

return M
