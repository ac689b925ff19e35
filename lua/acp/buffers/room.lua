--- Whether there is room to save a buffer. Told to write over it, Neovim empties a file also when it could not keep a
--- copy, and on a full disk neither text would be left.
local M = {}

--- Bytes of a plain character in encodings where it is not one.
local WIDTH = {
  ['utf-16'] = 2,
  ['utf-16le'] = 2,
  ['ucs-2'] = 2,
  ['ucs-2le'] = 2,
  ['ucs-4'] = 4,
  ['ucs-4le'] = 4,
}

---@return integer? bytes nothing when the system does not say
local function free_at(path)
  local found = vim.uv.fs_statfs(vim.fs.dirname(path))
  if not found or found.blocks == 0 then
    return nil
  end
  local is_root = vim.uv.getuid and vim.uv.getuid() == 0
  return found.bsize * (is_root and found.bfree or found.bavail)
end

local function size_of(bufnr)
  local bytes = vim.api.nvim_buf_get_offset(bufnr, vim.api.nvim_buf_line_count(bufnr))
  return bytes * (WIDTH[vim.bo[bufnr].fileencoding] or 1)
end

--- Neovim keeps the old text until the new one is written.
---@param bufnr integer
---@return string? problem
function M.problem(bufnr)
  local path = vim.api.nvim_buf_get_name(bufnr)
  local free = free_at(path)
  local old = vim.uv.fs_stat(path)
  if free and free < math.max(size_of(bufnr), old and old.size or 0) then
    return 'no space left on device (ENOSPC)'
  end
end

return M
