--- Draws patches (src/view/block.ts) into a transcript. Cursor, selection, folds and what windows show stay where
--- the user has them; only windows that were at the end follow it.
local edit = require('acp.transcript.edit')
local folds = require('acp.transcript.folds')
local marks = require('acp.transcript.marks')
local ranges = require('acp.transcript.ranges')
local scroll = require('acp.transcript.scroll')

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

---@param bufnr integer
---@param patch acp.Patch
local function edit_all(bufnr, patch)
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

--- What is done to the buffer happens with autocommands off: OptionSet and others would run at every flush.
---@param bufnr integer
---@param work fun()
local function modifying(bufnr, work)
  local ok, err
  M._work = function()
    vim.bo[bufnr].modifiable = true
    ok, err = pcall(work)
    vim.bo[bufnr].modifiable = false
  end
  vim.cmd("noautocmd lua require('acp.transcript')._work()")
  M._work = nil
  if not ok then
    error(err, 0)
  end
end

--- While a command line is typed the screen only changes when asked to; the typed text, matches and previews stay. What
--- has scrolled up for it (a list of completions, a menu) would not.
local function show_beside_command_line()
  if api.nvim_get_mode().mode:find('^cr?$') and vim.fn.state('s') == '' then
    vim.cmd.redraw()
  end
end

--- Applies one patch; false when the buffer is gone.
---@param bufnr integer
---@param patch acp.Patch
---@param settles? boolean all is drawn anew: windows go back to where they were
---@return boolean
function M.apply(bufnr, patch, settles)
  if not api.nvim_buf_is_loaded(bufnr) then
    return false
  end
  local following = vim.tbl_filter(function(win)
    return scroll.is_at_end(bufnr, win)
  end, vim.fn.win_findbuf(bufnr))
  modifying(bufnr, function()
    require('acp.transcript.welcome').hide(bufnr)
    edit_all(bufnr, patch)
    vim.tbl_map(scroll.to_end, following)
  end)
  if settles then
    scroll.restore(bufnr)
  end
  if #following > 0 then
    show_beside_command_line()
  end
  return true
end

--- Empties a transcript from a row on; false when the buffer is gone.
---@param bufnr integer
---@param row? integer
---@return boolean
function M.reset(bufnr, row)
  if not api.nvim_buf_is_loaded(bufnr) then
    return false
  end
  row = row or 0
  modifying(bufnr, function()
    marks.clear(bufnr, row, -1 - row)
    api.nvim_buf_set_lines(bufnr, row, -1, false, {})
    ranges.forget(bufnr, row)
  end)
  return true
end

--- Makes what another host has drawn stay as it is, with its marks and folds.
---@param bufnr integer
---@return integer rows
function M.keep(bufnr)
  local rows = api.nvim_buf_line_count(bufnr)
  local last = api.nvim_buf_get_lines(bufnr, -2, -1, false)[1] or ''
  if rows == 1 and last == '' then
    return 0
  end
  if last ~= '' then
    -- It died while it was drawing.
    modifying(bufnr, function()
      api.nvim_buf_set_lines(bufnr, -1, -1, false, { '' })
    end)
    rows = rows + 1
  end
  -- The new host gives out the same names.
  local function earlier(key)
    return 'earlier ' .. key
  end
  ranges.rename(bufnr, earlier)
  require('acp.transcript.window').rename(bufnr, earlier)
  return rows
end

M.hold_places = scroll.hold

return M
