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

--- Nothing: there is no such file, no handle to be had, or the path leads elsewhere now (then with a problem).
---@param path string the real path
---@param type 'file'|'directory'
---@return acp.HeldFile?
---@return string? problem
local function hold(path, type)
  local handle = vim.uv.fs_open(path, O_PATH, 0)
  if not handle then
    return nil
  end
  local entry = HANDLES .. handle
  local found = vim.uv.fs_readlink(entry)
  if found == path and vim.uv.fs_fstat(handle).type == type then
    return { path = path, handle = handle, entry = entry }
  end
  vim.uv.fs_close(handle)
  return nil, found and ELSEWHERE or nil
end

---@param path string the real path
---@return acp.HeldFile?
---@return string? problem
function M.hold(path)
  return hold(path, 'file')
end

--- Makes an empty file where there is none, and holds it.
---@param path string the real path
---@return acp.HeldFile?
---@return string? problem
function M.create(path)
  local folder, problem = hold(vim.fs.dirname(path), 'directory')
  if not folder then
    return nil, problem
  end
  local entry = vim.fs.joinpath(folder.entry, vim.fs.basename(path))
  local handle
  handle, problem = vim.uv.fs_open(entry, 'wx', NEW_MODE)
  M.release(folder)
  if not handle then
    return nil, problem
  end
  vim.uv.fs_close(handle)
  return M.hold(path)
end

---@param file acp.HeldFile
---@return string? problem the file is not where it was
function M.moved(file)
  return vim.uv.fs_readlink(file.entry) ~= file.path and ELSEWHERE or nil
end

---@param file acp.HeldFile
function M.release(file)
  vim.uv.fs_close(file.handle)
end

---@param path string
---@return string? bytes
---@return string? problem
function M.read(path)
  local handle, problem = vim.uv.fs_open(path, 'r', 0)
  if not handle then
    return nil, problem
  end
  local bytes
  bytes, problem = vim.uv.fs_read(handle, vim.uv.fs_fstat(handle).size, 0)
  vim.uv.fs_close(handle)
  return bytes, problem
end

---@return string? problem
local function put(handle, bytes)
  local done = 0
  while done < #bytes do
    local rest = done == 0 and bytes or bytes:sub(done + 1)
    local count, problem = vim.uv.fs_write(handle, rest, done)
    if not count then
      return problem
    end
    done = done + count
  end
  local _, problem = vim.uv.fs_ftruncate(handle, #bytes)
  return problem
end

--- Puts the bytes into the file, on the disk unless the user does not want to wait for it.
---@return string? problem
local function put_safely(handle, bytes)
  local problem = put(handle, bytes)
  if not problem and vim.go.fsync then
    local _
    _, problem = vim.uv.fs_fsync(handle)
  end
  return problem
end

--- Whole, or not under this name.
---@return string? problem
local function keep(path, bytes)
  local part = path .. '.part'
  local handle, problem = vim.uv.fs_open(part, 'wx', PRIVATE)
  if not handle then
    return problem
  end
  problem = put(handle, bytes)
  vim.uv.fs_close(handle)
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

--- Makes the file hold these bytes. When it fails the file holds its old ones, which are kept under `old` until then.
---@param file acp.HeldFile
---@param bytes string
---@param old string
---@return string? problem
---@return boolean? spoilt the file holds neither text whole
function M.write(file, bytes, old)
  local mode = bit.band(vim.uv.fs_fstat(file.handle).mode, 4095)
  local handle, problem = open(file, mode)
  if not handle then
    return problem
  end
  local before
  before, problem = vim.uv.fs_read(handle, vim.uv.fs_fstat(handle).size, 0)
  problem = not before and problem or keep(old, before)
  local is_spoilt
  if not problem then
    problem = put_safely(handle, bytes)
    is_spoilt = problem ~= nil and put_safely(handle, before) ~= nil
  end
  if is_spoilt then
    local text = '%s; it holds neither text whole now, the old text is kept in %s'
    problem = text:format(problem, old)
  end
  -- The system clears some bits of a file that is written.
  vim.uv.fs_fchmod(handle, mode)
  vim.uv.fs_close(handle)
  return problem, is_spoilt
end

return M
