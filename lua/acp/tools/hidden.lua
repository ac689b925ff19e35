--- Files that are loaded only for language servers: into buffers that no window shows, and that go again by themselves.
local editor_window = require('acp.ui.editor_window')
local info = require('acp.buffers.info')

local M = {}

--- How long one is kept after its last use: tools are called in a row, and servers take their time for a new file.
local KEPT_MS = 60000

---@type table<integer, uv.uv_timer_t> until they go
local kept = {}
---@type table<integer, number> when they were loaded
local loaded_at = {}

--- Whether it is still as we have made it: neither the user nor a plugin has taken it over.
local function is_ours(bufnr)
  return vim.api.nvim_buf_is_loaded(bufnr)
    and not vim.bo[bufnr].buflisted
    and not vim.bo[bufnr].modified
    and #vim.fn.win_findbuf(bufnr) == 0
end

---@param bufnr integer
local function drop(bufnr)
  kept[bufnr]:stop()
  kept[bufnr], loaded_at[bufnr] = nil, nil
  if is_ours(bufnr) then
    pcall(vim.api.nvim_buf_delete, bufnr, {})
  end
end

---@param bufnr integer
local function keep(bufnr)
  if kept[bufnr] then
    kept[bufnr]:stop()
  end
  kept[bufnr] = vim.defer_fn(function()
    drop(bufnr)
  end, KEPT_MS)
end

--- The buffer of a file, loaded for a while if it was not.
---@param path string absolute, symbolic links resolved
---@return integer? bufnr nil: it cannot be loaded
---@return number age milliseconds for which it is known to be loaded
function M.open(path)
  local bufnr = info.loaded(path)
  if bufnr then
    if kept[bufnr] then
      keep(bufnr)
    end
    return bufnr, loaded_at[bufnr] and (vim.uv.hrtime() - loaded_at[bufnr]) / 1e6 or math.huge
  end
  bufnr = vim.fn.bufadd(path)
  if not editor_window.read(bufnr) then
    return nil, 0
  end
  keep(bufnr)
  loaded_at[bufnr] = vim.uv.hrtime()
  return bufnr, 0
end

--- Ends the use of all of them.
function M.drop_all()
  for _, bufnr in ipairs(vim.tbl_keys(kept)) do
    drop(bufnr)
  end
end

return M
