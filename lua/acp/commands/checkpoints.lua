--- Subcommands about checkpoints: what files can be brought back to.

---@param event string
---@param more? table
local function about_folder(event, more)
  local scope = require('acp.chat').scope()
  local about = vim.tbl_extend('force', { cwd = scope.cwd, view = scope.view }, more or {})
  require('acp.host').notify(event, about)
end

---@type table<string, acp.Subcommand>
return {
  checkpoints = {
    args = '',
    desc = 'List the prompts of this folder with what they changed, to go back to (|acp-checkpoints|).',
    run = function()
      about_folder('checkpoints')
    end,
  },
  restore = {
    args = '{n}',
    desc = 'Show what going back to before prompt {n} would change, and do so after a yes.',
    complete = function()
      local host = require('acp.host')
      if not host.channel() then
        return {}
      end
      local numbers = host.request('checkpoints', { cwd = require('acp.chat').scope().cwd }) or {}
      return vim.tbl_map(tostring, numbers)
    end,
    run = function(args)
      local number = tonumber(args[1])
      if not number or number % 1 ~= 0 then
        local text = 'expected the number of a checkpoint; :Acp checkpoints lists them'
        require('acp.ui.notify').show('error', text)
        return
      end
      about_folder('restore', { number = number })
    end,
  },
}
