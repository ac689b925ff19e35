--- Subcommands that set what the session of the chat offers.

---@type table<string, acp.Subcommand>
return {
  mode = {
    args = '[id]',
    any = true,
    desc = 'Set the mode of the session, or pick one. Works during a turn too.',
    complete = function(words)
      return #words == 1 and require('acp.settings').modes() or {}
    end,
    run = function(_, rest)
      require('acp.settings').choose('mode', vim.trim(rest))
    end,
  },
  model = {
    args = '[id]',
    any = true,
    desc = 'Set the model, or pick one.',
    complete = function(words)
      return #words == 1 and require('acp.settings').models() or {}
    end,
    run = function(_, rest)
      require('acp.settings').choose('model', vim.trim(rest))
    end,
  },
  config = {
    args = '[id [value]]',
    any = true,
    desc = 'Set an option of the session, or pick one. Values of switches are on and off.',
    complete = function(words)
      return require('acp.settings').config_words(words)
    end,
    run = function(args, rest)
      local value = rest:gsub('^%s*%S+%s*', '', 1)
      require('acp.settings').config(args[1], vim.trim(args[1] and value or ''))
    end,
  },
}
