--- Subcommands about the agent's process and signing in.

--- Sends an event about the current chat. When the host that had opened it has died, another one opens it first.
---@param event string
---@param more? table
local function to_chat(event, more)
  local view = require('acp.chat.views').needed()
  if view then
    require('acp.chat').view_for()
    require('acp.host').notify(event, vim.tbl_extend('force', { view = view }, more or {}))
  end
end

---@type table<string, acp.Subcommand>
return {
  login = {
    args = '[method]',
    desc = 'Sign in to the agent; [method] names the way when there are several.',
    max = 1,
    complete = function()
      return require('acp.chat.views').completions('login')
    end,
    run = function(args)
      to_chat('login', { method = args[1] })
    end,
  },
  logout = {
    args = '',
    desc = 'Sign out of the agent, where it can do that.',
    max = 0,
    run = function()
      to_chat('logout')
    end,
  },
  restart = {
    args = '',
    desc = 'End the agent and start it again; the transcript stays.',
    max = 0,
    run = function()
      -- A chat that is only being opened has its agent started by that.
      if require('acp.chat').is_opened() then
        to_chat('restart')
      elseif require('acp.chat.views').needed() then
        require('acp.chat').view_for()
      end
    end,
  },
  stop = {
    args = '',
    desc = 'End the agent; the transcript stays.',
    max = 0,
    run = function()
      if require('acp.chat').is_opened() then
        to_chat('stop')
      elseif require('acp.chat.views').needed() then
        require('acp.ui.notify').show('info', 'no agent is running')
      end
    end,
  },
  install = {
    args = '{agent}',
    desc = 'Show the command that installs {agent}, and run it in a terminal after a yes; or the page that says how.',
    max = 1,
    complete = function()
      return require('acp.host.presets').installable()
    end,
    run = function(args)
      local names = require('acp.host.presets').installable()
      -- No host is started for a typing error.
      if vim.list_contains(names, args[1]) then
        require('acp.host').notify('install', { agent = args[1] })
      else
        require('acp.ui.notify').wrong(args[1], names)
      end
    end,
  },
}
