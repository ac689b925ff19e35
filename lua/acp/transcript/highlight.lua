--- Colours of a transcript: only what a window shows is parsed, at redraw, so that the cost does not grow with the
--- transcript. The built-in highlighter parses the whole buffer and freezes the screen.
local ranges = require('acp.surface.ranges')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.highlight')

--- How far up the opening of a fence is looked for.
local LOOK_BACK = 200
--- How far up the start of a paragraph is looked for: all of it is parsed at every redraw.
local PARAGRAPH_BACK = 40
--- Parsing on Neovim 0.10 costs more than twice: while text streams in, not at every redraw.
local REST_MS = vim.fn.has('nvim-0.11') == 1 and 0 or 100

---@type table<integer, true> transcripts
local attached = {}

---@class acp.Painted
---@field bufnr integer
---@field tick integer
---@field top integer
---@field bot integer
---@field at integer milliseconds
---@field rows acp.Rows by buffer row
---@field later? boolean it will be painted anew

---@type table<integer, acp.Painted> by window
local painted = {}
local installed = false

---@param kind 'open'|'close'
---@return integer? # the last fence in `from`..`row`
local function last_fence(bufnr, kind, from, row)
  local fences = require('acp.surface.marks').fences[kind]
  -- Backwards Neovim collects all marks of the range before it takes the last: so by steps, which grow.
  local bottom, step = row, LOOK_BACK
  while bottom >= from do
    local top = math.max(from, bottom - step)
    local found = api.nvim_buf_get_extmarks(bufnr, fences, { top, 0 }, { bottom, -1 }, {})
    if #found > 0 then
      return found[#found][2]
    end
    bottom, step = top - 1, step * 4
  end
end

---@return integer # the last blank line in `from`..`row`, else `from`
local function blank_above(bufnr, from, row)
  local lines = api.nvim_buf_get_lines(bufnr, from, row + 1, false)
  for index = #lines, 1, -1 do
    if not lines[index]:find('%S') then
      return from + index - 1
    end
  end
  return from
end

--- An item of a list, without which a fence that is as deep as this one would be none.
---@param fence string
---@return string[]
local function item_above(fence)
  local depth = #fence:match('^ *')
  return depth > 3 and { ('- '):rep(math.floor(depth / 2)) .. 'x' } or {}
end

--- Where to begin parsing so that `top` is understood, with lines to put in front when that is inside a fence: its
--- list is further up, and its opening may be too far up.
---@param from integer first row of the Markdown
---@param top integer first row to colour
---@return integer start
---@return string[] heads
local function safe_start(bufnr, from, top)
  if top <= from then
    return from, {}
  end
  local open = last_fence(bufnr, 'open', from, top - 1)
  local close = last_fence(bufnr, 'close', from, top - 1)
  if open and (not close or close < open) then
    local fence = api.nvim_buf_get_lines(bufnr, open, open + 1, false)[1]
    local heads = item_above(fence)
    if top - open <= LOOK_BACK then
      return open, heads
    end
    return top, vim.list_extend(heads, { fence })
  end
  local limit = math.max(from, top - PARAGRAPH_BACK, close and close + 1 or 0)
  return blank_above(bufnr, limit, top), {}
end

--- Above what the parser of the Markdown says of all code.
local CODE_PRIORITY = 110

---@param piece acp.CodePiece
---@return acp.Piece
local function above_text(piece)
  return vim.tbl_extend('force', piece, { priority = CODE_PRIORITY + piece.priority })
end

---@param win integer
local function paint_anew(win)
  if painted[win] and api.nvim_win_is_valid(win) then
    painted[win] = nil
    api.nvim__redraw({ win = win, valid = false, flush = false })
  end
end

--- Adds the colours that 'syntax' gives to blocks of code.
---@param rows acp.Rows
---@param blocks acp.CodeBlock[]
---@param lines string[]
---@param win integer
local function add_code(rows, blocks, lines, win)
  for _, block in ipairs(blocks) do
    local own = vim.list_slice(lines, block.from + 1, block.to + 1)
    local coloured = require('acp.transcript.code').rows(block.language, own, function()
      paint_anew(win)
    end)
    for row, pieces in pairs(coloured) do
      local at = block.from + row
      rows[at] = vim.list_extend(rows[at] or {}, vim.tbl_map(above_text, pieces))
    end
  end
end

---@param rows acp.Rows
---@param range acp.Range
local function paint_range(rows, win, bufnr, range, top, bot)
  local start, heads = safe_start(bufnr, range.from, math.max(range.from, top))
  local own = api.nvim_buf_get_lines(bufnr, start, math.min(range.to, bot) + 1, false)
  local shift = start - #heads
  local lines = vim.list_extend(heads, own)
  local found, blocks = require('acp.transcript.markdown').rows(lines)
  add_code(found, blocks or {}, lines, win)
  for row, pieces in pairs(found) do
    if row + shift >= top then
      for _, piece in ipairs(pieces) do
        piece.conceal = not range.verbatim and piece.conceal or nil
      end
      rows[row + shift] = pieces
    end
  end
end

---@return acp.Rows
local function paint(win, bufnr, top, bot)
  local rows = {}
  local height = api.nvim_win_get_height(win)
  for _, range in ipairs(ranges.markdown_within(bufnr, top, bot)) do
    -- Of a text inside a closed fold nothing shows, and of none more than the window is high.
    local last = math.min(bot, math.max(range.from, top) + height)
    paint_range(rows, win, bufnr, range, top, last)
  end
  return rows
end

---@param old acp.Painted
local function paint_later(win, old)
  if old.later then
    return
  end
  old.later = true
  vim.defer_fn(function()
    if painted[win] == old then
      paint_anew(win)
    end
  end, REST_MS)
end

local function prepare(win, bufnr, top, bot)
  local tick, now = api.nvim_buf_get_changedtick(bufnr), vim.uv.now()
  local old = painted[win]
  local same = old and old.bufnr == bufnr and old.top == top and old.bot == bot
  if same and old.tick == tick then
    return
  end
  if old and old.bufnr == bufnr and now - old.at < REST_MS then
    paint_later(win, old)
    return
  end
  local rows = paint(win, bufnr, top, bot)
  painted[win] = { bufnr = bufnr, tick = tick, top = top, bot = bot, at = now, rows = rows }
end

local function on_win(_, win, bufnr, top, bot)
  if not attached[bufnr] then
    return false
  end
  local ok, err = pcall(prepare, win, bufnr, top, bot)
  if not ok then
    attached[bufnr] = nil
    vim.schedule(function()
      require('acp.ui.notify').show('warn', 'highlighting the chat failed: ' .. tostring(err))
    end)
    return false
  end
end

local function on_line(_, win, bufnr, row)
  local now = painted[win]
  for _, piece in ipairs(now and now.rows[row] or {}) do
    local whole = piece.to == -1
    -- In the moment of a redraw a line may be shorter than it was when it was parsed.
    pcall(api.nvim_buf_set_extmark, bufnr, namespace, row, piece.from, {
      end_row = whole and row + 1 or row,
      end_col = whole and 0 or piece.to,
      hl_group = piece.group ~= '' and piece.group or nil,
      hl_eol = whole,
      priority = piece.priority,
      conceal = piece.conceal,
      ephemeral = true,
      strict = false,
    })
  end
end

local function install()
  installed = true
  api.nvim_set_decoration_provider(namespace, { on_win = on_win, on_line = on_line })
  api.nvim_create_autocmd({ 'WinClosed' }, {
    group = api.nvim_create_augroup('acp.highlight', {}),
    callback = function(event)
      painted[tonumber(event.match)] = nil
    end,
  })
end

--- Colours a transcript from now on.
---@param bufnr integer
function M.attach(bufnr)
  attached[bufnr] = true
  if not installed then
    install()
  end
end

---@param bufnr integer
function M.detach(bufnr)
  attached[bufnr] = nil
end

return M
