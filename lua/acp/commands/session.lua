--- Subcommands about sessions and their turns.

--- Sends an event about the sessions of the folder.
---@param event string
---@param more? table
local function about_folder(event, more)
  local scope = require('acp.chat').scope()
  require('acp.host').notify(event, vim.tbl_extend('force', scope, more or {}))
end

--- What is named is opened at once, so that what follows the command is about it.
---@param how 'load'|'resume'
---@param id? string
local function load(how, id)
  if id then
    require('acp.chat').load(id, how)
  else
    about_folder('load_session', { how = how })
  end
end

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
    desc = 'List the sessions of this folder, open ones and those that agents have stored (|acp-sessions|).',
    max = 0,
    run = function()
      about_folder('list_sessions')
    end,
  },
  load = {
    args = '[id]',
    desc = 'Open a stored session with its history. Without [id]: the last one of this folder, else a choice.',
    max = 1,
    run = function(args)
      load('load', args[1])
    end,
  },
  resume = {
    args = '[id]',
    desc = 'Like `:Acp load`, but the history is not shown.',
    max = 1,
    run = function(args)
      load('resume', args[1])
    end,
  },
  fork = {
    args = '',
    desc = 'Go on in a copy of the current session, where the agent can make one.',
    max = 0,
    run = function()
      local view = require('acp.chat.views').needed()
      if view then
        -- A host that has just been started opens it first.
        require('acp.chat').view_for()
        require('acp.host').notify('fork_session', { view = view })
      end
    end,
  },
  delete = {
    args = '[id]',
    desc = 'Delete a stored session of the agent, after a question.',
    max = 1,
    run = function(args)
      about_folder('delete_session', { session = args[1] })
    end,
  },
}
