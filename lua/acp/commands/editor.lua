--- Subcommands about the editor: conflicts in files, following the agent, the log.

---@type table<string, acp.Subcommand>
return {
  conflict = {
    args = '{mine|theirs|both|next|prev|diff|all-mine|all-theirs}',
    desc = "Choose between your text and the agent's where both changed the same lines, or go there (|acp-conflicts|).",
    complete = function()
      return require('acp.conflict').actions()
    end,
    run = function(args)
      require('acp.conflict').run(args[1])
    end,
  },
  follow = {
    args = '[on|off]',
    desc = 'Follow the agent with the code window, go on after a pause, or stop it.',
    complete = function()
      return { 'on', 'off' }
    end,
    run = function(args)
      local wanted = ({ on = true, off = false })[args[1] or '']
      if args[1] and wanted == nil then
        require('acp.ui.notify').show('error', ('expected on or off, got "%s"'):format(args[1]))
        return
      end
      require('acp.host').notify('follow', { on = wanted })
    end,
  },
  log = {
    args = '',
    desc = 'Open the log.',
    run = function()
      require('acp.chat.windows').step_aside()
      vim.cmd.split(vim.fn.fnameescape(vim.fs.joinpath(vim.fn.stdpath('log'), 'acp-host.log')))
    end,
  },
}
