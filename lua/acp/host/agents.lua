--- The agents that there are: those that the plugin knows, the user's own, and the built-in one.
local config = require('acp.config')

local M = {}

---@class acp.KnownAgent
---@field name string
---@field title string
---@field command string

---@type acp.KnownAgent[]
local KNOWN = require('acp.host.known_agents')

--- What people call an agent; the host says the same once it has been asked.
---@param name string
---@return string
function M.title(name)
  local own = config.get().agents[name]
  if own and own.title then
    return own.title
  end
  for _, agent in ipairs(KNOWN) do
    if agent.name == name then
      return agent.title
    end
  end
  return name == 'demo' and 'Demo agent' or name
end

--- Names that `:Acp install` takes.
---@return string[]
function M.installable()
  return vim.fn.sort(vim.tbl_map(function(agent)
    return agent.name
  end, KNOWN))
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
