--- Subcommands about the review of what agents have changed.

---@param action 'keep'|'undo'
---@param desc string
---@return acp.Subcommand
local function decides(action, desc)
  return {
    args = '{hunk|file|turn|all}',
    desc = desc,
    max = 1,
    complete = function()
      return require('acp.review.decide').SCOPES
    end,
    run = function(args)
      require('acp.review.decide').run(action, args[1], require('acp.chat.views').current_id())
    end,
  }
end

---@type table<string, acp.Subcommand>
return {
  review = {
    args = '[file]',
    desc = 'Review what agents have changed: list, keep and undo it (|acp-review|).',
    max = 1,
    complete = function(words)
      return vim.fn.getcompletion(words[1] or '', 'file')
    end,
    run = function(args)
      require('acp').review({ path = args[1] })
    end,
  },
  keep = decides(
    'keep',
    'Keep the change under the cursor, those of the file, of the last turn, or all.'
  ),
  undo = decides(
    'undo',
    'Undo the same; while the agent works, when its turn ends (again: at once).'
  ),
}
