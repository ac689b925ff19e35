--- `:Acp`. The subcommands are declared in src/host/lua-door/commands.ts; most are events for the host.
local agents = require('acp.host.agents')
local commands = require('acp.commands.list')
local notify = require('acp.ui.notify')

local M = {}

local function names()
  return vim.fn.sort(vim.tbl_keys(commands))
end

local function starting_with(list, lead)
  return vim.tbl_filter(function(item)
    return vim.startswith(item, lead)
  end, list)
end

---@param command acp.Command
local function max_words(command)
  return command.any and math.huge or #vim.split(command.args, ' ', { trimempty = true })
end

--- The only words that the argument may be; nil: any.
---@return string[]?
local function allowed(command)
  if command.only == 'agents' then
    return agents.names()
  elseif command.only == 'installable' then
    return agents.installable()
  end
  return command.only
end

--- Options of the session, and the values of the one that is named.
---@param words string[] the arguments so far, the last one being completed
local function config_words(words)
  local ids = {}
  for _, option in ipairs(require('acp.chat.views').completions('config')) do
    if #words == 2 and option.id == words[1] then
      return option.values
    end
    table.insert(ids, option.id)
  end
  return #words == 1 and ids or {}
end

--- What can be added, and the path of what has one.
---@param words string[] the arguments so far, the last one being completed
local function context_words(command, words)
  local has_path = #words == 2 and (words[1] == 'file' or words[1] == 'image')
  return has_path and vim.fn.getcompletion(words[2], 'file') or #words == 1 and command.only or {}
end

---@param words string[] the arguments so far, the last one being completed
local function offered(command, words)
  if command.complete == 'config' then
    return config_words(words)
  elseif command.complete == 'context' then
    return context_words(command, words)
  elseif #words > 1 then
    return {}
  elseif command.complete == 'file' then
    return vim.fn.getcompletion(words[1], 'file')
  elseif command.complete == 'checkpoint' then
    local about = { cwd = require('acp.chat.stored').scope().cwd }
    return vim.tbl_map(tostring, require('acp.host').request('checkpoints', about) or {})
  elseif command.complete then
    return require('acp.chat.views').completions(command.complete)
  end
  return allowed(command) or {}
end

---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  local words = vim.split(line:gsub('^.-Acp!?%s+', ''), '%s+')
  if #words <= 1 then
    return starting_with(names(), lead)
  end
  local command = commands[words[1]]
  return command and starting_with(offered(command, vim.list_slice(words, 2)), lead) or {}
end

--- The arguments as fields of an event; the last field takes all that is left.
---@return table<string, string>
local function fields_of(command, rest)
  local fields, wanted = {}, command.fields or {}
  for index, name in ipairs(wanted) do
    local word, more = rest:match('^%s*(%S*)(.*)$')
    local value = index == #wanted and vim.trim(rest) or word
    fields[name], rest = value ~= '' and value or nil, more
  end
  return fields
end

--- Has the host do what a command says.
local function send(command, rest)
  local about = {}
  if command.about == 'folder' then
    about = require('acp.chat.stored').scope()
  elseif command.about == 'chat' then
    about.view = require('acp.chat.views').needed()
    if not about.view then
      return
    end
    -- A host that has just been started opens it first.
    require('acp.chat').view_for()
  end
  require('acp.host').notify(
    command.event,
    vim.tbl_extend('error', about, fields_of(command, rest))
  )
end

--- `:Acp`
---@param args vim.api.keyset.create_user_command.command_args
function M.run(args)
  local name = args.fargs[1]
  if notify.is_wrong(name, names()) then
    return
  end
  local command = commands[name]
  local words = vim.list_slice(args.fargs, 2)
  if #words > max_words(command) then
    local what = command.args == '' and 'no argument' or command.args
    local given = table.concat(words, ' ')
    notify.show('error', (':Acp %s: expected %s, got "%s"'):format(name, what, given))
    return
  end
  -- No host is started for a typing error.
  local only, is_needed = allowed(command), vim.startswith(command.args, '{')
  if only and (words[1] or is_needed) and notify.is_wrong(words[1], only) then
    return
  end
  if args.range > 0 and not command.range then
    notify.show('error', (':Acp %s: expected no range'):format(name))
    return
  end
  local rest = args.args:gsub('^%s*%S+%s?', '', 1)
  if command.event then
    send(command, rest)
  else
    local lines = { args.line1, args.line2 }
    require('acp.commands.actions')[name](words, rest, lines, args.range > 0)
  end
end

return M
