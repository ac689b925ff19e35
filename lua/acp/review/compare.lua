--- A file side by side with what it holds when all pending changes are undone: a tab page of its own in Neovim's diff
--- mode, which leaves nothing behind. The file's own buffer is at the right: it can be edited, kept and undone there.
local diff_tab = require('acp.ui.diff_tab')
local editor_window = require('acp.ui.editor_window')
local file_text = require('acp.ui.file_text')
local host = require('acp.host')
local info = require('acp.buffers.info')
local notify = require('acp.ui.notify')

local M = {}

local api = vim.api
--- What the left side is called.
local BEFORE = 'acp://before/'

---@class acp.Comparison
---@field id integer
---@field left integer buffer
---@field right integer buffer
---@field tab acp.DiffTab
---@field was? acp.BufferBefore how the file's buffer was; nil: there was none

---@class acp.BufferBefore
---@field is_loaded boolean
---@field is_listed boolean
---@field mark integer[] where the cursor was last

---@type table<integer, acp.Comparison>
local open = {}

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
local function forget(comparison)
  open[comparison.id] = nil
  if api.nvim_buf_is_valid(comparison.left) then
    api.nvim_buf_delete(comparison.left, { force = true })
  end
  restore_buffer(comparison)
end

---@param comparison acp.Comparison
---@param tab acp.DiffTab
local function map(comparison, tab)
  vim.keymap.set('n', 'q', tab.close, {
    buffer = comparison.left,
    nowait = true,
    desc = 'acp: close the comparison',
  })
  vim.keymap.set('n', 'q', function()
    if api.nvim_get_current_tabpage() ~= tab.id then
      return 'q'
    end
    vim.schedule(tab.close)
    return ''
  end, { buffer = comparison.right, expr = true, desc = 'acp: close the comparison' })
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
      api.nvim_set_current_tabpage(other.tab.id)
      return false
    end
  end
  local was = file.isThere and before(file.path) or nil
  local right = known
  if not file.isThere then
    right = file_text.make('', file.path, {})
  elseif not right then
    right = editor_window.load(file.path)
  end
  if not right then
    notify.show('error', 'this file cannot be opened: ' .. file.path)
    return false
  end
  ---@type acp.Comparison
  local comparison = {
    id = file.id,
    left = file_text.make(BEFORE .. file.path:gsub('^/', ''), file.path, file.lines),
    right = right,
    was = was,
  }
  local tab = diff_tab.open(comparison.left, right, function()
    pcall(vim.keymap.del, 'n', 'q', { buffer = right })
    forget(comparison)
    host.send('review_compare_closed', { id = comparison.id })
  end)
  if not tab then
    forget(comparison)
    notify.show('error', 'no tab page can be opened here')
    return false
  end
  comparison.tab = tab
  open[file.id] = comparison
  map(comparison, tab)
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
  file_text.replace(comparison.left, now)
  vim.cmd('diffupdate')
end

host.on_exit(function()
  for _, comparison in pairs(open) do
    comparison.tab.close()
  end
end)

return M
