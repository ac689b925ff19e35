--- Follow mode: moves the user's code window to where the agent works. Never the focus, never a float.
local M = {}

local namespace = vim.api.nvim_create_namespace('acp.follow')
local FLASH_MS = 600
--- How long a window is left alone after the user moved or typed in it.
local PAUSE_MS = 4000

---@class acp.FollowPlace
---@field win integer
---@field buf integer
---@field line integer where we put the cursor

---@type acp.FollowPlace?
local last
local user_moved_at = -PAUSE_MS

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

--- The window to move: the one used last among those of the current tab page.
---@return integer?
function M.window()
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

--- Whether the user is at work in the window: typing, selecting, or moved away from where we put the cursor.
local function user_is_busy(win)
  local here = vim.api.nvim_get_current_win() == win
  if here and not vim.api.nvim_get_mode().mode:find('^n$') then
    return true
  end
  if last and last.win == win then
    local moved = vim.api.nvim_win_get_buf(win) ~= last.buf
      or vim.api.nvim_win_get_cursor(win)[1] ~= last.line
    if moved then
      user_moved_at = vim.uv.now()
      last = nil
    end
  end
  return vim.uv.now() - user_moved_at < PAUSE_MS
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

--- Moves the code window to a place.
---@param path string absolute
---@param line? integer 1-based; clamped
---@return 'moved'|'paused'|'none'
function M.go(path, line)
  if vim.fn.getcmdwintype() ~= '' then
    return 'none'
  end
  local win = M.window()
  local stat = vim.uv.fs_stat(path)
  if not win or not stat or stat.type ~= 'file' then
    return 'none'
  end
  if user_is_busy(win) then
    return 'paused'
  end
  local buf = M.load(path)
  if not buf or not show(win, buf) then
    return 'none'
  end
  local known = line ~= nil and line > 0
  local row = known and math.min(line, vim.api.nvim_buf_line_count(buf))
    or vim.api.nvim_win_get_cursor(win)[1]
  if known then
    vim.api.nvim_win_set_cursor(win, { row, 0 })
    vim.api.nvim_win_call(win, function()
      -- In the middle when it was out of sight, and out of closed folds; both without touching the jumplist.
      vim.cmd('silent! foldopen!')
      if row < vim.fn.line('w0') + 2 or row > vim.fn.line('w$') - 2 then
        vim.fn.winrestview({
          topline = math.max(1, row - math.floor(vim.api.nvim_win_get_height(win) / 2)),
        })
      end
    end)
  end
  last = { win = win, buf = buf, line = vim.api.nvim_win_get_cursor(win)[1] }
  require('acp.hl').setup()
  flash(buf, row)
  return 'moved'
end

return M
