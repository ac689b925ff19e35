--- Subcommands about the editor: following the agent, the log.

---@type table<string, acp.Subcommand>
return {
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
        require('acp.notify').show('error', ('expected on or off, got "%s"'):format(args[1]))
        return
      end
      require('acp.host').notify('follow', { on = wanted })
    end,
  },
  log = {
    args = '',
    desc = 'Open the log.',
    max = 0,
    run = function()
      require('acp.chat.windows').step_aside()
      vim.cmd.split(vim.fn.fnameescape(vim.fs.joinpath(vim.fn.stdpath('log'), 'acp-host.log')))
    end,
  },
}
