--- Files that the user writes without autocommands (`:noautocmd write`, 'eventignore'): nobody hears of it.
local disk = require('acp.buffers.disk')
local paths = require('acp.paths')

local M = {}

---@class acp.WrittenState
---@field version? string of the file
---@field writes integer how often the buffer was written to it

---@type table<integer, acp.WrittenState> by buffer
local known = {}

---@param path string
---@return acp.WrittenState
local function state_of(bufnr, path)
  local writes = vim.fn.undotree(bufnr).save_last - disk.own_writes(bufnr)
  return { version = paths.file_version(path), writes = writes }
end

--- Nearly always; counting the writes costs as much as there is to undo.
local function is_unchanged(bufnr, path)
  return known[bufnr] ~= nil and known[bufnr].version == paths.file_version(path)
end

--- All is known that was written until now.
---@param bufnr integer
---@param path string the buffer's file
function M.note(bufnr, path)
  if not is_unchanged(bufnr, path) then
    known[bufnr] = state_of(bufnr, path)
  end
end

--- The state of its file that a buffer was written to since the last look, unless somebody else has written it after
--- that.
---@param bufnr integer
---@param path string the buffer's file
---@return string? version
function M.take(bufnr, path)
  if is_unchanged(bufnr, path) then
    return nil
  end
  local before, now = known[bufnr], state_of(bufnr, path)
  known[bufnr] = now
  local is_written = before and now.writes > before.writes and disk.is_known(bufnr)
  if is_written and paths.file_version(path) == now.version then
    return now.version
  end
end

return M
