--- The agents that the plugin knows, as the build writes them down (src/agents/presets).
local M = {}

---@class acp.Preset
---@field name string
---@field title string
---@field command string
---@field runner? 'npx'|'uvx' fetches it when the command is not installed
---@field install? string command that installs it
---@field page? string page that says how to install it, where no command does

---@type acp.Preset[]?
local known

--- All presets; none before the plugin is built.
---@return acp.Preset[]
function M.all()
  if known then
    return known
  end
  local file = io.open(require('acp.host').root() .. '/dist/presets.json')
  if not file then
    return {}
  end
  local ok, list = pcall(vim.json.decode, file:read('*a'))
  file:close()
  known = ok and list or nil
  return known or {}
end

---@param name string
---@return acp.Preset?
function M.find(name)
  return vim.iter(M.all()):find(function(preset)
    return preset.name == name
  end)
end

--- What people call an agent; the host says the same once it has been asked.
---@param name string
---@return string
function M.title(name)
  local own, preset = require('acp.config').get().agents[name], M.find(name)
  return own and own.title or preset and preset.title or name == 'demo' and 'Demo agent' or name
end

--- Names that `:Acp install` takes.
---@return string[]
function M.installable()
  return vim.fn.sort(vim.tbl_map(function(preset)
    return preset.name
  end, M.all()))
end

--- Names that `:AcpChat` takes: presets, the user's own agents, the built-in one.
---@return string[]
function M.names()
  local names = { demo = true }
  for _, preset in ipairs(M.all()) do
    names[preset.name] = true
  end
  for name in pairs(require('acp.config').get().agents) do
    names[name] = true
  end
  return vim.fn.sort(vim.tbl_keys(names))
end

return M
