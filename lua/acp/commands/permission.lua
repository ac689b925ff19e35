--- Subcommands about permissions and rules.
local host = require('acp.host')
local notify = require('acp.ui.notify')

--- Answers the oldest open permission, or the one that the argument counts to.
---@param action 'permission_allow'|'permission_reject'
---@param which? string
---@param reason? string
local function answer(action, which, reason)
  local n = tonumber(which)
  if which and (not n or n < 1 or n ~= math.floor(n)) then
    notify.show('error', ('expected the number of an open permission, got "%s"'):format(which))
    return
  end
  require('acp.surface').command('permission', n, action, reason)
end

---@type table<string, acp.Subcommand>
return {
  permissions = {
    args = '',
    desc = 'Show the open permissions again and go there.',
    run = function()
      require('acp.surface.dock').focus()
    end,
  },
  allow = {
    args = '[n]',
    desc = 'Allow once: the oldest open permission, or the {n}th.',
    run = function(args)
      answer('permission_allow', args[1])
    end,
  },
  reject = {
    args = '[n] [reason]',
    any = true,
    desc = 'Reject: the oldest open permission, or the {n}th. The reason goes to the agent as the next prompt.',
    run = function(args, rest)
      local n = args[1] and args[1]:match('^%d+$')
      local reason = vim.trim(n and rest:gsub('^%s*%S+', '', 1) or rest)
      answer('permission_reject', n, reason ~= '' and reason or nil)
    end,
  },
  rules = {
    args = '',
    desc = 'List the rules for permissions and the last answers; add, change and remove rules, see |acp-rules|.',
    run = function()
      local view = require('acp.chat.views')
      if host.channel() then
        host.send('rules', { view = view.current_id() })
      else
        notify.show('info', view.NONE)
      end
    end,
  },
}
