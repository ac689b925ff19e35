--- Where the two windows of a question stand: what is asked, and right below it the options.
local anchor = require('acp.surface.anchor')
local borders = require('acp.ui.borders')
local config = require('acp.config')

local M = {}

--- With fewer rows than this a frame would leave no room for the question.
local ROWS_FOR_A_FRAME = 9
--- The keys at the foot need as much.
local NARROWEST = 48
--- Part of the chat's height that a question takes at most, when its options leave it that choice.
local SHARE = 0.85
--- Rows of what is asked that are shown beside many options, where there is room.
local LEAST_ASKED = 4

---@class acp.PermissionRoom
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

local function chat_window()
  local win = anchor.window()
  return win and vim.fn.getwininfo(win)[1]
end

--- Over the end of the transcript, or at the editor's lower right when the chat is closed.
---@param widest integer cells of the longest line
---@return acp.PermissionRoom
function M.room(widest)
  local at = chat_window()
  local framed = last_row() >= ROWS_FOR_A_FRAME
  local frame = frame_of(framed)
  local margin = framed and 2 or 0
  local room = math.max((at and at.width or vim.o.columns) - 4, 20)
  local width =
    math.min(math.max(widest, NARROWEST) + 2, room, vim.o.columns - frame.columns - margin)
  local bottom = last_row()
  if framed then
    bottom = at and math.min(at.winrow + at.height - 1, bottom) or bottom - 1
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

--- Rows of each window: the options go before what is asked, of which there is always some.
---@param room acp.PermissionRoom
---@param asked integer rows that what is asked takes
---@param options integer rows that the options take
---@return integer asked
---@return integer options
local function shared(room, asked, options)
  local shown = math.min(options, math.max(1, room.most - 1))
  local tallest = math.min(room.most, math.max(room.share, shown + LEAST_ASKED))
  return math.max(1, math.min(asked, tallest - shown)), shown
end

---@class acp.PermissionPlaces
---@field asked table what `nvim_open_win` takes
---@field options table
---@field has_bar boolean without a frame, what is hidden is told above the options

---@param room acp.PermissionRoom
---@param asked integer rows that what is asked takes
---@param options integer rows that the options take
---@return acp.PermissionPlaces
function M.windows(room, asked, options)
  local frame = frame_of(room.framed)
  local rows, below = shared(room, asked, options)
  local has_bar = not room.framed and rows < asked and room.most >= options + 2
  if has_bar then
    rows, below = shared(room, asked, options + 1)
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
      zindex = 60,
      border = border,
    }
  end
  return {
    asked = window(top, rows, frame.upper),
    options = window(top + rows + frame.between, below, frame.lower),
    has_bar = has_bar,
  }
end

return M
