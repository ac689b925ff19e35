--- The windows in which the user works on files, and showing a file in one of them without any prompt.
local M = {}

--- The window that the user sees agents' places in.
---@type integer?
local preferred
---@type (fun(): (fun())?)[]
local on_enter = {}

--- Whether a window shows a file that the user works on.
local function is_one(win)
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
  return vim.iter(vim.api.nvim_tabpage_list_wins(0)):find(function(win)
    return vim.w[win].acp_follow and is_one(win)
  end)
end

---@param win? integer
function M.prefer(win)
  preferred = win
end

--- Calls a listener before the user is taken to a file: what stands in front of all windows goes away. It may return
--- what brings that back.
---@param listener fun(): (fun())?
function M.before_enter(listener)
  table.insert(on_enter, listener)
end

--- The pinned window, the preferred one, or the one used last among those of the current tab page.
---@return integer?
function M.find()
  local pin = pinned()
  if pin then
    return pin
  end
  local wins = vim.api.nvim_tabpage_list_wins(0)
  if preferred and is_one(preferred) and vim.list_contains(wins, preferred) then
    return preferred
  end
  local last_used = { vim.api.nvim_get_current_win(), vim.fn.win_getid(vim.fn.winnr('#')) }
  return vim.iter(vim.list_extend(last_used, wins)):find(function(win)
    return win ~= 0 and is_one(win)
  end)
end

--- The files in such windows, the one that `find` names first.
---@return string[] absolute
function M.files()
  local files = {}
  for _, win in ipairs(vim.list_extend({ M.find() }, vim.api.nvim_tabpage_list_wins(0))) do
    local name = is_one(win) and vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(win)) or ''
    if name ~= '' and not vim.list_contains(files, name) then
      table.insert(files, name)
    end
  end
  return files
end

--- Takes away what stands in front of such a window; the user stays where they are.
---@return fun() # brings it back
function M.make_way()
  local backs = {}
  for _, listener in ipairs(on_enter) do
    backs[#backs + 1] = listener()
  end
  return function()
    for _, back in ipairs(backs) do
      back()
    end
  end
end

--- Takes the user to such a window, which is made when there is none.
function M.enter()
  M.make_way()
  local win = M.find()
  if win then
    vim.api.nvim_set_current_win(win)
  else
    vim.cmd('topleft new')
  end
end

--- Loads a buffer without any prompt: a swap file of another Neovim must not ask.
---@param buf integer
---@param modifiers? string of the command
---@return boolean
function M.read(buf, modifiers)
  local shortmess = vim.o.shortmess
  vim.opt.shortmess:append('A')
  pcall(vim.cmd, ('silent %s call bufload(%d)'):format(modifiers or '', buf))
  vim.o.shortmess = shortmess
  return vim.api.nvim_buf_is_loaded(buf)
end

--- The loaded buffer of a file.
---@param path string absolute
---@return integer?
function M.load(path)
  local buf = vim.fn.bufadd(path)
  if vim.api.nvim_buf_is_loaded(buf) or M.read(buf) then
    vim.bo[buf].buflisted = true
    return buf
  end
end

--- Shows a buffer in a window. What was there may be modified: it is hidden, never abandoned.
---@param win integer
---@param buf integer
---@return boolean
function M.show(win, buf)
  local before = vim.api.nvim_win_get_buf(win)
  if before == buf then
    return true
  end
  if vim.bo[before].bufhidden == 'wipe' or vim.bo[before].bufhidden == 'delete' then
    return false
  end
  local ok = pcall(vim.api.nvim_win_call, win, function()
    vim.cmd(('silent keepalt keepjumps hide buffer %d'):format(buf))
  end)
  return ok and vim.api.nvim_win_get_buf(win) == buf
end

--- Puts the cursor on a line, in sight and out of closed folds; without a line it stays. Touches no jumplist.
---@param win integer
---@param line? integer 1-based; clamped
---@return integer row where it is now
function M.point(win, line)
  if not line or line < 1 then
    return vim.api.nvim_win_get_cursor(win)[1]
  end
  local row = math.min(line, vim.api.nvim_buf_line_count(vim.api.nvim_win_get_buf(win)))
  vim.api.nvim_win_set_cursor(win, { row, 0 })
  vim.api.nvim_win_call(win, function()
    vim.cmd('silent! foldopen!')
    -- In the middle when it was out of sight.
    if row < vim.fn.line('w0') + 2 or row > vim.fn.line('w$') - 2 then
      vim.fn.winrestview({
        topline = math.max(1, row - math.floor(vim.api.nvim_win_get_height(win) / 2)),
      })
    end
  end)
  return row
end

return M
