--- `vim.ui.select`, in which <C-c> is a way to say no: the picker of Neovim itself raises an error then.
local M = {}

local answering = false

--- Whether what runs now was called by a picker that has kept everybody waiting.
---@return boolean
function M.is_answering()
  return answering
end

---@generic T
---@param items T[]
---@param opts { prompt?: string, kind?: string, format_item?: fun(item: T): string }
---@param on_choice fun(item?: T, index?: integer)
function M.one(items, opts, on_choice)
  local answered, returned = false, false
  local ok, problem = pcall(vim.ui.select, items, opts, function(item, index)
    answered, answering = true, not returned
    on_choice(item, index)
    answering = false
  end)
  returned, answering = true, false
  if ok then
    return
  end
  if answered or not tostring(problem):find('Keyboard interrupt', 1, true) then
    error(problem, 0)
  end
  -- The list stays on the screen otherwise.
  vim.cmd.redraw()
  on_choice(nil)
end

return M
