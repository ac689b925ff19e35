--- The options as they are now: defaults, `vim.g.acp`, `setup()`.
local paths = require('acp.paths')
local validate = require('acp.config.validate')

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

local function resolve()
  local problems = {}
  local global = vim.g.acp == nil and {} or validate.options(vim.g.acp, problems)
  report('vim.g.acp', problems)
  return vim.tbl_deep_extend('force', require('acp.config.options').defaults, global, given)
end

--- Merges more options; each call adds to the ones before.
---@param raw? acp.Config
---@return boolean # always true: what was wrong is reported and left out
function M.setup(raw)
  local problems = {}
  given = vim.tbl_deep_extend('force', given, validate.options(raw == nil and {} or raw, problems))
  report('setup', problems)
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
