--- Where the two windows of the dock stand: the text, and right below it the choices.
local anchor = require('acp.surface.anchor')
local borders = require('acp.ui.borders')
local config = require('acp.config')

local M = {}

--- With fewer rows than this a frame would leave no room for the text.
local ROWS_FOR_A_FRAME = 9
--- Part of the anchor's height that is taken at most, when the choices leave it that choice.
local SHARE = 0.85
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
---@field bottom integer the row below them
---@field right integer the column right of them

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

--- At the end of the anchor, or at the editor's lower right when there is none.
---@param wanted integer cells
---@return acp.DockRoom
function M.room(wanted)
  local win = anchor.window()
  local at = win and vim.fn.getwininfo(win)[1]
  local framed = last_row() >= ROWS_FOR_A_FRAME
  local frame = frame_of(framed)
  local margin = framed and 2 or 0
  local room = math.max((at and at.width or vim.o.columns) - 4, 20)
  local width = math.min(wanted, room, vim.o.columns - frame.columns - margin)
  local bottom = last_row()
  if framed then
    local anchored = at and math.min(at.winrow + at.height - 1, bottom) or 0
    bottom = anchored - frame.rows >= MIN_ROWS and anchored or bottom - 1
  end
  local share = math.max(3, math.floor((at and at.height or vim.o.lines) * SHARE))
  return {
    framed = framed,
    width = math.max(10, width),
    share = framed and share or bottom,
    most = math.max(2, bottom - frame.rows),
    bottom = bottom,
    right = at and framed and at.wincol - 1 + at.width - 1 or vim.o.columns - (framed and 1 or 0),
  }
end

--- Rows of each window: the choices go before the text, of which there is always some.
---@param text integer rows that the text takes
---@param choices integer rows that the choices take
---@return integer text
---@return integer choices
local function shared(room, text, choices)
  local shown = math.min(choices, math.max(1, room.most - 1))
  local tallest = math.min(room.most, math.max(room.share, shown + MIN_TEXT_ROWS))
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
  local col = math.max(0, room.right - room.width - frame.columns)
  local function window(row, height, border)
    return {
      relative = 'editor',
      row = row,
      col = col,
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
