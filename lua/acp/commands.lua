--- `:AcpChat`, `:Acp` and the <Plug> maps.
local notify = require('acp.notify')

local M = {}

---@class acp.Subcommand
---@field args string how the arguments are written in the manual
---@field desc string
---@field run fun(args: string[], rest: string)
---@field complete? fun(words: string[]): string[] `words`: the arguments so far, the last one being completed
---@field max? integer arguments at most; nil: any text

local function acp()
  return require('acp')
end

local function agents()
  return require('acp.presets').names()
end

--- A number from the arguments, or nil; false when it is none.
local function count(args)
  if args[1] == nil then
    return nil
  end
  local n = tonumber(args[1])
  if not n or n < 1 or n ~= math.floor(n) then
    notify.show('error', ('expected the number of an open permission, got "%s"'):format(args[1]))
    return false
  end
  return n
end

--- Sends an event about the current chat.
local function to_chat(event, more)
  return function()
    local view = require('acp.chat').current()
    if not view then
      notify.show('info', 'there is no chat; :AcpChat opens one')
      return
    end
    require('acp.host').notify(event, vim.tbl_extend('force', { view = view }, more or {}))
  end
end

---@type table<string, acp.Subcommand>
M.subcommands = {
  new = {
    args = '[agent]',
    desc = 'Start a new session and show it.',
    max = 1,
    complete = agents,
    run = function(args)
      acp().open({ new = true, agent = args[1] })
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
      acp().cancel()
    end,
  },
  prompt = {
    args = '{text}',
    desc = 'Send {text}, or queue it while a turn runs.',
    run = function(_, rest)
      if vim.trim(rest) == '' then
        notify.show('error', 'expected the text of the prompt')
        return
      end
      acp().open()
      acp().prompt(rest)
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
      local n = count(args)
      if n ~= false then
        require('acp.host').notify('allow', { n = n })
      end
    end,
  },
  reject = {
    args = '[n]',
    desc = 'Reject: the oldest open permission, or the {n}th.',
    max = 1,
    run = function(args)
      local n = count(args)
      if n ~= false then
        require('acp.host').notify('reject', { n = n })
      end
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
  follow = {
    args = '[on|off]',
    desc = 'Follow the agent with the code window, go on after a pause, or stop it.',
    max = 1,
    complete = function()
      return { 'on', 'off' }
    end,
    run = function(args)
      local wanted = ({ on = true, off = false })[args[1] or '']
      if args[1] and wanted == nil then
        notify.show('error', ('expected on or off, got "%s"'):format(args[1]))
        return
      end
      require('acp.host').notify('follow', { on = wanted })
    end,
  },
  mode = {
    args = '[id]',
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
    desc = 'Set an option of the session, or pick one. Values of switches are on and off.',
    complete = function(words)
      return require('acp.settings').config_words(words)
    end,
    run = function(args, rest)
      local value = rest:gsub('^%s*%S+%s*', '', 1)
      require('acp.settings').config(args[1], vim.trim(args[1] and value or ''))
    end,
  },
  login = {
    args = '[method]',
    desc = 'Sign in to the agent; [method] names the way when there are several.',
    max = 1,
    complete = function()
      local view = require('acp.chat').current()
      return view and require('acp.host').request('login_methods', { view = view }) or {}
    end,
    run = function(args)
      to_chat('login', { method = args[1] })()
    end,
  },
  logout = {
    args = '',
    desc = 'Sign out of the agent, where it can do that.',
    max = 0,
    run = to_chat('logout'),
  },
  restart = {
    args = '',
    desc = 'End the agent and start it again; the transcript stays.',
    max = 0,
    run = to_chat('restart'),
  },
  stop = {
    args = '',
    desc = 'End the agent; the transcript stays.',
    max = 0,
    run = to_chat('stop'),
  },
  install = {
    args = '{agent}',
    desc = 'Show the command that installs {agent}, and run it in a terminal after a yes.',
    max = 1,
    complete = function()
      return require('acp.install').names()
    end,
    run = function(args)
      require('acp.install').ask(args[1])
    end,
  },
  log = {
    args = '',
    desc = 'Open the log.',
    max = 0,
    run = function()
      -- A float would stand in front of the log.
      local windows = require('acp.chat').windows()
      if windows and windows.kind == 'float' then
        require('acp.chat').close()
      end
      vim.cmd.split(vim.fn.fnameescape(vim.fs.joinpath(vim.fn.stdpath('log'), 'acp-host.log')))
    end,
  },
}

local function names()
  return vim.fn.sort(vim.tbl_keys(M.subcommands))
end

local function starting_with(list, lead)
  return vim.tbl_filter(function(item)
    return vim.startswith(item, lead)
  end, list)
end

---@param lead string
---@return string[]
function M.complete_agents(lead)
  return starting_with(agents(), lead)
end

---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  local words = vim.split(line:gsub('^.-Acp!?%s+', ''), '%s+')
  if #words <= 1 then
    return starting_with(names(), lead)
  end
  local sub = M.subcommands[words[1]]
  if sub and sub.complete and (#words == 2 or sub.max == nil or #words <= sub.max + 1) then
    return starting_with(sub.complete(vim.list_slice(words, 2)), lead)
  end
  return {}
end

--- `:Acp`
function M.run(args)
  local name = args.fargs[1]
  local sub = name and M.subcommands[name]
  if not sub then
    local got = name and (', got "%s"'):format(name) or ''
    notify.show('error', ('expected one of %s%s'):format(table.concat(names(), ', '), got))
    return
  end
  local rest = vim.list_slice(args.fargs, 2)
  if sub.max and #rest > sub.max then
    local what = sub.max == 0 and 'no argument' or sub.args
    notify.show(
      'error',
      (':Acp %s: expected %s, got "%s"'):format(name, what, table.concat(rest, ' '))
    )
    return
  end
  sub.run(rest, (args.args:gsub('^%s*%S+%s?', '', 1)))
end

--- `:AcpChat`
function M.chat(args)
  local agent = args.fargs[1]
  if agent and not vim.tbl_contains(agents(), agent) then
    notify.show(
      'error',
      ('expected an agent: %s, got "%s"'):format(table.concat(agents(), ', '), agent)
    )
    return
  end
  local selection
  if args.range > 0 then
    selection = require('acp.prompt').selection(args.line1, args.line2)
  end
  require('acp.chat').open({
    agent = agent,
    new = args.bang,
    layout = require('acp.layout').from_mods(args.smods),
  })
  if selection then
    require('acp.prompt').add(require('acp.chat').current(), selection)
  end
end

local PLUGS = {
  toggle = function()
    acp().toggle()
  end,
  allow = function()
    require('acp.host').notify('allow', {})
  end,
  reject = function()
    require('acp.host').notify('reject', {})
  end,
  permission_next = function()
    require('acp.permission').next()
  end,
  cancel = function()
    acp().cancel()
  end,
  follow = function()
    require('acp.host').notify('follow', {})
  end,
  follow_back = function()
    require('acp.follow').back()
  end,
}

---@param action string
function M.plug(action)
  PLUGS[action]()
end

return M
