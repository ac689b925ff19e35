--- Whether there is room to save a buffer. Told to write over it, Neovim empties a file also when it could not keep a
--- copy, and on a full disk neither text would be left. Nor when it writes more than it may: then the system kills it.
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

local MAX_BYTE_ORDER_MARK = 4

---@return integer? bytes nothing when the system does not say
local function free_at(path)
  local found = vim.uv.fs_statfs(vim.fs.dirname(path))
  if not found or found.blocks == 0 then
    return nil
  end
  local is_root = vim.uv.getuid and vim.uv.getuid() == 0
  return found.bsize * (is_root and found.bfree or found.bavail)
end

--- Of a file that Neovim may write, as `ulimit -f` limits it.
---@return integer? bytes nothing without a limit, and when the system does not say
local function most_in_a_file()
  local file = io.open('/proc/self/limits')
  if not file then
    return nil
  end
  local limits = file:read('*a')
  file:close()
  return tonumber(limits:match('\nMax file size%s+(%d+)'))
end

local function size_of(bufnr)
  local bytes = vim.api.nvim_buf_get_offset(bufnr, vim.api.nvim_buf_line_count(bufnr))
  local mark = vim.bo[bufnr].bomb and MAX_BYTE_ORDER_MARK or 0
  return bytes * (WIDTH[vim.bo[bufnr].fileencoding] or 1) + mark
end

--- Neovim keeps the old text until the new one is written.
---@param bufnr integer
---@return string? problem
function M.problem(bufnr)
  local path = vim.api.nvim_buf_get_name(bufnr)
  local old = vim.uv.fs_stat(path)
  local needed = math.max(size_of(bufnr), old and old.size or 0)
  if needed > (free_at(path) or math.huge) then
    return 'no space left on device (ENOSPC)'
  elseif needed > (most_in_a_file() or math.huge) then
    return 'the file would be too large (EFBIG)'
  end
end

return M
