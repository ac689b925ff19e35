--- Folds of a buffer that the host fills, in the windows that show it. They are manual folds, made by Ex commands:
--- those work while the user is in insert or visual mode in another window, and leave what the user opened open.
local ranges = require('acp.surface.ranges')

local M = {}

local function folds_by_hand(win)
  return vim.wo[win].foldmethod == 'manual'
end

--- The buffer's windows that take our folds.
---@param bufnr integer
---@return integer[]
function M.windows(bufnr)
  return vim.tbl_filter(folds_by_hand, vim.fn.win_findbuf(bufnr))
end

---@param range acp.Range
---@return boolean # one row alone does not fold
local function is_foldable(range)
  return range.to > range.from
end

local function on_range(range, command)
  vim.cmd(('silent! %d,%d%s'):format(range.from + 1, range.to + 1, command))
end

--- Whether the current window has exactly this fold.
local function is_exact(range)
  local first = range.from + 1
  if vim.fn.foldlevel(first) == 0 then
    return false
  end
  local open = vim.fn.foldclosed(first) == -1
  -- The end of a fold can only be asked while it is closed.
  if open then
    vim.cmd(('silent! %dfoldclose'):format(first))
  end
  local exact = vim.fn.foldclosed(first) == first and vim.fn.foldclosedend(first) == range.to + 1
  if open then
    vim.cmd(('silent! %dfoldopen'):format(first))
  end
  return exact
end

local function make(range, open)
  on_range(range, 'fold')
  if open then
    vim.cmd(('silent! %dfoldopen'):format(range.from + 1))
  end
end

--- Takes all folds of the current window away without a Normal mode command. Those by indent are the only ones that
--- Neovim finds while the user is in insert mode, in whatever window: here none of them may be.
local function clear()
  local options = vim.wo[0][0]
  local deepest = options.foldnestmax
  options.foldnestmax, options.foldmethod = 0, 'indent'
  vim.fn.foldlevel(1)
  options.foldmethod, options.foldnestmax = 'manual', deepest
end

---@param open table<string, boolean> what is not in it is as it says itself
local function make_all(bufnr, open)
  for _, range in ipairs(ranges.folds(bufnr)) do
    local is_open = open[range.key]
    if is_foldable(range) then
      make(range, is_open or (is_open == nil and range.open == true))
    end
  end
end

local function is_open(range)
  return is_foldable(range) and vim.fn.foldclosed(range.from + 1) == -1
end

--- Which folds are open in the current window, by their keys.
---@param folds table<any, acp.Range>
---@return table<string, boolean>
local function opened(folds)
  local open = {}
  for _, range in pairs(folds) do
    open[range.key] = is_open(range)
  end
  return open
end

--- Which folds of a window are open, to give `restore` when the buffer is shown again.
---@param win integer
---@return table<string, boolean>
function M.opened(win)
  return vim.api.nvim_win_call(win, function()
    return opened(ranges.folds(vim.api.nvim_get_current_buf()))
  end)
end

--- Whether a fold is closed in the first window that shows it; nil where no window does.
---@param bufnr integer
---@param key string
---@return boolean?
function M.is_closed(bufnr, key)
  local range, win = ranges.fold(bufnr, key), M.windows(bufnr)[1]
  if not range or not win or not is_foldable(range) then
    return nil
  end
  return vim.api.nvim_win_call(win, function()
    return not is_open(range)
  end)
end

--- Makes all folds anew, in a window that has just begun to show the buffer.
---@param win integer
---@param open? table<string, boolean> from `opened`
function M.restore(win, open)
  vim.api.nvim_win_call(win, function()
    clear()
    make_all(vim.api.nvim_get_current_buf(), open or {})
  end)
end

--- Before an edit: which of the folds that the patch names are open, or are to be made so, by window.
---@param bufnr integer
---@param named acp.Range[]
---@return table<integer, table<string, true>>
function M.before(bufnr, named)
  local known, fresh = {}, {}
  for _, range in ipairs(named) do
    local old = ranges.fold(bufnr, range.key)
    if old then
      table.insert(known, old)
    elseif range.open then
      fresh[range.key] = true
    end
  end
  local open = {}
  for _, win in ipairs(M.windows(bufnr)) do
    open[win] = vim.api.nvim_win_call(win, function()
      return vim.tbl_extend('force', opened(known), fresh)
    end)
  end
  return open
end

--- Makes one fold right in the current window; false when that takes making all anew.
local function settle(range, open)
  if not range.from then
    return false
  end
  if not is_foldable(range) or is_exact(range) then
    return true
  end
  if vim.fn.foldlevel(range.from + 1) > 0 or vim.fn.foldlevel(range.to + 1) > 0 then
    return false
  end
  make(range, open)
  return true
end

local function sync_here(bufnr, named, open)
  local right = true
  for _, range in ipairs(named) do
    right = settle(range, open[range.key] == true) and right
  end
  if right then
    return
  end
  local all = opened(ranges.folds(bufnr))
  for _, range in ipairs(named) do
    all[range.key] = open[range.key]
  end
  clear()
  make_all(bufnr, all)
end

--- After an edit: puts the folds right that the patch names. Mostly they are already, having grown with their text.
---@param bufnr integer
---@param named acp.Range[] one without `from` is no fold any more
---@param before table<integer, table<string, true>> from `before`
function M.sync(bufnr, named, before)
  if #named == 0 then
    return
  end
  for _, win in ipairs(M.windows(bufnr)) do
    vim.api.nvim_win_call(win, function()
      sync_here(bufnr, named, before[win] or {})
    end)
  end
end

--- What 'foldtext' shows of a closed fold: what the host says, else the first line and how many there are.
---@return [string, string][]
function M.text()
  local first, last = vim.v.foldstart, vim.v.foldend
  local range = ranges.fold_from(vim.api.nvim_get_current_buf(), first - 1)
  if range and range.closed and range.to == last - 1 then
    return range.closed
  end
  local more = ('  ▸ +%d lines'):format(last - first)
  return { { vim.fn.getline(first), 'AcpFolded' }, { more, 'AcpMuted' } }
end

--- Opens the closed fold at the cursor.
---@return boolean # there is one
function M.open_here()
  if vim.fn.foldclosed('.') == -1 then
    return false
  end
  vim.cmd.foldopen()
  return true
end

--- The row of the cursor, or that of the fold of what begins there, which may be further down.
---@return integer? line there is a fold
local function folded_line()
  local line = vim.fn.line('.')
  if vim.fn.foldlevel(line) > 0 then
    return line
  end
  local range = ranges.fold_of(vim.api.nvim_get_current_buf(), line - 1)
  return range and is_foldable(range) and range.from + 1 or nil
end

--- Opens or closes the fold at the cursor, or that of the card whose header it is on.
---@return boolean # there is one
function M.toggle_here()
  local line = folded_line()
  if line then
    vim.cmd(('%dfold%s'):format(line, vim.fn.foldclosed(line) == -1 and 'close' or 'open'))
  end
  return line ~= nil
end

return M
