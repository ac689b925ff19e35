--- From where the text of a buffer was read: its name may lead elsewhere by now, to a file that somebody else may have.
local paths = require('acp.paths')

local M = {}

---@type table<integer, string|false> by buffer: a real path
local origins = {}

--- The buffer has the text of the file that its name leads to.
---@param bufnr integer
---@param path? string where that is known for certain
function M.note(bufnr, path)
  origins[bufnr] = path or paths.of_buffer(bufnr) or false
end

---@param bufnr integer
---@return string? # nil: it is not known
function M.of(bufnr)
  return origins[bufnr] or nil
end

local group = vim.api.nvim_create_augroup('acp.origin', {})

vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile', 'BufFilePost', 'BufWritePost' }, {
  group = group,
  callback = function(event)
    -- Others may have wiped it out; and what is written may be another file than its own.
    local is_there = vim.api.nvim_buf_is_valid(event.buf)
    if
      is_there and vim.api.nvim_buf_get_name(event.buf) == vim.fn.fnamemodify(event.match, ':p')
    then
      M.note(event.buf)
    end
  end,
})
vim.api.nvim_create_autocmd('BufWipeout', {
  group = group,
  callback = function(event)
    origins[event.buf] = nil
  end,
})
for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
  if vim.api.nvim_buf_is_loaded(bufnr) then
    M.note(bufnr)
  end
end

return M
