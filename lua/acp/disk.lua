--- What the editor knows about files on disk.
local M = {}

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
  return parent and (parent:gsub('/$', '') .. '/' .. vim.fs.basename(path))
end

--- Checks the file's time as `:checktime` does, but asks nothing and loads nothing.
---@param bufnr integer
local function note_time(bufnr)
  local autocmd = vim.api.nvim_create_autocmd('FileChangedShell', {
    buffer = bufnr,
    callback = function()
      vim.v.fcs_choice = ''
    end,
  })
  pcall(vim.cmd, 'silent checktime ' .. bufnr)
  vim.api.nvim_del_autocmd(autocmd)
end

--- Moves a file's time by less than a millisecond.
---@param path string
local function nudge_time(path)
  local stat = vim.uv.fs_stat(path)
  if not stat then
    return
  end
  local micro = math.floor(stat.mtime.nsec / 1000)
  local other = micro % 1000 == 999 and micro - 1 or micro + 1
  vim.uv.fs_utime(path, stat.atime.sec, stat.mtime.sec + (other + 0.5) / 1e6)
end

--- Makes Neovim take the file on disk, whose text the buffer now holds, for the one it has read. Otherwise it would
--- ask when the file is written (and at the next focus). Of the two times it keeps, only `:checktime` sets the one
--- that `:write` compares, and only when nothing but the time of the file has changed: so the first check notes the
--- size, and a time moved within its millisecond makes the second one see a change of time alone.
---@param bufnr integer
function M.accept(bufnr)
  -- nil when the buffer has no value of its own, and so it is put back.
  local autoread = vim.bo[bufnr].autoread
  vim.bo[bufnr].autoread = false
  note_time(bufnr)
  nudge_time(vim.api.nvim_buf_get_name(bufnr))
  pcall(vim.cmd, 'silent noautocmd checktime ' .. bufnr)
  vim.bo[bufnr].autoread = autoread
end

return M
