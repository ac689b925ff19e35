--- Draws patches (src/view/block.ts) into a transcript. Cursor, selection, folds and what windows show stay where
--- the user has them; only windows that were at the end follow it.
local highlight = require('acp.transcript.highlight')
local kept_folds = require('acp.surface.kept_folds')
local patches = require('acp.surface.patch')
local ranges = require('acp.surface.ranges')
local scroll = require('acp.transcript.scroll')
local unseen = require('acp.transcript.unseen')
local welcome = require('acp.transcript.welcome')

local M = {}

local api = vim.api

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
  if welcome.is_empty(bufnr) then
    highlight.attach(bufnr)
  end
  patches.modifying(bufnr, function()
    welcome.hide(bufnr)
    patches.apply(bufnr, patch)
    vim.tbl_map(scroll.to_end, following)
  end)
  if settles then
    scroll.restore(bufnr)
  end
  if not settles then
    unseen.note(bufnr, patch, following)
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
  patches.reset(bufnr, row or 0)
  return true
end

--- Takes out what a host that is gone has said of changes, of which nobody knows whether it is still true.
---@param bufnr integer
local function drop_changes(bufnr)
  for _, range in vim.iter(vim.list_slice(ranges.folds(bufnr))):rev():enumerate() do
    if vim.startswith(range.key, 'changes ') then
      local rows = range.to - range.from + 2
      local edit = { row = range.from, del = rows, lines = {}, spans = {}, fences = {} }
      local forgotten = { key = range.key, kind = 'fold' }
      patches.apply(bufnr, { edits = { edit }, ranges = { forgotten } })
    end
  end
end

--- Makes what another host has drawn stay as it is, with its marks and folds.
---@param bufnr integer
---@return integer rows
function M.keep(bufnr)
  patches.modifying(bufnr, function()
    drop_changes(bufnr)
  end)
  local rows = api.nvim_buf_line_count(bufnr)
  local last = api.nvim_buf_get_lines(bufnr, -2, -1, false)[1] or ''
  if rows == 1 and last == '' then
    return 0
  end
  if last ~= '' then
    -- It died while it was drawing.
    patches.modifying(bufnr, function()
      api.nvim_buf_set_lines(bufnr, -1, -1, false, { '' })
    end)
    rows = rows + 1
  end
  -- The new host gives out the same names.
  local function earlier(key)
    return 'earlier ' .. key
  end
  ranges.rename(bufnr, earlier)
  kept_folds.rename(bufnr, earlier)
  return rows
end

M.hold_places = scroll.hold

return M
