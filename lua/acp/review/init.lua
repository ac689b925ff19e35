--- What agents have changed, in the user's buffers: shown, gone to, kept and undone. Which changes there are and what
--- becomes of them is the host's to say.
local draw = require('acp.review.draw')
local editor_window = require('acp.ui.editor_window')
local host = require('acp.host')
local info = require('acp.buffers.info')
local notify = require('acp.ui.notify')
local open = require('acp.ui.open')
local paths = require('acp.paths')
local watch = require('acp.review.watch')

local M = {}

local api = vim.api

M.watch = watch.loads

---@param bufnr integer
---@param changedtick integer
---@param hunks acp.ReviewHunk[]
---@return boolean # false: the buffer is gone, or its text is another one by now
function M.show(bufnr, changedtick, hunks)
  if not api.nvim_buf_is_loaded(bufnr) or api.nvim_buf_get_changedtick(bufnr) ~= changedtick then
    return false
  end
  watch.start(bufnr, function(row)
    draw.edited(bufnr, row)
  end, function()
    draw.clear(bufnr)
  end)
  draw.show(bufnr, hunks)
  return true
end

---@param bufnr integer
function M.clear(bufnr)
  watch.stop(bufnr)
  draw.clear(bufnr)
end

---@param win integer
---@param bufnr integer
---@return boolean
local function shows(win, bufnr)
  return api.nvim_win_get_buf(win) == bufnr and api.nvim_win_get_config(win).relative == ''
end

--- The window to go to: the user's own, else one that shows the buffer, as it is.
---@param bufnr integer
---@return integer? win
local function showing(bufnr)
  local wins = { api.nvim_get_current_win() }
  vim.list_extend(wins, api.nvim_tabpage_list_wins(0))
  for _, win in ipairs(wins) do
    if shows(win, bufnr) then
      return win
    end
  end
end

--- Shows a buffer in a window for code, so that a jump leads back from it.
---@param bufnr integer
---@return boolean
local function enter(bufnr)
  local win = showing(bufnr)
  if win then
    api.nvim_set_current_win(win)
    vim.cmd("normal! m'")
    return true
  end
  return open.show(bufnr)
end

---@param place { path: string, row: integer }
function M.go(place)
  local bufnr = info.loaded(place.path)
  if not bufnr and vim.uv.fs_stat(place.path) then
    bufnr = editor_window.load(place.path)
  end
  if not bufnr then
    notify.show('info', 'there is no such file: ' .. place.path)
  elseif enter(bufnr) then
    local last = api.nvim_buf_line_count(bufnr)
    api.nvim_win_set_cursor(0, { math.min(place.row + 1, last), 0 })
    vim.cmd('silent! normal! zv')
  end
end

---@param direction 'next'|'prev'
function M.step(direction)
  local path = paths.of_buffer(0)
  local row = path and api.nvim_win_get_cursor(0)[1] - 1 or nil
  host.notify('review_go', {
    direction = direction,
    cwd = vim.fn.getcwd(),
    path = path,
    row = row,
    count = vim.v.count1,
  })
end

---@param action 'keep'|'undo'
---@param first integer row
---@param last? integer row; nil: only the change at `first` is meant
function M.act(action, first, last)
  local path = paths.of_buffer(0)
  if not path then
    notify.show('info', 'nothing is under review here')
    return
  end
  local end_row = last and last + 1 or nil
  host.notify('review_act', { path = path, row = first, end_row = end_row, action = action })
end

---@param action 'keep'|'undo'
---@return fun() at_cursor
---@return fun() on_lines
local function operators(action)
  return function()
    local line = api.nvim_win_get_cursor(0)[1]
    local first, last = vim.fn.foldclosed(line), vim.fn.foldclosedend(line)
    -- Like all operators: a closed fold is meant as a whole.
    if first > 0 then
      M.act(action, first - 1, last - 1)
    else
      M.act(action, line - 1)
    end
  end, function()
    M.act(action, vim.fn.line("'[") - 1, vim.fn.line("']") - 1)
  end
end

-- By names, as 'operatorfunc' wants them.
M.keep_at_cursor, M.keep_lines = operators('keep')
M.undo_at_cursor, M.undo_lines = operators('undo')

--- The keys of an action at the cursor or on the selected lines, which |.| repeats.
---@param action 'keep'|'undo'
---@return string
function M.operator(action)
  local is_visual = vim.fn.mode():find('^[vV\22]') ~= nil
  local name = action .. (is_visual and '_lines' or '_at_cursor')
  vim.go.operatorfunc = ("v:lua.require'acp.review'.%s"):format(name)
  return is_visual and 'g@' or 'g@l'
end

return M
