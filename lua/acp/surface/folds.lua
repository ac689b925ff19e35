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

--- All folds, so that what lies in a group comes before it.
---@param bufnr integer
---@return acp.Range[]
local function all_folds(bufnr)
  local groups = vim.iter(vim.list_slice(ranges.groups(bufnr))):rev():totable()
  return vim.list_extend(vim.list_slice(ranges.folds(bufnr)), groups)
end

---@param open table<string, boolean> what is not in it is as it says itself
local function make_all(bufnr, open)
  for _, range in ipairs(all_folds(bufnr)) do
    local is_open = open[range.key]
    if is_foldable(range) then
      make(range, is_open or (is_open == nil and range.open == true))
    end
  end
end

--- Whether a fold is open in the current window; nil where it is out of sight in a closed group.
---@param range acp.Range
---@return boolean?
function M.is_open(range)
  local first, last = vim.fn.foldclosed(range.from + 1), vim.fn.foldclosedend(range.from + 1)
  if first == -1 or not is_foldable(range) then
    return is_foldable(range)
  end
  local closed = ranges.fold_between(vim.api.nvim_get_current_buf(), first - 1, last - 1)
  if closed == range then
    return false
  elseif closed and closed.kind == 'group' then
    return nil
  end
  return range.kind == 'group'
end

--- Which folds are open in the current window, by their keys.
---@param list table<any, acp.Range>
---@return table<string, boolean>
local function opened(list)
  local open = {}
  for _, range in pairs(list) do
    open[range.key] = M.is_open(range)
  end
  return open
end

--- Which folds of a window are open, to give `restore` when the buffer is shown again.
---@param win integer
---@return table<string, boolean>
function M.opened(win)
  return vim.api.nvim_win_call(win, function()
    return opened(all_folds(vim.api.nvim_get_current_buf()))
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
    return not M.is_open(range)
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

---@class acp.FoldsBefore
---@field open table<integer, table<string, boolean>> those of the named folds that are open or to be made so, by window
---@field fresh table<string, true> those that were not there

--- Before an edit: how the folds are that the patch names.
---@param bufnr integer
---@param named acp.Range[]
---@return acp.FoldsBefore
function M.before(bufnr, named)
  local known, fresh, open_at_first = {}, {}, {}
  for _, range in ipairs(named) do
    local old = ranges.fold(bufnr, range.key)
    if old then
      table.insert(known, old)
    else
      fresh[range.key] = true
      open_at_first[range.key] = range.open
    end
  end
  local open = {}
  for _, win in ipairs(M.windows(bufnr)) do
    open[win] = vim.api.nvim_win_call(win, function()
      return vim.tbl_extend('force', opened(known), open_at_first)
    end)
  end
  return { open = open, fresh = fresh }
end

--- Of the folds that a patch names, after its edits: those that are not what they were. A group grows and shrinks with
--- what is in it.
---@param bufnr integer
---@param named acp.Range[]
---@return acp.Range[]
function M.changed(bufnr, named)
  return vim.tbl_filter(function(range)
    local old = range.kind == 'group' and ranges.fold(bufnr, range.key)
    return not (old and old.from == range.from and old.to == range.to)
  end, named)
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

--- Puts a new group around its folds in the current window; false when that takes making all anew.
local function settle_group(range, open)
  local first, last = vim.fn.foldclosed(range.from + 1), vim.fn.foldclosedend(range.to + 1)
  if (first ~= -1 and first <= range.from) or last > range.to + 1 then
    return false
  end
  make(range, open)
  return true
end

---@param range acp.Range
local function is_read_here(range)
  local row = vim.fn.line('.') - 1
  return range.from ~= nil and row > range.from and row <= range.to
end

---@param fresh table<string, true>
---@param open table<string, boolean>
local function sync_here(bufnr, named, fresh, open)
  local right = true
  for _, range in ipairs(named) do
    local is_new_group = range.kind == 'group' and fresh[range.key]
    if is_new_group and is_read_here(range) then
      open[range.key] = true
    end
    local settled = false
    if is_new_group then
      settled = settle_group(range, open[range.key])
    elseif range.kind ~= 'group' then
      settled = settle(range, open[range.key])
    end
    right = settled and right
  end
  if right then
    return
  end
  local all = opened(all_folds(bufnr))
  for _, range in ipairs(named) do
    all[range.key] = open[range.key]
  end
  clear()
  make_all(bufnr, all)
end

--- After an edit: puts the folds right that the patch names. Mostly they are already, having grown with their text.
---@param bufnr integer
---@param named acp.Range[] one without `from` is no fold any more
---@param before acp.FoldsBefore
function M.sync(bufnr, named, before)
  if #named == 0 then
    return
  end
  for _, win in ipairs(M.windows(bufnr)) do
    vim.api.nvim_win_call(win, function()
      sync_here(bufnr, named, before.fresh, before.open[win] or {})
    end)
  end
end

--- What 'foldtext' shows of a closed fold: what the host says, else the first line and how many there are.
---@return [string, string][]
function M.text()
  local first, last = vim.v.foldstart, vim.v.foldend
  local range = ranges.fold_between(vim.api.nvim_get_current_buf(), first - 1, last - 1)
  if range and range.closed then
    return range.closed
  end
  local more = ('  ▸ +%d lines'):format(last - first)
  return { { vim.fn.getline(first), 'AcpFolded' }, { more, 'AcpMuted' } }
end

return M
