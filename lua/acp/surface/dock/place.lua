--- Where the two windows of the dock stand: the text, and right below it the choices.
local anchor = require('acp.surface.anchor')
local borders = require('acp.ui.borders')
local config = require('acp.config')

local M = {}

--- With fewer rows than this a frame would leave no room for the text.
local ROWS_FOR_A_FRAME = 9
--- What explains the question stays in sight: so many rows of the anchor are left to it, when the choices leave that
--- choice. Of a low anchor this part is taken all the same.
local ROWS_LEFT, SHARE = 6, 0.6
--- Of a very low one so many rows are left, as long as two of the text are shown beside the choices.
local MIN_ROWS_LEFT, FEWEST_TEXT_ROWS = 3, 2
--- Without an anchor a narrower editor is used in its whole width.
local SMALL = 100
--- Rows of text that are shown beside many choices, where there is room.
local MIN_TEXT_ROWS = 4
--- An anchor with fewer rows for both windows is too small to read in, and they go below its end: in a single row of
--- text, Neovim covers the beginning of what it scrolls by rows.
local MIN_ROWS = 6

---@class acp.DockRoom
---@field framed boolean
---@field width integer of the text
---@field share integer rows for both windows that are enough
---@field most integer rows that there are for both
---@field spare integer rows that they may take without leaving too little of what explains the question
---@field bottom integer the row below them
---@field left integer the first column

local NO_FRAME = { upper = 'none', lower = 'none', columns = 0, rows = 0, between = 0 }

local function frame_of(framed)
  return framed and borders.stacked(config.get().layout.border) or NO_FRAME
end

--- Floats have no statusline, and make none needed.
local function has_splits()
  local splits = vim.tbl_filter(function(win)
    return vim.api.nvim_win_get_config(win).relative == ''
  end, vim.api.nvim_tabpage_list_wins(0))
  return #splits > 1
end

--- The last row of text that is nobody's statusline.
local function last_row()
  local bar = vim.o.laststatus > 1 or (vim.o.laststatus == 1 and has_splits())
  return vim.o.lines - vim.o.cmdheight - (bar and 1 or 0)
end

---@class acp.DockSpan
---@field left integer first column
---@field columns integer with the frame
---@field bottom integer the row below
---@field height integer rows of text that are there

--- The anchor with its border at both sides, over which ours is drawn.
---@return acp.DockSpan?
local function span_of_anchor()
  local win = anchor.window()
  if not win then
    return nil
  end
  local at, border = vim.fn.getwininfo(win)[1], vim.api.nvim_win_get_config(win).border
  local beside = (border ~= nil and border ~= 'none') and 1 or 0
  return {
    left = at.wincol - 1,
    columns = at.width + 2 * beside,
    bottom = at.winrow - 1 + beside + at.winbar + at.height,
    height = at.height,
  }
end

--- The lower right of the editor.
---@param wanted integer columns
---@return acp.DockSpan
local function span_at_right(wanted)
  local most, margin = vim.o.columns, vim.o.columns < SMALL and 0 or 1
  local columns = margin == 0 and most or math.min(wanted, most - 2 * margin)
  return {
    left = math.max(0, most - columns - margin),
    columns = columns,
    bottom = last_row() - margin,
    height = vim.o.lines,
  }
end

--- All of an editor that has no room for a frame.
---@return acp.DockSpan
local function whole_span()
  return { left = 0, columns = vim.o.columns, bottom = last_row(), height = vim.o.lines }
end

--- Rows for both windows that are enough: half of the editor is left to who reads what is behind them.
---@param height integer
---@param frame_rows integer
local function share_of(height, frame_rows)
  if anchor.is_behind_read() then
    return math.max(3, math.floor(height / 2) - frame_rows)
  end
  return math.max(3, math.floor(height * SHARE), height - frame_rows - ROWS_LEFT)
end

--- At the end of the anchor, or at the editor's lower right when there is none.
---@param wanted integer cells
---@return acp.DockRoom
function M.room(wanted)
  local framed = last_row() >= ROWS_FOR_A_FRAME
  local frame = frame_of(framed)
  local span = not framed and whole_span()
    or span_of_anchor()
    or span_at_right(wanted + frame.columns)
  local bottom = math.min(span.bottom, last_row())
  if framed and bottom - frame.rows < MIN_ROWS then
    bottom = last_row() - 1
  end
  return {
    framed = framed,
    width = math.max(10, span.columns - frame.columns),
    share = framed and share_of(span.height, frame.rows) or bottom,
    most = math.max(2, bottom - frame.rows),
    spare = framed and span.height - frame.rows - MIN_ROWS_LEFT or bottom,
    bottom = bottom,
    left = span.left,
  }
end

--- Rows of the anchor that the windows cover.
---@param places acp.DockPlaces
---@return integer
function M.covered(places)
  local span = span_of_anchor()
  return span and math.max(0, math.min(span.bottom - places.text.row, span.height - 1)) or 0
end

--- Rows of each window: the choices go before the text, of which there is always some.
---@param text integer rows that the text takes
---@param choices integer rows that the choices take
---@return integer text
---@return integer choices
local function shared(room, text, choices)
  local shown = math.min(choices, math.max(1, room.most - 1))
  local wanted = math.max(room.share, shown + MIN_TEXT_ROWS)
  local least = math.max(room.spare, shown + FEWEST_TEXT_ROWS)
  local tallest = math.min(room.most, wanted, least)
  return math.max(1, math.min(text, tallest - shown)), shown
end

---@class acp.DockPlaces
---@field text table what `nvim_open_win` takes
---@field choices table
---@field has_bar boolean without a frame, a bar above the choices tells what is hidden

---@param room acp.DockRoom
---@param text integer rows that the text takes
---@param choices integer rows that the choices take
---@param zindex integer
---@return acp.DockPlaces
function M.windows(room, text, choices, zindex)
  local frame = frame_of(room.framed)
  local rows, below = shared(room, text, choices)
  local has_bar = not room.framed and rows < text and room.most >= choices + 2
  if has_bar then
    rows, below = shared(room, text, choices + 1)
  end
  local top = math.max(0, room.bottom - rows - below - frame.rows)
  local function window(row, height, border)
    return {
      relative = 'editor',
      row = row,
      col = room.left,
      width = room.width,
      height = height,
      zindex = zindex,
      border = border,
    }
  end
  return {
    text = window(top, rows, frame.upper),
    choices = window(top + rows + frame.between, below, frame.lower),
    has_bar = has_bar,
  }
end

return M
