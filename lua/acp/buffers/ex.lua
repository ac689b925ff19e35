--- Ex commands in a buffer, and what their errors say.
local M = {}

--- What an error says, without where it was raised and what led there.
---@param message any
---@return string
function M.error_text(message)
  local said = vim.trim((tostring(message):gsub('\n[%s]*stack traceback:.*', '')))
  local line = said:match('[^\n]*$')
  local plain = line:gsub('^.-Vim%b():', ''):gsub('^.-Vim:', '')
  return (plain:gsub('^.*Autocommands for "[^"]*".-: ', ''):gsub('^%S+%.lua:%d+: ', ''))
end

---@param bufnr integer
---@param command string
---@return string? problem
function M.run(bufnr, command)
  local ok, message = pcall(vim.api.nvim_buf_call, bufnr, function()
    vim.cmd(command)
  end)
  return not ok and M.error_text(message) or nil
end

return M
