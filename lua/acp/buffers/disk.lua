--- What the editor knows about files on disk.
local command = require('acp.buffers.command')
local copy = require('acp.buffers.copy')
local file_time = require('acp.buffers.file_time')
local heard = require('acp.buffers.heard')
local info = require('acp.buffers.info')
local origin = require('acp.buffers.origin')
local overwrite = require('acp.buffers.overwrite')
local paths = require('acp.paths')
local quiet = require('acp.buffers.quiet')

local M = {}

--- By buffer: the state of its file of which Neovim knows the time, but would ask when the buffer is written.
---@type table<integer, string>
local noted = {}

---@param bufnr integer
---@param asks boolean
function M.note(bufnr, asks)
  noted[bufnr] = asks and paths.state_of(bufnr) or nil
end

--- The buffer was made for a file that did not exist, and was not written since.
---@param bufnr integer
---@return boolean? # nil: it is not known now
function M.was_new(bufnr)
  -- Not allowed while the command-line window is open; nearly all buffers are not new.
  local ok, shown = pcall(vim.api.nvim_buf_call, bufnr, function()
    return vim.fn.execute('file')
  end)
  if ok then
    -- Behind the name, which may hold anything.
    return shown:match('[^"]*$'):find(vim.fn.gettext('[New]'), 1, true) ~= nil
  end
end

--- The buffer was made for a file that has come to be since. Neovim would ask (W13) and refuse to write.
---@param bufnr integer
---@return boolean
function M.is_new(bufnr)
  return vim.uv.fs_stat(vim.api.nvim_buf_get_name(bufnr)) ~= nil and M.was_new(bufnr) == true
end

--- Opens the file that has come to be under a new buffer.
---@param bufnr integer
function M.open_created(bufnr)
  vim.api.nvim_buf_call(bufnr, function()
    vim.cmd('silent keepalt keepjumps edit!')
  end)
end

---@type integer? the buffer whose file was just written for an agent
local written

---@param bufnr integer
---@return boolean # Neovim sees the file change by our own writing
function M.is_written(bufnr)
  return written == bufnr
end

--- Checks the file's time as `:checktime` does, but asks nothing and loads nothing, whatever the file holds by now.
---@return 'time'|'other'|nil reason with 'time' Neovim takes the file for the one it has read, with nil it knew it
local function note_time(bufnr)
  -- Of a file that has come to be it would ask, whatever anybody answers for it.
  if M.is_new(bufnr) then
    return nil
  end
  local reason
  local autocmd = vim.api.nvim_create_autocmd('FileChangedShell', {
    buffer = bufnr,
    callback = function()
      reason = vim.v.fcs_reason == 'time' and 'time' or 'other'
      -- Of a change of time alone Neovim takes note without asking; only it can do so.
      vim.v.fcs_choice = reason == 'time' and 'ask' or ''
    end,
  })
  -- When nobody else has changed the file there is nothing to report to the user.
  heard.run(bufnr, function()
    pcall(vim.cmd, 'silent checktime ' .. bufnr)
  end, written == bufnr and 'FileChangedShellPost' or nil)
  vim.api.nvim_del_autocmd(autocmd)
  if reason then
    M.note(bufnr, reason ~= 'time')
  end
  return reason
end

local function without_autoread(bufnr, run)
  quiet.run(function()
    -- nil when the buffer has no value of its own, and so it is put back.
    local autoread = vim.bo[bufnr].autoread
    vim.bo[bufnr].autoread = false
    run()
    vim.bo[bufnr].autoread = autoread
  end)
end

local NOWHERE = vim.fn.has('win32') == 1 and 'NUL' or '/dev/null'

---@type table<integer, integer> by buffer
local own_writes = {}

---@param bufnr integer
---@return integer # how many of the writes that Neovim counts were ours, and not to the buffer's file
function M.own_writes(bufnr)
  return own_writes[bufnr] or 0
end

--- Neovim has counted one.
---@param bufnr integer
function M.count_own_write(bufnr)
  own_writes[bufnr] = M.own_writes(bufnr) + 1
end

--- The file holds none of the texts that undo leads to: whichever it is, it counts as modified from now on. Only a
--- write says so to Neovim; with the flag "+" one to nowhere does. Leaves the buffer unmodified.
---@param bufnr integer
function M.forget_saved(bufnr)
  -- In utf-8 nothing has to be converted, and nothing can fail.
  local problem = copy.write(bufnr, '++enc=utf-8 ' .. NOWHERE)
  if problem then
    error(problem, 0)
  end
  M.count_own_write(bufnr)
end

--- What was put off is done, unless the buffer was written in between.
local function settle(bufnr, state)
  local is_open = vim.api.nvim_buf_is_loaded(bufnr) and overwrite.allows(bufnr, state)
  if not is_open or paths.state_of(bufnr) ~= state then
    return
  end
  if vim.bo[bufnr].modified then
    M.accept_merged(bufnr)
  else
    overwrite.forbid(bufnr)
    M.accept_same(bufnr, vim.api.nvim_buf_get_changedtick(bufnr), paths.of_buffer(bufnr) or '')
  end
end

--- While the command-line window is open Neovim checks no file (E11): the buffer may be written over this state of it,
--- and the rest is done when the window is closed.
---@return boolean # false: nothing needs to be put off
local function put_off(bufnr)
  if vim.fn.getcmdwintype() == '' then
    return false
  end
  local state = paths.state_of(bufnr)
  overwrite.allow(bufnr, state)
  vim.api.nvim_create_autocmd('CmdwinLeave', {
    once = true,
    callback = function()
      vim.schedule(function()
        settle(bufnr, state)
      end)
    end,
  })
  return true
end

--- The buffer's text includes what the file now holds, and unsaved changes besides: Neovim takes note of the file's
--- time, and does not ask when the buffer is written.
---@param bufnr integer
function M.accept_merged(bufnr)
  if put_off(bufnr) then
    return
  end
  without_autoread(bufnr, function()
    note_time(bufnr)
  end)
  overwrite.allow(bufnr, paths.state_of(bufnr))
end

--- Whether the file of a buffer with unsaved text holds nothing that the buffer was not made from: then it may be
--- written without asking.
---@param bufnr integer
---@return boolean
function M.is_known(bufnr)
  local state = paths.state_of(bufnr)
  if state == 'none' or overwrite.allows(bufnr, state) then
    return true
  end
  if vim.fn.getcmdwintype() ~= '' then
    return false
  end
  return not M.is_new(bufnr) and note_time(bufnr) ~= 'other' and noted[bufnr] ~= state
end

--- The file is gone, and Neovim need not warn of it: the buffer keeps the text.
---@param path string
function M.accept_deleted(path)
  local bufnr = info.loaded(path)
  if bufnr and not put_off(bufnr) then
    note_time(bufnr)
  end
end

--- What a window shows when its buffer goes: the one before, else an empty one.
---@param bufnr integer
---@param win integer
---@return integer
local function instead_of(bufnr, win)
  local before = vim.api.nvim_win_call(win, function()
    return vim.fn.bufnr('#')
  end)
  local is_usable = before > 0
    and before ~= bufnr
    and vim.api.nvim_buf_is_loaded(before)
    and vim.bo[before].buflisted
  return is_usable and before or vim.api.nvim_create_buf(true, false)
end

--- Windows stay where they are.
---@param bufnr integer
local function wipe(bufnr)
  for _, win in ipairs(vim.fn.win_findbuf(bufnr)) do
    vim.api.nvim_win_set_buf(win, instead_of(bufnr, win))
  end
  vim.api.nvim_buf_delete(bufnr, {})
end

--- The file is gone, and nothing in it was the user's: its buffer would pass for one of a file, and |:write| make that
--- again. One that has unsaved text, or cannot go now, stays.
---@param path string
function M.drop_deleted(path)
  local bufnr = info.loaded(path)
  if bufnr and (vim.bo[bufnr].modified or not pcall(wipe, bufnr)) then
    M.accept_deleted(path)
  end
end

--- Makes Neovim take the file on disk, whose text the buffer now holds, for the one it has read. Otherwise it would
--- ask when the file is written (and at the next focus). Of the two times it keeps, only `:checktime` sets the one
--- that `:write` compares, and only when nothing but the time of the file has changed: so the first check notes the
--- size, and a time moved within its millisecond makes the second one see a change of time alone.
---@param bufnr integer
---@param path string the real path
---@param entry? string see `file_time.move`
function M.accept(bufnr, path, entry)
  if put_off(bufnr) then
    return
  end
  without_autoread(bufnr, function()
    if note_time(bufnr) ~= 'time' then
      file_time.move(path, entry)
      note_time(bufnr)
    end
  end)
end

--- The file holds the buffer's text by our own writing.
---@param bufnr integer
---@param file acp.HeldFile
function M.accept_written(bufnr, file)
  written = bufnr
  M.accept(bufnr, file.path, file.entry)
  written = nil
end

--- The file holds the text that the buffer has, and may have been written again. One that Neovim has read or written
--- last is left alone.
---@param bufnr integer
---@param changedtick integer
---@param path string the real path
---@return boolean # buffer or file are not as they were: to be looked at again
function M.accept_same(bufnr, changedtick, path)
  if
    not vim.api.nvim_buf_is_loaded(bufnr)
    or vim.api.nvim_buf_get_changedtick(bufnr) ~= changedtick
    or vim.bo[bufnr].modified
  then
    -- Were it left at that, Neovim would ask about the time when the buffer is written.
    return true
  end
  origin.note(bufnr, path)
  if put_off(bufnr) then
    return false
  end
  if M.is_new(bufnr) then
    if not command.holds(bufnr) then
      M.open_created(bufnr)
    end
    return true
  end
  local moved = false
  without_autoread(bufnr, function()
    if note_time(bufnr) == 'other' or noted[bufnr] == paths.state_of(bufnr) then
      moved = file_time.move(path)
      note_time(bufnr)
    end
  end)
  return moved
end

return M
