--- Buffers of ours with a text that is shown as if it were a file's. No file, and nothing for plugins that look after
--- files.
local M = {}

local api = vim.api

--- The text is now this one, and cannot be modified by the user.
---@param bufnr integer
---@param lines string[]
function M.replace(bufnr, lines)
  vim.bo[bufnr].modifiable = true
  api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].modified = false
end

---@param name string
---@param path string of the file that it is like
---@param lines string[]
---@return integer bufnr
function M.make(name, path, lines)
  local bufnr = api.nvim_create_buf(false, true)
  vim.bo[bufnr].modeline = false
  vim.bo[bufnr].undolevels = -1
  M.replace(bufnr, lines)
  pcall(api.nvim_buf_set_name, bufnr, name)
  -- Colours, but no language server and no plugin of a file type.
  vim.bo[bufnr].syntax = vim.filetype.match({ filename = path, contents = lines }) or ''
  return bufnr
end

return M
