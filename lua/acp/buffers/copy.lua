--- Copies of buffers, written by Neovim as it would write their own files.
local quiet = require('acp.buffers.quiet')

local M = {}

--- Nobody hears of it, and buffers, marks and names stay as they are.
---@param bufnr integer
---@param target string what follows `:write!`
---@param flag '+'|'' of 'cpoptions'; "+": the buffer counts as saved then
---@return any? problem
function M.write(bufnr, target, flag)
  return quiet.run(function()
    local flags, fsync = vim.go.cpoptions, vim.go.fsync
    -- With "A" it would make a buffer for the copy.
    vim.go.cpoptions = flags:gsub('[A+]', '') .. flag
    vim.go.fsync = false
    local ok, message = pcall(vim.api.nvim_buf_call, bufnr, function()
      vim.cmd('silent noautocmd keepalt lockmarks write! ' .. target)
    end)
    vim.go.cpoptions, vim.go.fsync = flags, fsync
    return not ok and message or nil
  end)
end

return M
