--- Copies of buffers, written by Neovim as it would write their own files.
local quiet = require('acp.buffers.quiet')

local M = {}

--- Nobody hears of it; the buffer counts as saved then, by the flag "+" of 'cpoptions'.
---@param bufnr integer
---@param target string what follows `:write!`
---@return any? problem
function M.write(bufnr, target)
  return quiet.run(function()
    local flags, fsync = vim.go.cpoptions, vim.go.fsync
    -- With "A" it would make a buffer for the copy.
    vim.go.cpoptions = flags:gsub('A', '') .. '+'
    vim.go.fsync = false
    local ok, message = pcall(vim.api.nvim_buf_call, bufnr, function()
      vim.cmd('silent noautocmd keepalt lockmarks write! ' .. target)
    end)
    vim.go.cpoptions, vim.go.fsync = flags, fsync
    return not ok and message or nil
  end)
end

return M
