--- Applies patches (src/view/block.ts) to a buffer whose text the host owns. Cursor, selection and folds stay where the
--- user has them.
local edit = require('acp.surface.edit')
local folds = require('acp.surface.folds')
local marks = require('acp.surface.marks')
local ranges = require('acp.surface.ranges')

local M = {}

local api = vim.api

---@class acp.PatchEdit
---@field row integer
---@field del integer
---@field lines string[]
---@field col? integer
---@field spans { [1]: integer, [2]: integer, [3]: integer, [4]: string }[]
---@field fences { [1]: integer, [2]: 'open'|'close' }[]

---@class acp.Patch
---@field edits acp.PatchEdit[]
---@field ranges acp.Range[]

---@param patch acp.Patch
---@return acp.Range[]
local function folds_of(patch)
  return vim.tbl_filter(function(range)
    return range.kind == 'fold'
  end, patch.ranges)
end

---@param named acp.Range[]
---@return table<string, integer>
local function rows_by_key(named)
  local rows = {}
  for _, range in ipairs(named) do
    rows[range.key] = range.from and range.to - range.from
  end
  return rows
end

--- What is done to the buffer happens with autocommands off: OptionSet and others would run at every flush.
---@param bufnr integer
---@param work fun()
function M.modifying(bufnr, work)
  local ok, err
  M._work = function()
    vim.bo[bufnr].modifiable = true
    ok, err = pcall(work)
    vim.bo[bufnr].modifiable = false
  end
  vim.cmd("noautocmd lua require('acp.surface.patch')._work()")
  M._work = nil
  if not ok then
    error(err, 0)
  end
end

--- Makes all edits of a patch, inside `modifying`.
---@param bufnr integer
---@param patch acp.Patch
function M.apply(bufnr, patch)
  local named = folds_of(patch)
  local open = folds.before(bufnr, named)
  local growing = rows_by_key(named)
  for _, one in ipairs(patch.edits) do
    edit.make(bufnr, one, growing)
  end
  for _, range in ipairs(patch.ranges) do
    ranges.set(bufnr, range)
  end
  folds.sync(bufnr, named, open)
end

--- Empties a buffer from a row on.
---@param bufnr integer
---@param row integer
function M.reset(bufnr, row)
  M.modifying(bufnr, function()
    marks.clear(bufnr, row, -1 - row)
    api.nvim_buf_set_lines(bufnr, row, -1, false, {})
    ranges.forget(bufnr, row)
  end)
end

return M
