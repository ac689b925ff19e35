--- The agents that there are: those that the plugin knows, the user's own, and the built-in one.
local config = require('acp.config')

local M = {}

---@class acp.KnownAgent
---@field name string
---@field title string
---@field command string
---@field runner? 'npx'|'uvx' fetches it when the command is not installed

---@type acp.KnownAgent[]
M.known = require('acp.host.known_agents')

---@param name string
---@return acp.KnownAgent?
function M.find(name)
  return vim.iter(M.known):find(function(agent)
    return agent.name == name
  end)
end

--- What people call an agent; the host says the same once it has been asked.
---@param name string
---@return string
function M.title(name)
  local own, known = config.get().agents[name], M.find(name)
  return own and own.title or known and known.title or name == 'demo' and 'Demo agent' or name
end

--- Names that `:Acp install` takes.
---@return string[]
function M.installable()
  return vim.fn.sort(vim.tbl_map(function(agent)
    return agent.name
  end, M.known))
end

--- Names that `:AcpChat` takes.
---@return string[]
function M.names()
  local own = vim.tbl_keys(config.get().agents)
  return vim.fn.uniq(
    vim.fn.sort(vim.list_extend({ 'demo' }, vim.list_extend(own, M.installable())))
  )
end

return M
