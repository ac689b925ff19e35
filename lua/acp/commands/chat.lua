--- `:AcpChat`
local agents = require('acp.host.agents')
local notify = require('acp.ui.notify')

local M = {}

---@param lead string
---@return string[]
function M.complete(lead)
  return vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, agents.names())
end

---@param args vim.api.keyset.create_user_command.command_args
function M.run(args)
  local agent = args.fargs[1]
  if agent and notify.is_wrong(agent, agents.names()) then
    return
  end
  -- By a map with <Cmd>: a command line that was begun is given up, an operator has its motion first.
  local mode = vim.api.nvim_get_mode().mode
  if mode == 'c' or mode:find('^no') then
    require('acp.ui.next_key').run(function()
      M.run(args)
    end, mode == 'c' and '<C-Bslash><C-n>' or nil)
    return
  end
  local bufnr = vim.api.nvim_get_current_buf()
  require('acp.chat').open({
    agent = agent,
    new = args.bang,
    layout = require('acp.chat.layout').from_mods(args.smods),
  })
  if args.range > 0 then
    require('acp.chat.add').lines(bufnr, args.line1, args.line2)
  end
end

return M
