--- Draws pending changes. Each has an extmark from the start, which keeps it on its lines; what is shown of it is
--- added once a window comes near.
local hl = require('acp.ui.hl')
local old_lines = require('acp.review.old_lines')
local virtual_lines = require('acp.ui.virtual_lines')

local M = {}

local api = vim.api
local HUNKS = api.nvim_create_namespace('acp.review')
local COLOURS = api.nvim_create_namespace('acp.review.colours')
--- Below diagnostics (10), and below the lines of conflicts (90).
local SIGN_PRIORITY, LINE_PRIORITY, WORD_PRIORITY = 5, 80, 85
--- Rows above and below a window that are drawn with it.
local MARGIN = 200
--- From 0.11 on Neovim hides a mark whose lines are all deleted by itself, and shows it again when they are back.
local HIDES_DELETED = vim.fn.has('nvim-0.11') == 1

---@class acp.ReviewLook what the drawing depends on besides the hunk
---@field width? integer of windows that wrap
---@field is_compared boolean Neovim's own diff mode shows what differs, row by row

---@class acp.ReviewDrawing
---@field hunks table<integer, acp.ReviewHunk> by id
---@field blank table<integer, true> ids of those that are one empty line
---@field drawn table<integer, true> ids
---@field seen table<integer, acp.ReviewHunk> whose old lines were scrolled into sight, if that was needed
---@field look acp.ReviewLook

---@type table<integer, acp.ReviewDrawing> by buffer
local drawings = {}
local installed = false

---@class acp.ReviewStyle
---@field sign string
---@field sign_hl string
---@field line? string

---@type table<'add'|'change'|'delete'|'queued', acp.ReviewStyle>
local STYLES = {
  add = { sign = '▌', sign_hl = 'AcpReviewSignAdd', line = 'AcpReviewAdd' },
  change = { sign = '▌', sign_hl = 'AcpReviewSignChange', line = 'AcpReviewChange' },
  delete = { sign = '▔', sign_hl = 'AcpReviewSignDelete' },
  queued = { sign = '↶', sign_hl = 'AcpReviewQueued', line = 'AcpReviewQueuedLine' },
}

---@param hunk acp.ReviewHunk
---@return acp.ReviewStyle
local function style_of(hunk)
  if hunk.queued then
    return STYLES.queued
  elseif hunk.count == 0 then
    return STYLES.delete
  end
  return #hunk.old == 0 and STYLES.add or STYLES.change
end

---@param bufnr integer
---@return acp.ReviewLook
local function look_of(bufnr)
  local is_compared = false
  for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
    is_compared = is_compared or vim.wo[win].diff
  end
  return { width = virtual_lines.wrap_width(bufnr), is_compared = is_compared }
end

--- A deletion hangs between two lines: above the one below, or below the last one.
---@param bufnr integer
---@param hunk acp.ReviewHunk
---@param row integer
---@return boolean
local function hangs_below(bufnr, hunk, row)
  local count = api.nvim_buf_line_count(bufnr)
  local is_empty = count == 1 and api.nvim_buf_get_lines(bufnr, 0, 1, false)[1] == ''
  return hunk.count == 0 and row == count - 1 and (hunk.row > row or is_empty)
end

--- A 'line_hl_group' would cover the words, and the lines of conflicts.
---@param bufnr integer
---@param hunk acp.ReviewHunk
---@param row integer
---@param count integer lines that are left of it
local function draw_colours(bufnr, hunk, row, count)
  local function add(line, from, options)
    options.strict, options.end_right_gravity, options.invalidate = false, false, true
    api.nvim_buf_set_extmark(bufnr, COLOURS, row + line, from, options)
  end
  local background = style_of(hunk).line
  if count > 0 and background then
    add(0, 0, {
      end_row = row + count,
      end_col = 0,
      hl_group = background,
      hl_eol = true,
      priority = LINE_PRIORITY,
    })
  end
  for _, word in ipairs(hunk.queued and {} or hunk.words or {}) do
    add(word[1], word[2], {
      end_row = row + word[1],
      end_col = word[3],
      hl_group = 'AcpReviewWord',
      priority = WORD_PRIORITY,
    })
  end
end

--- Adds what is shown to the extmark of a hunk.
---@param bufnr integer
---@param drawing acp.ReviewDrawing
---@param mark { [1]: integer, [2]: integer, [3]: integer, [4]: table }
local function draw(bufnr, drawing, mark)
  local id, row, details = mark[1], mark[2], mark[4]
  local hunk, look = drawing.hunks[id], drawing.look
  local style = style_of(hunk)
  local lines = look.is_compared and {} or old_lines.of(hunk, vim.bo[bufnr].tabstop, look.width)
  local is_below = hangs_below(bufnr, hunk, row)
  drawing.drawn[id] = true
  api.nvim_buf_set_extmark(bufnr, HUNKS, row, mark[3], {
    id = id,
    end_row = details.end_row,
    end_col = details.end_col,
    end_right_gravity = details.end_row and false,
    invalidate = hunk.count > 0,
    sign_text = style.sign,
    sign_hl_group = style.sign_hl,
    virt_lines = #lines > 0 and lines or nil,
    virt_lines_above = not is_below,
    virt_text = hunk.queued and { { 'undone when the turn ends', 'AcpReviewQueued' } } or nil,
    priority = SIGN_PRIORITY,
  })
  if not look.is_compared then
    draw_colours(bufnr, hunk, row, details.end_row and details.end_row - row + 1 or 0)
  end
  if row == 0 and #lines > 0 and not is_below and not drawing.seen[id] then
    drawing.seen[id] = hunk
    virtual_lines.reveal_top(bufnr, #lines)
  end
end

--- Whether the user has deleted all lines of a hunk; it is shown when they are back.
---@param bufnr integer
---@param drawing acp.ReviewDrawing
---@param id integer
---@return boolean
local function is_deleted(bufnr, drawing, id)
  local hunk = drawing.hunks[id]
  local mark = api.nvim_buf_get_extmark_by_id(bufnr, HUNKS, id, { details = true })
  local row, col, details = mark[1], mark[2], mark[3]
  if HIDES_DELETED or hunk.count == 0 or drawing.blank[id] then
    return details.invalid == true
  end
  return details.end_row == row and details.end_col == col
end

--- The hunks of these rows that are not drawn yet.
---@param bufnr integer
---@param drawing acp.ReviewDrawing
---@param top integer
---@param bot integer
---@param details boolean
---@return table[] extmarks
local function missing(bufnr, drawing, top, bot, details)
  local first, last = { math.max(top, 0), 0 }, { math.min(bot, api.nvim_buf_line_count(bufnr)), 0 }
  local options = { details = details, overlap = true }
  return vim.tbl_filter(function(mark)
    return not drawing.drawn[mark[1]] and not is_deleted(bufnr, drawing, mark[1])
  end, api.nvim_buf_get_extmarks(bufnr, HUNKS, first, last, options))
end

--- Draws what windows show, or are about to.
---@param bufnr integer
local function draw_near(bufnr)
  local drawing = drawings[bufnr]
  if not drawing or not api.nvim_buf_is_loaded(bufnr) then
    return
  end
  local look = look_of(bufnr)
  if not vim.deep_equal(look, drawing.look) then
    drawing.look, drawing.drawn = look, {}
    api.nvim_buf_clear_namespace(bufnr, COLOURS, 0, -1)
  end
  for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
    local top, bot = vim.fn.line('w0', win) - MARGIN, vim.fn.line('w$', win) + MARGIN
    for _, mark in ipairs(missing(bufnr, drawing, top, bot, true)) do
      draw(bufnr, drawing, mark)
    end
  end
end

--- Sees when a window comes to what is not drawn yet, or to be drawn in another way.
local function install()
  if installed then
    return
  end
  installed = true
  hl.setup()
  api.nvim_set_decoration_provider(HUNKS, {
    on_win = function(_, _, bufnr, top, bot)
      local drawing = drawings[bufnr]
      local is_stale = drawing
        and not (
          #missing(bufnr, drawing, top, bot, false) == 0
          and vim.deep_equal(look_of(bufnr), drawing.look)
        )
      if is_stale then
        vim.schedule(function()
          draw_near(bufnr)
        end)
      end
      return false
    end,
  })
end

--- Shows these hunks and no others.
---@param bufnr integer
---@param hunks acp.ReviewHunk[]
function M.show(bufnr, hunks)
  install()
  local known = drawings[bufnr]
  M.clear(bufnr)
  local last, by_id, blank = api.nvim_buf_line_count(bufnr) - 1, {}, {}
  for _, hunk in ipairs(hunks) do
    by_id[hunk.id] = hunk
    local first = api.nvim_buf_get_lines(bufnr, hunk.row, hunk.row + 1, false)[1]
    blank[hunk.id] = hunk.count == 1 and first == '' or nil
    -- To the end of its last line: signs and line colours are drawn there, too.
    api.nvim_buf_set_extmark(bufnr, HUNKS, math.min(hunk.row, last), 0, {
      id = hunk.id,
      end_row = hunk.count > 0 and hunk.row + hunk.count - 1 or nil,
      end_col = hunk.count > 0 and vim.v.maxcol or nil,
      end_right_gravity = hunk.count > 0 and false or nil,
      strict = false,
    })
  end
  drawings[bufnr] = {
    hunks = by_id,
    blank = blank,
    drawn = {},
    seen = known and known.hunks or {},
    look = look_of(bufnr),
  }
  draw_near(bufnr)
end

--- Hides the hunks of a row of which the user has deleted all lines.
---@param bufnr integer
---@param row integer
local function hide_deleted(bufnr, row)
  local drawing = drawings[bufnr]
  local marks = drawing and api.nvim_buf_get_extmarks(bufnr, HUNKS, { row, 0 }, { row, 0 }, {})
    or {}
  for _, mark in ipairs(marks) do
    local id = mark[1]
    if drawing.drawn[id] and is_deleted(bufnr, drawing, id) then
      local place = { id = id, end_row = row, end_col = 0, end_right_gravity = false }
      api.nvim_buf_set_extmark(bufnr, HUNKS, row, 0, place)
      drawing.drawn[id] = nil
    end
  end
end

--- The user has edited lines at a row.
---@param bufnr integer
---@param row integer
function M.edited(bufnr, row)
  if not HIDES_DELETED then
    -- When an edit is taken back the marks move last.
    vim.schedule(function()
      hide_deleted(bufnr, row)
    end)
  end
end

---@param bufnr integer
function M.clear(bufnr)
  drawings[bufnr] = nil
  if api.nvim_buf_is_valid(bufnr) then
    api.nvim_buf_clear_namespace(bufnr, HUNKS, 0, -1)
    api.nvim_buf_clear_namespace(bufnr, COLOURS, 0, -1)
  end
end

return M
