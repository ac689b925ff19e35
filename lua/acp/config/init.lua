--- The options as they are now: defaults, `vim.g.acp`, `setup()`.
local paths = require('acp.paths')

local M = {}

---@type acp.Config?
local resolved
---@type acp.Config
local given = {}

local function report(source, problems)
  if #problems == 0 then
    return
  end
  table.sort(problems)
  require('acp.ui.notify').show('error', source .. ': ' .. table.concat(problems, '; '))
end

--- What is right in options that somebody has set.
---@param source string where they were set
---@param raw any
---@return acp.Config
local function checked(source, raw)
  if raw == nil then
    return {}
  end
  local problems = {}
  local options = require('acp.config.validate').options(raw, problems)
  report(source, problems)
  return options
end

local function resolve()
  local global = checked('vim.g.acp', vim.g.acp)
  return vim.tbl_deep_extend('force', require('acp.config.options').defaults, global, given)
end

--- Merges more options; each call adds to the ones before.
---@param raw? acp.Config
---@return boolean # always true: what was wrong is reported and left out
function M.setup(raw)
  given = vim.tbl_deep_extend('force', given, checked('setup', raw))
  resolved = nil
  return true
end

---@return acp.Config
function M.get()
  resolved = resolved or resolve()
  return resolved
end

--- Of a function the host needs to know only that there is one.
local function plain(value)
  if type(value) == 'table' then
    return vim.tbl_map(plain, value)
  end
  return type(value) == 'function' or value
end

--- The options as plain data for the host; see HostConfig in src/host/lua-door/events.ts.
---@return acp.HostConfig
function M.for_host()
  local config = plain(M.get())
  config.additional_directories = vim.tbl_map(paths.absolute, config.additional_directories)
  return config
end

return M
