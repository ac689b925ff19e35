--- Where paths lead, and what state files are in.
local M = {}

--- Between folders in real paths, here and in the host's.
M.SEPARATOR = package.config:sub(1, 1)

--- The path with symbolic links resolved. A file that does not exist yet has the real path of its folder.
---@param path string
---@return string?
function M.real(path)
  if path:match('^%a%a+://') then
    return nil
  end
  local real = vim.uv.fs_realpath(path)
  if real then
    return real
  end
  local folder = vim.fs.dirname(path)
  if not folder or folder == path or folder == '.' then
    return nil
  end
  local parent = M.real(folder)
  if not parent then
    return nil
  end
  local start = vim.endswith(parent, M.SEPARATOR) and parent or parent .. M.SEPARATOR
  return start .. vim.fs.basename(path)
end

--- The real path of a buffer's file; nil: it is none.
---@param bufnr integer
---@return string?
function M.of_buffer(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  return vim.bo[bufnr].buftype == '' and name ~= '' and M.real(name) or nil
end

--- What the editor calls a buffer's file; nil: it is none.
---@param bufnr integer
---@return string?
function M.name_of_buffer(bufnr)
  return M.of_buffer(bufnr) and vim.api.nvim_buf_get_name(bufnr)
end

--- The absolute path, without a slash at its end.
---@param path string
---@return string
function M.absolute(path)
  return (vim.fs.normalize(vim.fn.fnamemodify(path, ':p')):gsub('(.)/$', '%1'))
end

--- Where the host keeps what outlives it.
---@return string
function M.state_dir()
  return vim.fs.joinpath(vim.fn.stdpath('state'), 'acp-host')
end

--- Tells one state of a file from another, as the host does (src/base/file-version.ts).
---@param path string
---@return string?
function M.file_version(path)
  local stat = vim.uv.fs_stat(path)
  if not stat then
    return nil
  end
  local seconds, nanoseconds = stat.mtime.sec, stat.mtime.nsec
  return ('%d%09d:%d:%.0f'):format(seconds, nanoseconds, stat.size, stat.ino)
end

--- Of owner, group and others, 0222.
local MAY_WRITE = 146

---@param path string
---@return boolean # there is a file that may not be written, or that nobody may, root included
function M.is_locked(path)
  local stat = vim.uv.fs_stat(path)
  if not stat then
    return false
  end
  return bit.band(stat.mode, MAY_WRITE) == 0 or not vim.uv.fs_access(path, 'W')
end

---@param bufnr integer
---@return string # tells one state of the buffer's file from another
function M.state_of(bufnr)
  return M.file_version(vim.api.nvim_buf_get_name(bufnr)) or 'none'
end

return M
