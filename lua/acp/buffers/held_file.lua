--- A file that is reached by an open handle, not by its path: between a check and the use of a path somebody may
--- replace any part of it by a symbolic link. Linux only, as in the host (src/files/disk/held-folder.ts).
local M = {}

local HANDLES = '/proc/self/fd/'
--- Opens no file, and so has no effects: not even on a device. The same number in all systems that Neovim is built for.
local O_PATH = 2097152

--- Of files that the host keeps for itself, 0600, and of new ones before the user's mask, 0666.
local PRIVATE, NEW_MODE = 384, 438

local ELSEWHERE = 'its name leads elsewhere now'

---@class acp.HeldFile
---@field path string
---@field handle integer
---@field entry string a path that leads to this very file
---@field found string what the system calls it

---@param problem? string of the system
---@return string? # without a name that tells nothing
local function plain(problem)
  return problem and (problem:gsub(': ' .. HANDLES .. '.*', ''))
end

--- Goes from folder to folder, of which none is a link.
---@param path string
---@return integer? handle
local function open_parts(path)
  local handle = vim.uv.fs_open('/', O_PATH, 0)
  for part in vim.gsplit(path:sub(2), '/', { plain = true }) do
    local entry = HANDLES .. handle .. '/' .. part
    local seen = vim.uv.fs_lstat(entry)
    local opened = seen and seen.type ~= 'link' and vim.uv.fs_open(entry, O_PATH, 0)
    vim.uv.fs_close(handle)
    if not seen or not opened then
      return nil
    end
    handle = opened
    local stat = vim.uv.fs_fstat(handle)
    if stat.ino ~= seen.ino or stat.dev ~= seen.dev then
      vim.uv.fs_close(handle)
      return nil
    end
  end
  return handle
end

--- At once where that leads to the very path, which the system says without links; else part by part: a path that it
--- writes in another case, say.
---@param path string
---@return integer? handle
local function open_unlinked(path)
  local handle = vim.uv.fs_open(path, O_PATH, 0)
  if not handle or vim.uv.fs_readlink(HANDLES .. handle) == path then
    return handle
  end
  vim.uv.fs_close(handle)
  return open_parts(path)
end

--- Nothing: there is no such file, no handle to be had, or the path leads elsewhere now (then with a problem).
---@param path string the real path
---@param type 'file'|'directory'
---@return acp.HeldFile?
---@return string? problem
local function hold(path, type)
  if not vim.uv.fs_stat(HANDLES) then
    return nil
  end
  local handle = open_unlinked(path)
  if not handle then
    return nil, ELSEWHERE
  end
  local entry = HANDLES .. handle
  if vim.uv.fs_fstat(handle).type == type then
    return { path = path, handle = handle, entry = entry, found = vim.uv.fs_readlink(entry) }
  end
  vim.uv.fs_close(handle)
  return nil, ELSEWHERE
end

---@param path string the real path
---@return acp.HeldFile?
---@return string? problem
function M.hold(path)
  return hold(path, 'file')
end

--- The folder of a file.
---@param path string the real path of the file
---@return acp.HeldFile?
---@return string? problem
function M.hold_folder(path)
  return hold(vim.fs.dirname(path), 'directory')
end

--- Makes an empty file where there is none, and holds it.
---@param path string the real path
---@return acp.HeldFile?
---@return string? problem
function M.create(path)
  local folder, problem = M.hold_folder(path)
  if not folder then
    return nil, problem
  end
  local entry = vim.fs.joinpath(folder.entry, vim.fs.basename(path))
  local handle
  handle, problem = vim.uv.fs_open(entry, 'wx', NEW_MODE)
  M.release(folder)
  if not handle then
    return nil, plain(problem)
  end
  vim.uv.fs_close(handle)
  return M.hold(path)
end

---@param file acp.HeldFile
---@return string? problem the file is not where it was
function M.moved(file)
  return vim.uv.fs_readlink(file.entry) ~= file.found and ELSEWHERE or nil
end

---@param file acp.HeldFile
function M.release(file)
  vim.uv.fs_close(file.handle)
end

--- Makes an open file hold what is in another one.
---@param from string
---@param target integer at its start
---@param fsync boolean
---@return string? problem
local function pour(from, target, fsync)
  local source, problem = vim.uv.fs_open(from, 'r', 0)
  if not source then
    return problem
  end
  local size, done = vim.uv.fs_fstat(source).size, 0
  local ok = true
  while ok and done < size do
    ok, problem = vim.uv.fs_sendfile(target, source, done, size - done)
    done = done + (ok or 0)
    if ok == 0 then
      ok, problem = nil, 'the draft was cut off'
    end
  end
  if ok then
    ok, problem = vim.uv.fs_ftruncate(target, size)
  end
  if ok and fsync then
    local _
    _, problem = vim.uv.fs_fsync(target)
  end
  vim.uv.fs_close(source)
  return problem
end

--- The same by its path.
---@return string? problem
local function copy(from, to, flags, fsync)
  local target, problem = vim.uv.fs_open(to, flags, PRIVATE)
  if not target then
    return problem
  end
  problem = pour(from, target, fsync)
  vim.uv.fs_close(target)
  return problem
end

--- Whole, or not under this name.
---@return string? problem
local function keep(entry, path)
  local part = path .. '.part'
  local problem = copy(entry, part, 'wx', false)
  if not problem then
    local _
    _, problem = vim.uv.fs_rename(part, path)
  end
  return problem
end

--- Opens a file that may not be written, too: whether it may be was decided before.
---@param file acp.HeldFile
---@param mode integer
---@return integer? handle
---@return string? problem
local function open(file, mode)
  local handle, problem = vim.uv.fs_open(file.entry, 'r+', 0)
  if not handle and vim.uv.fs_chmod(file.entry, bit.bor(mode, PRIVATE)) then
    handle, problem = vim.uv.fs_open(file.entry, 'r+', 0)
    if not handle then
      vim.uv.fs_chmod(file.entry, mode)
    end
  end
  return handle, problem
end

--- Makes the file hold what is in the draft. When it fails it holds what it did, of which there is a copy until then.
---@param file acp.HeldFile
---@param draft acp.SaveDraft
---@param fsync boolean
---@return string? problem
---@return boolean? spoilt the file holds neither text whole
function M.write(file, draft, fsync)
  local mode = bit.band(vim.uv.fs_fstat(file.handle).mode, 4095)
  local handle, problem = open(file, mode)
  if not handle then
    return plain(problem)
  end
  local is_spoilt
  problem = keep(file.entry, draft.old)
  if not problem then
    problem = pour(draft.text, handle, fsync)
    is_spoilt = problem ~= nil and copy(draft.old, file.entry, 'r+', fsync) ~= nil
  end
  if is_spoilt then
    local text = '%s; it holds neither text whole now, the old text is kept in %s'
    problem = text:format(problem, draft.old)
  end
  -- The system clears some bits of a file that is written.
  vim.uv.fs_fchmod(handle, mode)
  vim.uv.fs_close(handle)
  return plain(problem), is_spoilt
end

return M
