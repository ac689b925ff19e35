--- Subcommands about permissions and rules.
local notify = require('acp.notify')

--- Answers the oldest open permission, or the one that the argument counts to.
---@param event 'allow'|'reject'
---@param which? string
local function answer(event, which)
  local n = tonumber(which)
  if which and (not n or n < 1 or n ~= math.floor(n)) then
    notify.show('error', ('expected the number of an open permission, got "%s"'):format(which))
    return
  end
  require('acp.host').notify(event, { n = n })
end

---@type table<string, acp.Subcommand>
return {
  permissions = {
    args = '',
    desc = 'Show the open permissions again and go there.',
    max = 0,
    run = function()
      require('acp.permission').focus()
    end,
  },
  allow = {
    args = '[n]',
    desc = 'Allow once: the oldest open permission, or the {n}th.',
    max = 1,
    run = function(args)
      answer('allow', args[1])
    end,
  },
  reject = {
    args = '[n]',
    desc = 'Reject: the oldest open permission, or the {n}th.',
    max = 1,
    run = function(args)
      answer('reject', args[1])
    end,
  },
  rules = {
    args = '',
    desc = 'List the rules for permissions and the last answers; add, change and remove rules.',
    max = 0,
    run = function()
      require('acp.rules').menu()
    end,
  },
}
