--- Windows below whose text something has come that the user, who reads further up, has not seen.
local emitter = require('acp.ui.emitter')

local M = {}

local api = vim.api

---@type table<integer, true> by window
local windows = {}
local changes = emitter.new()

--- Calls a listener when it is otherwise for a window.
M.on_change = changes.on

---@param win integer
---@param is_unseen true?
local function set(win, is_unseen)
  if windows[win] ~= is_unseen then
    windows[win] = is_unseen
    changes.fire()
  end
end

---@param win integer
---@return boolean
function M.is_in(win)
  return windows[win] == true
end

---@param win integer
---@return boolean
local function shows_end(win)
  local last = api.nvim_buf_line_count(api.nvim_win_get_buf(win))
  return vim.fn.line('w$', win) >= last or api.nvim_win_get_cursor(win)[1] >= last
end

--- Whether a patch has put text in below a line.
---@param patch acp.Patch
---@param line integer
local function adds_below(patch, line)
  return vim.iter(patch.edits):any(function(edit)
    local is_more = edit.col ~= nil or #edit.lines > edit.del
    return is_more and edit.row + #edit.lines > line
  end)
end

local function watch()
  api.nvim_create_autocmd({ 'WinScrolled', 'CursorMoved', 'WinClosed' }, {
    group = api.nvim_create_augroup('acp.unseen', {}),
    callback = function(event)
      for win in pairs(windows) do
        local is_gone = not api.nvim_win_is_valid(win) or tonumber(event.match) == win
        if event.event == 'WinClosed' and is_gone or not is_gone and shows_end(win) then
          set(win, nil)
        end
      end
      return next(windows) == nil
    end,
  })
end

--- A patch has been applied.
---@param bufnr integer
---@param patch acp.Patch
---@param following integer[] windows that were taken to the end
function M.note(bufnr, patch, following)
  for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
    local is_further_up = not vim.list_contains(following, win) and not shows_end(win)
    if is_further_up and not windows[win] and adds_below(patch, vim.fn.line('w$', win)) then
      set(win, true)
      watch()
    elseif not is_further_up then
      set(win, nil)
    end
  end
end

return M
