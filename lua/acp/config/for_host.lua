--- The options as plain data for the host; see HostConfig in src/host/lua-door/events.ts.
local paths = require('acp.paths')
local schema = require('acp.config.options').schema

--- A table by names, also while it is empty.
local function by_name(map)
  return next(map) == nil and vim.empty_dict() or map
end

local plain

---@param fields acp.OptionFields
local function plain_fields(values, fields)
  local made = {}
  for name, value in pairs(values) do
    made[name] = plain(value, fields[name])
  end
  return by_name(made)
end

---@param value any
---@param wanted acp.OptionSchema
---@return any
plain = function(value, wanted)
  local inner = wanted.list or wanted.each
  if inner then
    local made = vim.tbl_map(function(one)
      return plain_fields(one, inner)
    end, value)
    return wanted.each and by_name(made) or made
  elseif wanted.fields then
    return plain_fields(value, wanted.fields)
  elseif wanted.is == 'strings by name' then
    return by_name(value)
  end
  -- That there is a function is all that the host can know.
  return type(value) == 'function' or value
end

---@param config acp.Config
---@return acp.HostConfig
return function(config)
  local made = plain_fields(config, schema)
  made.additional_directories = vim.tbl_map(paths.absolute, config.additional_directories)
  return made
end
