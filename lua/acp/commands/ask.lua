--- `:Acp ask` and its operator.
local M = {}

--- Asks about lines of the current buffer, in the current session; that begins with it where there is none.
---@param first integer line
---@param last integer line
---@param instruction? string the user is asked for it when nothing is said
function M.about(first, last, instruction)
  local view, problem = require('acp.chat').view_for()
  if view then
    require('acp.ask').about(view, first, last, instruction or '')
  else
    require('acp.ui.notify').show('error', problem)
  end
end

--- For 'operatorfunc'.
function M.on_lines()
  M.about(vim.fn.line("'["), vim.fn.line("']"))
end

---@return string keys
function M.operator()
  vim.go.operatorfunc = "v:lua.require'acp.commands.ask'.on_lines"
  return 'g@'
end

return M
