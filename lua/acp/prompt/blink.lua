--- Slash commands and mentions as a source of blink.cmp.
local completion = require('acp.prompt.completion')

local M = {}

function M.new()
  return setmetatable({}, { __index = M })
end

function M.enabled()
  return vim.bo.filetype == 'acpprompt'
end

function M.get_trigger_characters()
  return completion.TRIGGERS
end

---@param ctx { bufnr: integer, cursor: integer[], line: string } `cursor`: row from 1, column from 0
---@param callback fun(response: table)
---@return fun() # the answer is not wanted any more
function M.get_completions(_, ctx, callback)
  local row, col = unpack(ctx.cursor)
  local is_wanted = true
  completion.at(ctx.bufnr, ctx.line:sub(1, col), row, function(suggestions, from)
    if is_wanted then
      callback({
        items = completion.lsp_items(suggestions, row, from, col),
        -- What is found depends on all that is typed.
        is_incomplete_forward = true,
        is_incomplete_backward = true,
      })
    end
  end)
  return function()
    is_wanted = false
  end
end

return M
