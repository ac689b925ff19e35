--- `:AcpChat` and `:Acp`. The subcommands stand in one file for each group.
local notify = require('acp.ui.notify')
local presets = require('acp.host.presets')

local M = {}

---@class acp.Subcommand
---@field args string how the arguments are written in the manual
---@field desc string
---@field run fun(args: string[], rest: string)
---@field complete? fun(words: string[]): string[] `words`: the arguments so far, the last one being completed
---@field any? boolean any text, not only as many words as `args` has

local GROUPS = { 'session', 'permission', 'settings', 'agent', 'editor', 'review', 'checkpoints' }

---@type table<string, acp.Subcommand>
M.subcommands = {}
for _, name in ipairs(GROUPS) do
  M.subcommands = vim.tbl_extend('error', M.subcommands, require('acp.commands.' .. name))
end

local function names()
  return vim.fn.sort(vim.tbl_keys(M.subcommands))
end

local function starting_with(list, lead)
  return vim.tbl_filter(function(item)
    return vim.startswith(item, lead)
  end, list)
end

---@param sub acp.Subcommand
local function most_words(sub)
  return sub.any and math.huge or #vim.split(sub.args, ' ', { trimempty = true })
end

---@param lead string
---@return string[]
function M.complete_agents(lead)
  return starting_with(presets.names(), lead)
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
  if sub and sub.complete and (#words == 2 or #words <= most_words(sub) + 1) then
    return starting_with(sub.complete(vim.list_slice(words, 2)), lead)
  end
  return {}
end

--- `:Acp`
---@param args vim.api.keyset.create_user_command.command_args
function M.run(args)
  local name = args.fargs[1]
  local sub = name and M.subcommands[name]
  if not sub then
    notify.wrong(name, names())
    return
  end
  local rest = vim.list_slice(args.fargs, 2)
  if #rest > most_words(sub) then
    local what = sub.args == '' and 'no argument' or sub.args
    notify.show(
      'error',
      (':Acp %s: expected %s, got "%s"'):format(name, what, table.concat(rest, ' '))
    )
    return
  end
  sub.run(rest, (args.args:gsub('^%s*%S+%s?', '', 1)))
end

--- `:AcpChat`
---@param args vim.api.keyset.create_user_command.command_args
function M.chat(args)
  local agent = args.fargs[1]
  if agent and not vim.tbl_contains(presets.names(), agent) then
    notify.wrong(agent, presets.names())
    return
  end
  local selection
  if args.range > 0 then
    selection = require('acp.prompt').selection(args.line1, args.line2)
  end
  require('acp.chat').open({
    agent = agent,
    new = args.bang,
    layout = require('acp.chat.layout').from_mods(args.smods),
  })
  if selection then
    require('acp.prompt').add(require('acp.chat.views').current_id(), selection)
  end
end

return M
