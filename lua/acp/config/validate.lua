--- Takes what is right of given options; a wrong value is reported by name and left out.
local schema = require('acp.config.schema')

local M = {}

---@alias acp.OptionFields table<string, acp.OptionSchema>

---@class acp.OptionSchema what a value must be, in one of four ways
---@field is? string|string[] one of `CHECKS`, a type of Lua, or one of these words
---@field fields? acp.OptionFields a table with these fields
---@field each? acp.OptionFields a table of such tables, by any names
---@field list? acp.OptionFields a list of such tables
---@field required? boolean
---@field or_boolean? boolean the table may also be true or false
---@field partial? boolean nothing is required
---@field known? string[] of `each`: names of tables that need not have what is required

---@param keys type
local function holds_strings(value, keys)
  return type(value) == 'table'
    and vim.iter(pairs(value)):all(function(key, item)
      return type(key) == keys and type(item) == 'string'
    end)
end

local function is_string_list(value)
  return vim.islist(value) and holds_strings(value, 'number')
end

---@type table<string, { [1]: string, [2]: fun(value: any): boolean }> what is expected, and whether it is that
local CHECKS = {
  positive = {
    'number above 0',
    function(value)
      return type(value) == 'number' and value > 0
    end,
  },
  list = { 'list', vim.islist },
  strings = { 'list of strings', is_string_list },
  ['strings by name'] = {
    'table of strings',
    function(value)
      return holds_strings(value, 'string')
    end,
  },
  key = {
    'string, list of strings or false',
    function(value)
      return value == false or type(value) == 'string' or is_string_list(value)
    end,
  },
}

---@param is string|string[]
---@return string expected
local function fits(value, is)
  if type(is) == 'table' then
    return vim.tbl_contains(is, value), 'one of ' .. table.concat(is, ', ')
  end
  local known = CHECKS[is]
  if known then
    return known[2](value), known[1]
  end
  return type(value) == is, is
end

local function got(value)
  return type(value) == 'string' and ('"%s"'):format(value) or type(value)
end

local check

--- What is right in a table, by its own names, by any, or in a list.
---@param value any
---@param wanted acp.OptionSchema
---@param path string
---@param problems string[]
---@return table|boolean|nil
local function check_table(value, wanted, path, problems)
  if wanted.or_boolean and type(value) == 'boolean' then
    return value
  end
  if type(value) ~= 'table' or (wanted.list and not vim.islist(value)) then
    local one = wanted.or_boolean and 'a boolean or a table' or 'a table'
    local expected = wanted.list and 'expected a list'
      or ('expected %s, got %s'):format(one, got(value))
    table.insert(problems, ('%s: %s'):format(path, expected))
    return nil
  end
  local fields, good = wanted.list or wanted.each, {}
  for name, item in pairs(value) do
    local at = path == '' and tostring(name) or ('%s.%s'):format(path, name)
    local inner = fields
        and { fields = fields, partial = vim.tbl_contains(wanted.known or {}, name) }
      or wanted.fields[name]
    if wanted.list then
      table.insert(good, check(item, inner, ('%s[%d]'):format(path, name), problems))
    elseif inner then
      good[name] = check(item, inner, at, problems)
    else
      table.insert(problems, ('unknown option "%s"'):format(at))
    end
  end
  for name, field in pairs(wanted.fields or {}) do
    if field.required and good[name] == nil and not wanted.partial then
      table.insert(problems, ('%s.%s: expected a %s'):format(path, name, field.is))
      return nil
    end
  end
  return good
end

--- The part of a value that is right.
---@param value any
---@param wanted acp.OptionSchema
---@param path string
---@param problems string[]
---@return any
check = function(value, wanted, path, problems)
  if not wanted.is then
    return check_table(value, wanted, path, problems)
  end
  local is_right, expected = fits(value, wanted.is)
  if is_right then
    return value
  end
  table.insert(problems, ('%s: expected %s, got %s'):format(path, expected, got(value)))
  return nil
end

---@param servers acp.McpServer[]?
---@return acp.McpServer[]?
local function complete_servers(servers, problems)
  return servers
    and vim.tbl_filter(function(server)
      local is_complete = server.name and (server.command or server.url)
      if not is_complete then
        local name = server.name or server.command or server.url or '?'
        local problem = 'mcp_servers: "%s" needs a name, and a command or a url'
        table.insert(problems, problem:format(name))
      end
      return is_complete
    end, servers)
end

---@param raw any
---@param problems string[] gets a line for every mistake
---@return acp.Config
function M.options(raw, problems)
  local options = check_table(raw, { fields = schema }, '', problems) or {}
  options.mcp_servers = complete_servers(options.mcp_servers, problems)
  return options
end

return M
