--- Follow mode: moves the user's code window to where the agent works. Never the focus, never a float.
local M = {}

local namespace = vim.api.nvim_create_namespace('acp.follow')
local FLASH_MS = 600
--- Places to step back to.
local MAX_HISTORY = 100

---@class acp.FollowPlace
---@field win integer
---@field buf integer
---@field cursor integer[] where we put it

---@class acp.FollowTarget
---@field path string
---@field line? integer

---@type acp.FollowPlace?
local last
local following = false
local paused = false
--- Where the agent went meanwhile.
---@type acp.FollowTarget?
local missed
--- Moves of one burst leave one entry in the jumplist.
local in_burst = false
---@type acp.FollowTarget[] where the window went, oldest first
local history = {}
--- The place of the history that the window is at.
local at = 0
--- Buffers that are loaded only because of follow mode, with what the window showed before.
---@type table<integer, integer>
local opened = {}

--- Whether a window shows a file that the user works on.
local function is_code_window(win)
  if not vim.api.nvim_win_is_valid(win) or vim.api.nvim_win_get_config(win).relative ~= '' then
    return false
  end
  if vim.wo[win].winfixbuf or vim.wo[win].previewwindow or vim.wo[win].diff then
    return false
  end
  local buf = vim.api.nvim_win_get_buf(win)
  return vim.bo[buf].buftype == '' and vim.bo[buf].filetype ~= 'netrw'
end

--- The window that the user pinned with `vim.w.acp_follow = true`.
local function pinned()
  for _, win in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.w[win].acp_follow and is_code_window(win) then
      return win
    end
  end
end

--- The window to move: the pinned one, or the one used last among those of the current tab page.
---@return integer?
function M.window()
  local pin = pinned()
  if pin then
    return pin
  end
  if
    last
    and is_code_window(last.win)
    and vim.api.nvim_win_get_tabpage(last.win) == vim.api.nvim_get_current_tabpage()
  then
    return last.win
  end
  local candidates = { vim.api.nvim_get_current_win(), vim.fn.win_getid(vim.fn.winnr('#')) }
  vim.list_extend(candidates, vim.api.nvim_tabpage_list_wins(0))
  for _, win in ipairs(candidates) do
    if win ~= 0 and is_code_window(win) then
      return win
    end
  end
end

local function left_place(win)
  if not last or last.win ~= win then
    return false
  end
  local cursor = vim.api.nvim_win_get_cursor(win)
  return vim.api.nvim_win_get_buf(win) ~= last.buf or not vim.deep_equal(cursor, last.cursor)
end

--- Leaves the window to the user until following is resumed.
local function pause()
  if not following or paused then
    return
  end
  paused = true
  if last then
    opened[last.buf] = nil
  end
  require('acp.host').notify('follow_paused', { paused = true })
end

--- Whether the user has a command or a mode open in the window.
local function is_in_use(win)
  local mode = vim.api.nvim_get_mode().mode
  return vim.api.nvim_get_current_win() == win
    and (require('acp.follow_watch').is_at_work(mode) or mode:find('^[cr]') ~= nil)
end

--- The buffer of a file, loaded without any prompt: a swap file of another Neovim must not ask.
---@param path string absolute
---@return integer?
function M.load(path)
  local buf = vim.fn.bufadd(path)
  if not vim.api.nvim_buf_is_loaded(buf) then
    local shortmess = vim.o.shortmess
    vim.opt.shortmess:append('A')
    local ok = pcall(vim.fn.bufload, buf)
    vim.o.shortmess = shortmess
    if not ok and not vim.api.nvim_buf_is_loaded(buf) then
      return nil
    end
  end
  vim.bo[buf].buflisted = true
  return buf
end

local function flash(buf, line)
  vim.api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
  vim.api.nvim_buf_set_extmark(buf, namespace, line - 1, 0, { line_hl_group = 'AcpFollow' })
  vim.defer_fn(function()
    if vim.api.nvim_buf_is_valid(buf) then
      vim.api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
    end
  end, FLASH_MS)
end

local function show(win, buf)
  if vim.api.nvim_win_get_buf(win) ~= buf then
    -- The buffer that was there may be modified: it is hidden, never abandoned.
    local before = vim.api.nvim_win_get_buf(win)
    if vim.bo[before].bufhidden == 'wipe' or vim.bo[before].bufhidden == 'delete' then
      return false
    end
    local ok = pcall(vim.api.nvim_win_call, win, function()
      vim.cmd(('silent keepalt keepjumps hide buffer %d'):format(buf))
    end)
    return ok and vim.api.nvim_win_get_buf(win) == buf
  end
  return true
end

--- Puts the cursor on a line, in sight, and lets it flash. Touches no jumplist.
local function point(win, buf, line)
  local known = line ~= nil and line > 0
  local row = known and math.min(line, vim.api.nvim_buf_line_count(buf))
    or vim.api.nvim_win_get_cursor(win)[1]
  if known then
    vim.api.nvim_win_set_cursor(win, { row, 0 })
    vim.api.nvim_win_call(win, function()
      -- In the middle when it was out of sight, and out of closed folds.
      vim.cmd('silent! foldopen!')
      if row < vim.fn.line('w0') + 2 or row > vim.fn.line('w$') - 2 then
        vim.fn.winrestview({
          topline = math.max(1, row - math.floor(vim.api.nvim_win_get_height(win) / 2)),
        })
      end
    end)
  end
  last = { win = win, buf = buf, cursor = vim.api.nvim_win_get_cursor(win) }
  require('acp.follow_watch').forget_keys()
  require('acp.hl').setup()
  flash(buf, row)
end

---@param win integer
---@param target acp.FollowTarget
---@return boolean
local function move(win, target)
  local before = vim.api.nvim_win_get_buf(win)
  local known = vim.fn.bufexists(target.path) == 1
  if not in_burst then
    vim.api.nvim_win_call(win, function()
      vim.cmd("mark '")
    end)
  end
  local buf = M.load(target.path)
  if not buf or not show(win, buf) then
    return false
  end
  in_burst = true
  if following and not known then
    opened[buf] = opened[before] or before
  end
  point(win, buf, target.line)
  return true
end

---@param target acp.FollowTarget
local function remember(target)
  local newest = history[#history]
  if not (newest and newest.path == target.path and newest.line == target.line) then
    table.insert(history, target)
  end
  if #history > MAX_HISTORY then
    table.remove(history, 1)
  end
  at = #history
end

local function is_file(path)
  local stat = vim.uv.fs_stat(path)
  return stat ~= nil and stat.type == 'file'
end

--- Moves the code window to a place.
---@param path string absolute
---@param line? integer 1-based; clamped
---@return 'moved'|'paused'|'none'
function M.go(path, line)
  local win = vim.fn.getcmdwintype() == '' and M.window() or nil
  if not win or not is_file(path) then
    return 'none'
  end
  if paused or is_in_use(win) then
    missed = { path = path, line = line }
    return 'paused'
  end
  local target = { path = path, line = line }
  if not move(win, target) then
    return 'none'
  end
  missed = nil
  remember(target)
  return 'moved'
end

--- Goes to the place before, and stays there: following pauses.
function M.back()
  local win = M.window()
  -- From elsewhere, first back to where the agent was last.
  local to = win and left_place(win) and at or at - 1
  while history[to] and not is_file(history[to].path) do
    to = to - 1
  end
  local target = history[to]
  if not win or not target then
    require('acp.notify').show('info', 'there is no earlier place')
    return
  end
  if move(win, target) then
    at = to
    pause()
  end
end

--- Closes what follow mode alone opened, unless the user has been there or another window shows it.
local function close_opened()
  local all = opened
  opened = {}
  for buf, before in pairs(all) do
    local wins = vim.api.nvim_buf_is_valid(buf) and vim.fn.win_findbuf(buf) or nil
    local only_ours = wins and (#wins == 0 or (#wins == 1 and last and wins[1] == last.win))
    if only_ours and not vim.bo[buf].modified then
      if wins[1] and vim.api.nvim_buf_is_valid(before) then
        show(wins[1], before)
      end
      pcall(vim.api.nvim_buf_delete, buf, {})
    end
  end
end

local function watch()
  require('acp.follow_watch').start({
    window = function()
      return last and vim.api.nvim_win_is_valid(last.win) and last.win or nil
    end,
    key = function()
      in_burst = false
    end,
    check = function(worked)
      if last and (worked or left_place(last.win)) then
        pause()
      end
    end,
    visited = function(buf)
      opened[buf] = nil
    end,
  })
end

--- Follow mode begins, goes on after a pause, or ends.
---@param on boolean
---@return acp.FollowTarget|vim.NIL place where it went at once
function M.set(on)
  paused = false
  if on and not following then
    last, missed = nil, nil
    watch()
  elseif not on then
    require('acp.follow_watch').stop()
    if require('acp.config').get().follow_close then
      close_opened()
    end
    opened = {}
  end
  following = on
  in_burst = false
  local target = missed
  local moved = on and target and M.go(target.path, target.line) == 'moved'
  return moved and target or vim.NIL
end

return M
