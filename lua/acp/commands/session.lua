--- Subcommands about sessions and their turns.

---@type table<string, acp.Subcommand>
return {
  new = {
    args = '[agent]',
    desc = 'Start a new session and show it.',
    max = 1,
    complete = function()
      return require('acp.host.presets').names()
    end,
    run = function(args)
      local names = require('acp.host.presets').names()
      if args[1] and not vim.tbl_contains(names, args[1]) then
        require('acp.ui.notify').wrong(args[1], names)
        return
      end
      require('acp').open({ new = true, agent = args[1] })
    end,
  },
  close = {
    args = '',
    desc = 'End the current session and close its chat.',
    max = 0,
    run = function()
      require('acp.chat').drop_current()
    end,
  },
  cancel = {
    args = '',
    desc = 'Cancel the running turn, or the start of the agent.',
    max = 0,
    run = function()
      require('acp').cancel()
    end,
  },
  prompt = {
    args = '{text}',
    desc = 'Send {text}, or queue it while a turn runs.',
    run = function(_, rest)
      if vim.trim(rest) == '' then
        require('acp.ui.notify').show('error', 'expected the text of the prompt')
        return
      end
      require('acp').open()
      require('acp').prompt(rest)
    end,
  },
  sessions = {
    args = '',
    desc = 'Choose among the sessions of this folder, open ones and those that the configured agents have stored.',
    max = 0,
    run = function()
      require('acp.sessions').pick()
    end,
  },
  load = {
    args = '[id]',
    desc = 'Open a stored session with its history. Without [id]: the last one of this folder, else a choice.',
    max = 1,
    run = function(args)
      require('acp.sessions').open('load', args[1])
    end,
  },
  resume = {
    args = '[id]',
    desc = 'Like `:Acp load`, but the history is not shown.',
    max = 1,
    run = function(args)
      require('acp.sessions').open('resume', args[1])
    end,
  },
  fork = {
    args = '',
    desc = 'Go on in a copy of the current session, where the agent can make one.',
    max = 0,
    run = function()
      require('acp.sessions').fork()
    end,
  },
  delete = {
    args = '[id]',
    desc = 'Delete a stored session of the agent, after a question.',
    max = 1,
    run = function(args)
      require('acp.sessions').delete(args[1])
    end,
  },
}
