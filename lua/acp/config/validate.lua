--- Takes what is right of given options; a wrong value is told by name and left out.
local M = {}

local check

local function check_list(value, schema, path, problems)
  if type(value) ~= 'table' or not vim.islist(value) then
    problems[#problems + 1] = ('%s: expected a list'):format(path)
    return nil
  end
  local good = {}
  for index, item in ipairs(value) do
    table.insert(good, check(item, schema, ('%s[%d]'):format(path, index), problems))
  end
  return good
end

local function check_table(value, schema, path, problems)
  if type(value) ~= 'table' then
    problems[#problems + 1] = ('%s: expected a table, got %s'):format(path, type(value))
    return nil
  end
  local good = {}
  for name, item in pairs(value) do
    local at = path == '' and tostring(name) or path .. '.' .. tostring(name)
    local inner = schema.each or schema[name]
    if not inner then
      problems[#problems + 1] = ('unknown option "%s"'):format(at)
    else
      good[name] = check(item, inner, at, problems)
    end
  end
  return good
end

--- The part of `value` that is right; what is wrong is told in `problems`.
check = function(value, schema, path, problems)
  if type(schema) == 'table' and schema.list then
    return check_list(value, schema.list, path, problems)
  elseif type(schema) == 'table' then
    return check_table(value, schema, path, problems)
  end
  local fits, wanted = schema(value)
  if fits then
    return value
  end
  local got = type(value) == 'string' and ('"%s"'):format(value) or type(value)
  problems[#problems + 1] = ('%s: expected %s, got %s'):format(path, wanted, got)
  return nil
end

local function unknown_keys(options, problems)
  local known = {}
  for _, key_of in ipairs(require('acp.default_keys')) do
    known[key_of.name] = true
  end
  for name in pairs(options.keys or {}) do
    if not known[name] then
      problems[#problems + 1] = ('unknown option "keys.%s"'):format(name)
      options.keys[name] = nil
    end
  end
end

local function incomplete_agents(options, problems)
  for name, agent in pairs(options.agents or {}) do
    if not agent.command then
      problems[#problems + 1] = ('agents.%s.command: expected a string'):format(name)
      options.agents[name] = nil
    end
  end
end

local function incomplete_servers(options, problems)
  options.mcp_servers = options.mcp_servers
    and vim.tbl_filter(function(server)
      if server.name and (server.command or server.url) then
        return true
      end
      problems[#problems + 1] = ('mcp_servers: "%s" needs a name, and a command or a url'):format(
        server.name or server.command or server.url or '?'
      )
      return false
    end, options.mcp_servers)
end

---@param raw any
---@param problems string[] gets a line for every mistake
---@return acp.Config
function M.options(raw, problems)
  local options = check_table(raw, require('acp.config.schema'), '', problems) or {}
  unknown_keys(options, problems)
  incomplete_agents(options, problems)
  incomplete_servers(options, problems)
  return options
end

return M
