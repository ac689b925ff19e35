--- The time of a file, of which Neovim takes note only when it moves.
local held_file = require('acp.buffers.held_file')

local M = {}

--- Milliseconds in which the time of a file that is written moves on.
local TICK_MS = 50

--- Moves a file's time by less than a millisecond.
---@param path string
---@return boolean # false for a file of another user
local function nudge(path)
  local stat = vim.uv.fs_stat(path)
  if not stat then
    return false
  end
  local micro = math.floor(stat.mtime.nsec / 1000)
  local other = micro % 1000 == 999 and micro - 1 or micro + 1
  return vim.uv.fs_utime(path, stat.atime.sec, stat.mtime.sec + (other + 0.5) / 1e6) == true
end

--- Only its owner may set a file's time; who may write it can make it newer.
---@param path string of a file that we have just written
---@return boolean
local function renew(path)
  local handle = vim.uv.fs_open(path, 'r+', 0)
  if not handle then
    return false
  end
  local before, start = vim.uv.fs_fstat(handle), vim.uv.hrtime()
  local is_new = false
  while not is_new and vim.uv.hrtime() - start < TICK_MS * 1e6 do
    vim.uv.fs_ftruncate(handle, before.size)
    is_new = vim.uv.fs_fstat(handle).mtime.nsec ~= before.mtime.nsec
  end
  vim.uv.fs_close(handle)
  return is_new
end

--- Moves the time of a file, and of no other one that is in its place by now.
---@param path string the real path
---@param entry? string what leads to the file, which we have just written
---@return boolean
function M.move(path, entry)
  if entry then
    return nudge(entry) or renew(entry)
  end
  local file, problem = held_file.hold(path)
  local moved = not problem and nudge(file and file.entry or path)
  if file then
    held_file.release(file)
  end
  return moved
end

return M
