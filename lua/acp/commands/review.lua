--- Subcommands about the review of what agents have changed.

local host = require('acp.host')
local notify = require('acp.ui.notify')
local paths = require('acp.paths')

local api = vim.api
local COMMENTS = { 'send', 'clear' }

---@param name string
---@return string?
local function real(name)
  return name ~= '' and paths.real(vim.fn.fnamemodify(name, ':p')) or nil
end

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
  compare = {
    args = '[file]',
    desc = 'Compare the file, else the current one, with what it was, side by side (|acp-compare|).',
    max = 1,
    complete = function(words)
      return vim.fn.getcompletion(words[1] or '', 'file')
    end,
    run = function(args)
      local path = real(args[1] or api.nvim_buf_get_name(0))
      if host.channel() and path then
        host.notify('review_compare', { path = path })
      else
        notify.show('info', 'there is nothing to review')
      end
    end,
  },
  quickfix = {
    args = '[file]',
    desc = 'Put the changes that are neither kept nor undone into the quickfix list.',
    max = 1,
    complete = function(words)
      return vim.fn.getcompletion(words[1] or '', 'file')
    end,
    run = function(args)
      if host.channel() then
        host.notify('review_quickfix', { path = args[1] and real(args[1]) })
      else
        notify.show('info', 'there is nothing to review')
      end
    end,
  },
  comment = {
    args = '[text]',
    any = true,
    range = true,
    desc = 'Comment on the lines of the range, or on that of the cursor (|acp-comments|).',
    run = function(_, rest, lines)
      require('acp.review.comments').add(lines[1], lines[2], vim.trim(rest))
    end,
  },
  comments = {
    args = '{send|clear}',
    desc = 'Send all comments to the agent as one prompt, or drop them.',
    max = 1,
    complete = function()
      return COMMENTS
    end,
    run = function(args)
      if not vim.tbl_contains(COMMENTS, args[1]) then
        notify.wrong(args[1], COMMENTS)
      elseif not host.channel() then
        notify.show('info', 'there are no comments')
      else
        local view = require('acp.chat.views').current_id()
        host.notify('review_comments', { action = args[1], view = view })
      end
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
