--- `vim.ui.select`, in which <C-c> is a way to say no: the picker of Neovim itself raises an error then.
local M = {}

---@generic T
---@param items T[]
---@param opts { prompt?: string, kind?: string, format_item?: fun(item: T): string }
---@param on_choice fun(item?: T, index?: integer)
function M.one(items, opts, on_choice)
  local answered = false
  local ok, problem = pcall(vim.ui.select, items, opts, function(item, index)
    answered = true
    on_choice(item, index)
  end)
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
