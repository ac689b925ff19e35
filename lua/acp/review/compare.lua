--- A file side by side with what it holds when all pending changes are undone: a tab page of its own in Neovim's diff
--- mode, which leaves nothing behind. The file's own buffer is at the right: it can be edited, kept and undone there.
local editor_window = require('acp.ui.editor_window')
local host = require('acp.host')
local info = require('acp.buffers.info')
local notify = require('acp.ui.notify')

local M = {}

local api = vim.api
local group = api.nvim_create_augroup('acp.review.compare', {})
--- What the left side is called.
local BEFORE = 'acp://before/'

---@class acp.Comparison
---@field id integer
---@field tab integer
---@field origin integer window to go back to
---@field left integer buffer
---@field right integer buffer
---@field right_win integer
---@field was? acp.BufferBefore how the file's buffer was; nil: there was none

---@class acp.BufferBefore
---@field is_loaded boolean
---@field is_listed boolean
---@field mark integer[] where the cursor was last

---@type table<integer, acp.Comparison>
local open = {}

---@param lines string[]
---@param path string
---@return integer bufnr
local function scratch(lines, path)
  local bufnr = api.nvim_create_buf(false, true)
  vim.bo[bufnr].modeline = false
  vim.bo[bufnr].undolevels = -1
  api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  -- Colours, but no language server and no plugin of a file type.
  vim.bo[bufnr].syntax = vim.filetype.match({ filename = path }) or ''
  return bufnr
end

---@param comparison acp.Comparison
local function leave_tab(comparison)
  if not api.nvim_tabpage_is_valid(comparison.tab) then
    return
  elseif #api.nvim_list_tabpages() > 1 then
    vim.cmd(('silent! tabclose %d'):format(api.nvim_tabpage_get_number(comparison.tab)))
  end
end

--- What the tab page has loaded goes, unless the user has done something with it.
---@param comparison acp.Comparison
local function restore_buffer(comparison)
  local bufnr, was = comparison.right, comparison.was
  if not api.nvim_buf_is_valid(bufnr) then
    return
  elseif was and was.mark[1] > 0 then
    pcall(api.nvim_buf_set_mark, bufnr, '"', was.mark[1], was.mark[2], {})
  end
  local is_used = vim.bo[bufnr].modified or #vim.fn.win_findbuf(bufnr) > 0
  if is_used or (was and was.is_loaded) then
    return
  end
  pcall(api.nvim_buf_delete, bufnr, { unload = was ~= nil })
  if was then
    vim.bo[bufnr].buflisted = was.is_listed
  end
end

---@param comparison acp.Comparison
local function close(comparison)
  if open[comparison.id] ~= comparison then
    return
  end
  open[comparison.id] = nil
  api.nvim_clear_autocmds({ group = group, buffer = comparison.left })
  pcall(vim.keymap.del, 'n', 'q', { buffer = comparison.right })
  local was_here = api.nvim_get_current_tabpage() == comparison.tab
    or not api.nvim_tabpage_is_valid(comparison.tab)
  if api.nvim_win_is_valid(comparison.right_win) then
    -- Else the next window of the buffer would begin in diff mode's ways.
    api.nvim_win_call(comparison.right_win, function()
      vim.cmd('diffoff')
    end)
  end
  leave_tab(comparison)
  if was_here and api.nvim_win_is_valid(comparison.origin) then
    api.nvim_set_current_win(comparison.origin)
  end
  if api.nvim_buf_is_valid(comparison.left) then
    api.nvim_buf_delete(comparison.left, { force = true })
  end
  restore_buffer(comparison)
  host.send('review_compare_closed', { id = comparison.id })
end

---@param comparison acp.Comparison
local function map(comparison)
  local function quit()
    close(comparison)
  end
  vim.keymap.set('n', 'q', quit, {
    buffer = comparison.left,
    nowait = true,
    desc = 'acp: close the comparison',
  })
  vim.keymap.set('n', 'q', function()
    if api.nvim_get_current_tabpage() ~= comparison.tab then
      return 'q'
    end
    vim.schedule(quit)
    return ''
  end, { buffer = comparison.right, expr = true, desc = 'acp: close the comparison' })
end

--- Either window that the user closes takes the other one along.
---@param comparison acp.Comparison
---@param wins integer[]
local function watch(comparison, wins)
  for _, win in ipairs(wins) do
    api.nvim_create_autocmd('WinClosed', {
      group = group,
      pattern = tostring(win),
      once = true,
      callback = function()
        if win == comparison.right_win and open[comparison.id] then
          api.nvim_win_call(win, function()
            vim.cmd('diffoff')
          end)
        end
        vim.schedule(function()
          close(comparison)
        end)
      end,
    })
  end
end

--- A new window, whatever windows show the buffer already.
---@param modifiers string
---@param bufnr integer
local function split(modifiers, bufnr)
  local switchbuf = vim.o.switchbuf
  vim.o.switchbuf = ''
  vim.cmd(('silent keepalt %s sbuffer %d'):format(modifiers, bufnr))
  vim.o.switchbuf = switchbuf
end

--- How the buffer of a file is, if there is one.
---@param path string
---@return acp.BufferBefore?
local function before(path)
  local bufnr = info.loaded(path)
  local is_loaded = bufnr ~= nil
  if not bufnr and vim.fn.bufexists(path) == 1 then
    bufnr = vim.fn.bufadd(path)
  end
  return bufnr
    and {
      is_loaded = is_loaded,
      is_listed = vim.bo[bufnr].buflisted,
      mark = api.nvim_buf_get_mark(bufnr, '"'),
    }
end

---@param file acp.ComparedFile
---@return boolean
function M.open(file)
  local known = info.loaded(file.path)
  for _, other in pairs(open) do
    if known and other.right == known then
      api.nvim_set_current_tabpage(other.tab)
      return false
    end
  end
  local was = file.isThere and before(file.path) or nil
  local right = known
  if not file.isThere then
    right = scratch({}, file.path)
  elseif not right then
    right = editor_window.load(file.path)
  end
  if not right then
    notify.show('error', 'this file cannot be opened: ' .. file.path)
    return false
  end
  local origin = api.nvim_get_current_win()
  local left = scratch(file.lines, file.path)
  pcall(api.nvim_buf_set_name, left, BEFORE .. file.path:gsub('^/', ''))
  split('tab', right)
  local right_win, tab = api.nvim_get_current_win(), api.nvim_get_current_tabpage()
  local comparison = {
    id = file.id,
    tab = tab,
    origin = origin,
    left = left,
    right = right,
    right_win = right_win,
    was = was,
  }
  open[file.id] = comparison
  split('leftabove vertical', left)
  local left_win = api.nvim_get_current_win()
  vim.cmd('diffthis')
  api.nvim_set_current_win(right_win)
  vim.cmd('diffthis')
  map(comparison)
  watch(comparison, { left_win, right_win })
  return true
end

--- Shows what the file holds now when all is undone; nil: nothing is pending any more.
---@param id integer
---@param lines? string[]
function M.update(id, lines)
  local comparison = open[id]
  if not comparison or not api.nvim_buf_is_valid(comparison.left) then
    return
  end
  local now = lines or api.nvim_buf_get_lines(comparison.right, 0, -1, false)
  vim.bo[comparison.left].modifiable = true
  api.nvim_buf_set_lines(comparison.left, 0, -1, false, now)
  vim.bo[comparison.left].modifiable = false
  vim.cmd('diffupdate')
end

host.on_exit(function()
  for _, comparison in pairs(open) do
    close(comparison)
  end
end)

return M
