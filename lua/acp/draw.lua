--- Draws patches (src/view/block.ts) into a transcript. Cursor, selection, folds and what windows show stay where
--- the user has them; only windows that were at the end follow it.
local folds = require('acp.folds')
local ranges = require('acp.ranges')

local M = {}

local api = vim.api
local spans = api.nvim_create_namespace('acp.spans')
M.fences = {
  open = api.nvim_create_namespace('acp.fence.open'),
  close = api.nvim_create_namespace('acp.fence.close'),
}

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

---@param bufnr integer
---@param row integer
---@param count integer
local function clear_marks(bufnr, row, count)
  for _, namespace in ipairs({ spans, M.fences.open, M.fences.close }) do
    api.nvim_buf_clear_namespace(bufnr, namespace, row, row + count)
  end
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
    local range = ranges.of(bufnr).fold[key]
    if range and range.to == row and range.to > range.from and rows > range.to - range.from then
      return true
    end
  end
  return false
end

--- Takes the marks of the moved line `row` back to line `to`.
---@param bufnr integer
---@param row integer
---@param to integer
local function move_marks(bufnr, row, to)
  for _, namespace in ipairs({ spans, M.fences.open, M.fences.close }) do
    local at = { { row, 0 }, { row, -1 } }
    for _, mark in
      ipairs(api.nvim_buf_get_extmarks(bufnr, namespace, at[1], at[2], { details = true }))
    do
      local id, _, col, details = unpack(mark)
      api.nvim_buf_set_extmark(bufnr, namespace, to, col, {
        id = id,
        end_row = details.end_row and to,
        end_col = details.end_col,
        hl_group = details.hl_group,
        line_hl_group = details.line_hl_group,
        strict = false,
      })
    end
  end
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
  move_marks(bufnr, end_row, row)
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
  clear_marks(bufnr, row, edit.del)
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

---@param bufnr integer
---@param edit acp.PatchEdit
local function mark(bufnr, edit)
  for _, span in ipairs(edit.spans) do
    local offset, from, to, group = unpack(span)
    local whole = to == -1
    api.nvim_buf_set_extmark(bufnr, spans, edit.row + offset, whole and 0 or from, {
      end_col = not whole and to or nil,
      hl_group = not whole and group or nil,
      line_hl_group = whole and group or nil,
      strict = false,
    })
  end
  for _, fence in ipairs(edit.fences) do
    api.nvim_buf_set_extmark(bufnr, M.fences[fence[2]], edit.row + fence[1], 0, {})
  end
end

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
  for _, edit in ipairs(patch.edits) do
    local lines = vim.tbl_map(one_line, edit.lines)
    if edit.col then
      lengthen(bufnr, edit, lines, growing)
    else
      replace(bufnr, edit, lines, growing)
    end
    mark(bufnr, edit)
  end
  for _, range in ipairs(patch.ranges) do
    ranges.set(bufnr, range)
  end
  folds.sync(bufnr, named, open)
end

--- Whether a window shows the end and may be moved along with it. A selection is never moved.
---@param bufnr integer
---@param win integer
---@return boolean
local function is_at_end(bufnr, win)
  local selecting = win == api.nvim_get_current_win()
    and api.nvim_get_mode().mode:match('^[vVsS\22\19]')
  return not selecting and api.nvim_win_get_cursor(win)[1] >= api.nvim_buf_line_count(bufnr)
end

--- The highest line from which the current window shows everything down to the last one.
---@return integer
local function topline_for_end()
  local win = api.nvim_get_current_win()
  -- Without the window bar, which nvim_win_get_height counts.
  local room = vim.fn.getwininfo(win)[1].height
  local top = vim.fn.line('$') + 1
  while top > 1 do
    local first = vim.fn.foldclosed(top - 1)
    local row = (first > 0 and first or top - 1) - 1
    room = room
      - (first > 0 and 1 or api.nvim_win_text_height(win, { start_row = row, end_row = row }).all)
    if room < 0 then
      break
    end
    top = row + 1
  end
  return math.min(top, vim.fn.line('$'))
end

--- Shows the end of a transcript in a window.
---@param win integer
function M.to_end(win)
  api.nvim_win_call(win, function()
    local last = vim.fn.line('$')
    vim.fn.winrestview({
      lnum = last,
      col = 0,
      curswant = 0,
      topline = topline_for_end(),
      skipcol = 0,
    })
  end)
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
  vim.cmd("noautocmd lua require('acp.draw')._work()")
  M._work = nil
  if not ok then
    error(err, 0)
  end
end

--- Applies one patch; false when the buffer is gone.
---@param bufnr integer
---@param patch acp.Patch
---@return boolean
function M.apply(bufnr, patch)
  if not api.nvim_buf_is_loaded(bufnr) then
    return false
  end
  local following = vim.tbl_filter(function(win)
    return is_at_end(bufnr, win)
  end, vim.fn.win_findbuf(bufnr))
  modifying(bufnr, function()
    require('acp.welcome').hide(bufnr)
    edit_all(bufnr, patch)
    vim.tbl_map(M.to_end, following)
  end)
  return true
end

---@type table<integer, table<string, true>> folds that were open when a transcript was last shown, by buffer
local opened = {}
---@type table<integer, table> where the user was reading when it was not the end, by buffer
local places = {}

--- Readies a window that has just begun to show a transcript.
---@param win integer
function M.window_opened(win)
  local bufnr = api.nvim_win_get_buf(win)
  require('acp.highlight').attach(bufnr)
  require('acp.welcome').show(bufnr)
  folds.restore(win, opened[bufnr])
  local place = places[bufnr]
  if place then
    api.nvim_win_call(win, function()
      vim.fn.winrestview(place)
    end)
  else
    M.to_end(win)
  end
end

--- Keeps what the user has opened in a window, and how far it is scrolled, for the next one that shows the transcript.
---@param win integer
function M.window_closing(win)
  local bufnr = api.nvim_win_get_buf(win)
  opened[bufnr] = folds.opened(win)
  places[bufnr] = not is_at_end(bufnr, win) and api.nvim_win_call(win, vim.fn.winsaveview) or nil
end

--- Forgets a transcript that is to be wiped.
---@param bufnr integer
function M.forget(bufnr)
  opened[bufnr] = nil
  places[bufnr] = nil
  ranges.forget(bufnr)
  require('acp.highlight').detach(bufnr)
end

--- Empties a transcript; false when the buffer is gone.
---@param bufnr integer
---@return boolean
function M.reset(bufnr)
  if not api.nvim_buf_is_loaded(bufnr) then
    return false
  end
  modifying(bufnr, function()
    clear_marks(bufnr, 0, -1)
    api.nvim_buf_set_lines(bufnr, 0, -1, false, {})
    ranges.forget(bufnr)
  end)
  return true
end

return M
