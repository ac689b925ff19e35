--- Runs what needs other options for a moment: autocommands do not hear of them, nor of anything else.
local M = {}

---@type fun()?
local waiting

--- For the command of `run`: a modifier acts on a command only.
function M.start()
  local fn = assert(waiting)
  waiting = nil
  fn()
end

--- `fn` may set 'eventignore', so that autocommands hear again: it is put back as it was before, unheard.
---@generic T
---@param fn fun(): T? raises nothing
---@return T?
function M.run(fn)
  local result
  waiting = function()
    result = fn()
  end
  vim.cmd("noautocmd lua require('acp.buffers.quiet').start()")
  return result
end

return M
