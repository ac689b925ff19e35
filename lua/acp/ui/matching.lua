--- The bracket that belongs to the one at the cursor, which Neovim's plugin matchparen shows.
local M = {}

--- By default it looks for up to 300 ms after each key: in what agents print, nested deeply in endless lines, in vain.
local MAX_MS = 10

---@param bufnr integer of ours
function M.limit(bufnr)
  vim.b[bufnr].matchparen_timeout = MAX_MS
  vim.b[bufnr].matchparen_insert_timeout = MAX_MS
end

return M
