--- Where the user works: the window, its cursor and selection, and the files that are open.
local buffers = require('acp.tools.buffers')
local editor_window = require('acp.ui.editor_window')

local M = {}

local api = vim.api

local MAX_LINES = 5000
local KINDS = { v = 'characters', V = 'lines', ['\22'] = 'block' }
---@type table<string, string>
local VISUAL = { s = 'v', S = 'V', ['\19'] = '\22' }

--- The position of a byte, or the one after its character.
---@param lnum integer
---@param col integer 1-based
---@param after? boolean
local function position(lnum, col, after)
  local text = vim.fn.getline(lnum)
  local start = math.min(col - 1, #text)
  local column = vim.fn.strchars(text:sub(1, start)) + 1
  if after then
    column = column + vim.fn.strchars(vim.fn.matchstr(text, '.', start))
  end
  return { line = lnum, column = column }
end

local function is_before(a, b)
  return a[2] < b[2] or (a[2] == b[2] and a[3] <= b[3])
end

--- Where a selection ends of which no more lines are taken than anybody reads.
local function within(first, last)
  local row = first[2] + MAX_LINES - 1
  return row < last[2] and { last[1], row, vim.v.maxcol, 0 } or last
end

--- What is selected in the current window, or was last.
---@param active boolean
---@return acp.EditorSelection?
local function selection(active)
  local mode = active and api.nvim_get_mode().mode:sub(1, 1) or vim.fn.visualmode()
  mode = VISUAL[mode] or mode
  local first = vim.fn.getpos(active and 'v' or "'<")
  local last = vim.fn.getpos(active and '.' or "'>")
  local count = api.nvim_buf_line_count(0)
  if not KINDS[mode] or first[2] == 0 or math.max(first[2], last[2]) > count then
    return nil
  end
  if not is_before(first, last) then
    first, last = last, first
  end
  local text = table.concat(vim.fn.getregion(first, within(first, last), { type = mode }), '\n')
  -- What was selected last may be gone.
  if text == '' and not active then
    return nil
  end
  local lines = mode == 'V'
  local includes = lines or vim.o.selection ~= 'exclusive'
  return {
    kind = KINDS[mode],
    active = active,
    start = position(first[2], lines and 1 or first[3]),
    ['end'] = position(last[2], lines and vim.v.maxcol or last[3], includes),
    text = text,
  }
end

---@param win integer
---@return acp.CodeWindow
local function describe(win)
  local is_selecting = api.nvim_get_current_win() == win
    and api.nvim_get_mode().mode:find('^[vVsS\22\19]') ~= nil
  local cursor = api.nvim_win_get_cursor(win)
  return api.nvim_win_call(win, function()
    return {
      bufnr = api.nvim_win_get_buf(win),
      cursor = position(cursor[1], cursor[2] + 1),
      first_line = vim.fn.line('w0'),
      last_line = vim.fn.line('w$'),
      selection = selection(is_selecting),
    }
  end)
end

---@return acp.EditorState
function M.get()
  local win = editor_window.find()
  return { window = win and describe(win), buffers = buffers.list() }
end

return M
