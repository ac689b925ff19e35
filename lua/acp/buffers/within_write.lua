--- Writes a buffer otherwise than Neovim does, but within its `:write!`: so it takes the buffer for written, and
--- autocommands find v:cmdbang, '[ and '] as in any other write.
local ex = require('acp.buffers.ex')
local heard = require('acp.buffers.heard')

local M = {}

---@param fn fun()
---@param during fun(): string? problem
---@return string? problem
local function on_write(bufnr, fn, during)
  local autocmd = vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = bufnr,
    once = true,
    nested = true,
    callback = fn,
  })
  local problem = during()
  pcall(vim.api.nvim_del_autocmd, autocmd)
  return problem
end

--- Were it not heard, Neovim would write the file.
local function is_heard(bufnr)
  local answered = false
  on_write(bufnr, function()
    answered = true
  end, function()
    return ex.run(bufnr, 'silent lockmarks doautocmd <nomodeline> BufWriteCmd')
  end)
  return answered
end

--- Fires an event of a write.
---@alias acp.FireEvent fun(event: 'BufWritePre'|'BufWritePost'): string?

---@param fire acp.FireEvent
---@param write fun(fire: acp.FireEvent): string?
---@return string? problem
local function write_by(bufnr, fire, write)
  local problem
  local raised = on_write(bufnr, function()
    problem = write(fire)
    if problem then
      error(problem, 0)
    end
  end, function()
    return ex.run(bufnr, 'silent keepalt lockmarks write!')
  end)
  return problem or raised
end

--- Nobody else may write the buffer by a BufWriteCmd.
---@param bufnr integer
---@param write fun(fire: acp.FireEvent): string? says what went wrong: then Neovim takes the buffer for not written
---@return string? problem
function M.run(bufnr, write)
  if is_heard(bufnr) then
    return write_by(bufnr, function(event)
      return ex.run(bufnr, 'silent lockmarks doautocmd <nomodeline> ' .. event)
    end, write)
  end
  -- Autocommands are off, and so are those of other events of a write.
  local problem
  heard.run(bufnr, function()
    problem = write_by(bufnr, function() end, write)
  end)
  return problem
end

return M
