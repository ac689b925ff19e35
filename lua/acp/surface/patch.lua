--- Applies patches (src/view/block.ts) to a buffer whose text the host owns. Cursor, selection and folds stay where the
--- user has them.
local folds = require('acp.surface.folds')
local marks = require('acp.surface.marks')
local ranges = require('acp.surface.ranges')

local M = {}

local api = vim.api

--- The host sends no line breaks inside lines; one all the same must not cost the whole patch.
local function one_line(line)
  return (line:gsub('[\r\n]', ' '))
end

local function line_at(bufnr, row)
  return api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1] or ''
end

--- Lines in front of `row`. `appendbufline` treats folds alike in all Neovims; `nvim_buf_set_lines` does not.
local function insert(bufnr, row, lines)
  if #lines > 0 then
    vim.fn.appendbufline(bufnr, row, lines)
  end
end

--- Whether a fold that this patch names again ends at `row`: what comes next belongs into it.
---@param named acp.Range[] the folds that the patch names
local function ends_fold(bufnr, row, named)
  return vim.iter(named):any(function(new)
    local old = ranges.fold(bufnr, new.key)
    local rows = old and old.to == row and old.to - old.from or 0
    return rows > 0 and new.from ~= nil and new.to - new.from > rows
  end)
end

--- Lines behind `row`. Where a fold ends there, they are put in front of its last line, which makes the fold grow
--- by itself; then the texts change places.
---@param named acp.Range[]
local function insert_behind(bufnr, row, lines, named)
  if #lines == 0 or not ends_fold(bufnr, row, named) then
    insert(bufnr, row + 1, lines)
    return
  end
  local last = line_at(bufnr, row)
  local inside = vim.list_slice(lines, 1, #lines - 1)
  insert(bufnr, row, vim.list_extend({ last }, inside))
  local end_row = row + #lines
  api.nvim_buf_set_text(bufnr, end_row, 0, end_row, #last, { lines[#lines] })
  marks.move(bufnr, end_row, row)
end

---@param edit acp.PatchEdit
local function lengthen(bufnr, edit, lines, named)
  -- Views count in bytes of what they drew; a mistake there must not lose text.
  local col = math.min(edit.col, #line_at(bufnr, edit.row))
  api.nvim_buf_set_text(bufnr, edit.row, col, edit.row, col, { lines[1] })
  insert_behind(bufnr, edit.row, vim.list_slice(lines, 2), named)
  ranges.shift(bufnr, edit.row + 1, 0, #lines - 1)
end

local function replace(bufnr, edit, lines, named)
  local row, common = edit.row, math.min(edit.del, #lines)
  marks.clear(bufnr, row, edit.del)
  for offset = 0, common - 1 do
    local old = line_at(bufnr, row + offset)
    if old ~= lines[offset + 1] then
      api.nvim_buf_set_text(bufnr, row + offset, 0, row + offset, #old, { lines[offset + 1] })
    end
  end
  local more = vim.list_slice(lines, common + 1)
  if common == 0 then
    insert(bufnr, row, more)
  else
    insert_behind(bufnr, row + common - 1, more, named)
  end
  api.nvim_buf_set_lines(bufnr, row + #lines, row + #lines + edit.del - common, false, {})
  ranges.shift(bufnr, row, edit.del, #lines)
end

--- Makes one edit, with its marks.
local function make(bufnr, edit, named)
  local lines = vim.tbl_map(one_line, edit.lines)
  if edit.col then
    lengthen(bufnr, edit, lines, named)
  else
    replace(bufnr, edit, lines, named)
  end
  marks.put(bufnr, edit)
end

---@return acp.Range[]
local function folds_of(patch)
  return vim.tbl_filter(function(range)
    return range.kind == 'fold' or range.kind == 'group'
  end, patch.ranges)
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
  local before = folds.before(bufnr, named)
  for _, edit in ipairs(patch.edits) do
    make(bufnr, edit, named)
  end
  local changed = folds.changed(bufnr, named)
  for _, range in ipairs(patch.ranges) do
    ranges.set(bufnr, range)
    if range.kind == 'diff' then
      require('acp.surface.diff').install()
    elseif range.kind == 'actions' and range.from then
      require('acp.surface.actions').shown(bufnr, range)
    end
  end
  folds.sync(bufnr, changed, before)
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
