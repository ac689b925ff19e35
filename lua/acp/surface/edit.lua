--- Makes the edits of a patch in a transcript's text, so that cursor, selection and folds stay where they are.
local marks = require('acp.surface.marks')
local ranges = require('acp.surface.ranges')

local M = {}

local api = vim.api

--- The host sends no line breaks inside lines; one all the same must not cost the whole patch.
---@param line string
---@return string
local function one_line(line)
  return (line:gsub('[\r\n]', ' '))
end

---@param bufnr integer
---@param row integer
---@return string
local function line_at(bufnr, row)
  return api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1] or ''
end

--- Lines in front of `row`. `appendbufline` treats folds alike in all Neovims; `nvim_buf_set_lines` does not.
---@param bufnr integer
---@param row integer
---@param lines string[]
local function insert(bufnr, row, lines)
  if #lines > 0 then
    vim.fn.appendbufline(bufnr, row, lines)
  end
end

--- Whether a fold that this patch names again ends at `row`: what comes next belongs into it.
---@param bufnr integer
---@param row integer
---@param growing table<string, integer> rows that each fold will have, by key
---@return boolean
local function ends_fold(bufnr, row, growing)
  for key, rows in pairs(growing) do
    local range = ranges.fold(bufnr, key)
    if range and range.to == row and range.to > range.from and rows > range.to - range.from then
      return true
    end
  end
  return false
end

--- Lines behind `row`. Where a fold ends there, they are put in front of its last line, which makes the fold grow
--- by itself; then the texts change places.
---@param bufnr integer
---@param row integer
---@param lines string[]
---@param growing table<string, integer>
local function insert_behind(bufnr, row, lines, growing)
  if #lines == 0 or not ends_fold(bufnr, row, growing) then
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

---@param bufnr integer
---@param edit acp.PatchEdit
---@param lines string[]
---@param growing table<string, integer>
local function lengthen(bufnr, edit, lines, growing)
  -- Views count in bytes of what they drew; a mistake there must not lose text.
  local col = math.min(edit.col, #line_at(bufnr, edit.row))
  api.nvim_buf_set_text(bufnr, edit.row, col, edit.row, col, { lines[1] })
  insert_behind(bufnr, edit.row, vim.list_slice(lines, 2), growing)
  ranges.shift(bufnr, edit.row + 1, 0, #lines - 1)
end

---@param bufnr integer
---@param edit acp.PatchEdit
---@param lines string[]
---@param growing table<string, integer>
local function replace(bufnr, edit, lines, growing)
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
    insert_behind(bufnr, row + common - 1, more, growing)
  end
  api.nvim_buf_set_lines(bufnr, row + #lines, row + #lines + edit.del - common, false, {})
  ranges.shift(bufnr, row, edit.del, #lines)
end

--- Makes one edit, with its marks.
---@param bufnr integer
---@param edit acp.PatchEdit
---@param growing table<string, integer> rows that each fold will have, by key
function M.make(bufnr, edit, growing)
  local lines = vim.tbl_map(one_line, edit.lines)
  if edit.col then
    lengthen(bufnr, edit, lines, growing)
  else
    replace(bufnr, edit, lines, growing)
  end
  marks.put(bufnr, edit)
end

return M
