--- What subcommands do that are more than an event for the host.

--- Answers the oldest open permission, or the one that the argument counts to.
---@param action 'permission_allow'|'permission_reject'
---@param which? string
local function answer(action, which, reason)
  local n = tonumber(which)
  if which and (not n or n < 1 or n ~= math.floor(n)) then
    local problem = ('expected the number of an open permission, got "%s"'):format(which)
    require('acp.ui.notify').show('error', problem)
    return
  end
  require('acp.surface').command('permission', n, action, reason)
end

--- What is named is opened at once, so that what follows the command is about it.
---@param how 'load'|'resume'
---@param id? string
local function load(how, id)
  local stored = require('acp.chat.stored')
  if id then
    stored.load(id, how)
  else
    local payload = vim.tbl_extend('error', stored.scope(), { how = how })
    require('acp.host').notify('load_session', payload)
  end
end

--- Ends the agent of a chat, or begins it anew; whether there was one to end.
---@param event 'restart'|'stop'
local function to_agent(event)
  local view = require('acp.chat').is_opened() and require('acp.chat.views').current_id()
  if view then
    require('acp.host').notify(event, { view = view })
  end
  return view ~= false
end

--- Opens a window about chats, as long as there is a host that knows them.
---@param event 'rules'|'tools'
local function about_chats(event)
  local views = require('acp.chat.views')
  if require('acp.host').channel() then
    require('acp.host').send(event, { view = views.current_id() })
  else
    require('acp.ui.notify').show('info', views.NONE)
  end
end

--- Sends a text from the command line, and shows what comes of it.
---@param text string
---@param steer? boolean
local function submit(text, steer)
  if vim.trim(text) == '' then
    require('acp.ui.notify').show('error', 'expected the text of the prompt')
    return
  end
  require('acp').open()
  require('acp.prompt').submit(require('acp.chat').view_for(), text, { steer = steer })
end

---@param action 'keep'|'undo'
---@param scope string
---@param lines? integer[] the range, if there is one
local function decide(action, scope, lines)
  if not lines then
    require('acp.review.decide').run(action, scope, require('acp.chat.views').current_id())
  elseif scope == 'hunk' then
    require('acp.review').act(action, lines[1] - 1, lines[2] - 1)
  else
    local text = ':Acp %s: a range is about its lines; expected hunk, got "%s"'
    require('acp.ui.notify').show('error', text:format(action, scope))
  end
end

--- About the file that is named, else about all files; there may be no host that knows of any.
---@param event 'review_compare'|'review_quickfix'
---@param name? string
local function about_file(event, name)
  local path = name and name ~= '' and require('acp.paths').real(vim.fn.fnamemodify(name, ':p'))
  require('acp.host').notify(event, { cwd = vim.fn.getcwd(), path = path or nil })
end

---@type table<string, fun(args: string[], rest: string, lines: { [1]: integer, [2]: integer }, has_range: boolean)>
return {
  add = function(args, rest, lines, has_range)
    local add = require('acp.chat.add')
    if has_range and (not args[1] or args[1] == 'selection') then
      add.lines(vim.api.nvim_get_current_buf(), lines[1], lines[2])
    elseif args[1] then
      local path = vim.trim((rest:gsub('^%s*%S+', '', 1)))
      add.thing(args[1], path ~= '' and path or nil)
    else
      require('acp.ui.notify').is_wrong(nil, require('acp.commands.list').add.only)
    end
  end,
  allow = function(args)
    answer('permission_allow', args[1])
  end,
  ask = function(_, rest, lines)
    require('acp.commands.ask').about(lines[1], lines[2], rest)
  end,
  cancel = function()
    if not require('acp.ask').cancel() then
      require('acp').cancel()
    end
  end,
  close = function()
    require('acp.chat').drop_current()
  end,
  comment = function(_, rest, lines)
    require('acp.review.comments').add(lines[1], lines[2], vim.trim(rest))
  end,
  comments = function(args)
    local view = require('acp.chat.views').current_id()
    local about = { action = args[1], cwd = vim.fn.getcwd(), view = view }
    require('acp.host').notify('review_comments', about)
  end,
  compare = function(args)
    local name = args[1] or vim.api.nvim_buf_get_name(0)
    if name == '' or vim.bo.buftype ~= '' and not args[1] then
      require('acp.ui.notify').show('info', 'expected a file')
    else
      about_file('review_compare', name)
    end
  end,
  conflict = function(args)
    require('acp.conflict').run(args[1])
  end,
  follow = function(args)
    require('acp.host').notify('follow', { on = ({ on = true, off = false })[args[1]] })
  end,
  keep = function(args, _, lines, has_range)
    decide('keep', args[1], has_range and lines or nil)
  end,
  load = function(args)
    load('load', args[1])
  end,
  log = function()
    require('acp.chat.windows').step_aside()
    vim.cmd.split(vim.fn.fnameescape(require('acp.host').log_file()))
  end,
  new = function(args)
    require('acp').open({ new = true, agent = args[1] })
  end,
  permissions = function()
    require('acp.surface.dock').focus()
  end,
  prompt = function(_, rest)
    submit(rest)
  end,
  quickfix = function(args)
    about_file('review_quickfix', args[1])
  end,
  reject = function(args, rest)
    local n = args[1] and args[1]:match('^%d+$')
    local reason = vim.trim(n and rest:gsub('^%s*%S+', '', 1) or rest)
    answer('permission_reject', n, reason ~= '' and reason or nil)
  end,
  restart = function()
    -- A chat that is only being opened has its agent started by that.
    if not to_agent('restart') and require('acp.chat.views').needed() then
      require('acp.chat').view_for()
    end
  end,
  resume = function(args)
    load('resume', args[1])
  end,
  review = function(args)
    require('acp').review({ path = args[1] })
  end,
  rules = function()
    about_chats('rules')
  end,
  steer = function(_, rest)
    submit(rest, true)
  end,
  stop = function()
    if not to_agent('stop') and require('acp.chat.views').needed() then
      require('acp.ui.notify').show('info', 'no agent is running')
    end
  end,
  tools = function()
    about_chats('tools')
  end,
  undo = function(args, _, lines, has_range)
    decide('undo', args[1], has_range and lines or nil)
  end,
}
