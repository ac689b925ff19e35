--- What the host needs of the options, as plain data.
local paths = require('acp.paths')

local function as_dict(value)
  return next(value) == nil and vim.empty_dict() or value
end

--- See HostConfig in src/host/lua-door/events.ts.
---@param config acp.Config
---@return table
return function(config)
  local agents = {}
  for name, agent in pairs(config.agents) do
    agents[name] = vim.tbl_extend('force', agent, agent.env and { env = as_dict(agent.env) } or {})
  end
  return {
    agent = config.agent,
    agents = as_dict(agents),
    mcp_servers = vim.tbl_map(function(server)
      return vim.tbl_extend('force', server, {
        env = server.env and as_dict(server.env),
        headers = server.headers and as_dict(server.headers),
      })
    end, config.mcp_servers),
    follow = config.follow,
    keys = as_dict(config.keys),
    start_timeout = config.start_timeout,
    deny = config.deny,
    outside = config.outside,
    save_dirty = config.save_dirty,
    watchdog = config.watchdog,
    additional_directories = vim.tbl_map(paths.absolute, config.additional_directories),
    permissions = {
      rules = config.permissions.rules,
      allow_reads = config.permissions.allow_reads,
      decide = config.permissions.decide ~= nil,
    },
    log = config.log,
  }
end
