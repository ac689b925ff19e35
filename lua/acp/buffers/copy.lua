--- Copies of buffers, written by Neovim as it would write their own files.
local ex = require('acp.buffers.ex')
local quiet = require('acp.buffers.quiet')

local M = {}

--- Nobody hears of it; the buffer counts as saved then, by the flag "+" of 'cpoptions'.
---@param bufnr integer
---@param target string what follows `:write!`
---@return string? problem
function M.write(bufnr, target)
  return quiet.run(function()
    local flags, fsync = vim.go.cpoptions, vim.go.fsync
    -- With "A" it would make a buffer for the copy.
    vim.go.cpoptions = flags:gsub('A', '') .. '+'
    vim.go.fsync = false
    local problem = ex.run(bufnr, 'silent noautocmd keepalt lockmarks write! ' .. target)
    vim.go.cpoptions, vim.go.fsync = flags, fsync
    return problem
  end)
end

return M
