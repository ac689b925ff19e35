--- Follow mode: moves the user's code window to where the agent works. Never the focus, never a float.
local corner = require('acp.surface.corner')
local host = require('acp.host')
local opened = require('acp.follow.opened')
local watcher = require('acp.follow.watch')
local editor_window = require('acp.ui.editor_window')

local M = {}

local namespace = vim.api.nvim_create_namespace('acp.follow')
local FLASH_MS = 600

---@class acp.FollowPlace
---@field win integer
---@field buf integer
---@field cursor integer[] where we put it

---@type acp.FollowPlace?
local last
local following = false
local paused = false
--- Moves of one burst leave one entry in the jumplist.
local in_burst = false

local function left_place(win)
  if not last or last.win ~= win then
    return false
  end
  local cursor = vim.api.nvim_win_get_cursor(win)
  return vim.api.nvim_win_get_buf(win) ~= last.buf or not vim.deep_equal(cursor, last.cursor)
end

--- Leaves the window to the user until following is resumed; the host says so there.
local function pause(win)
  if not following then
    return
  end
  corner.set_window(win)
  if not paused then
    paused = true
    if last then
      opened.keep(last.buf)
    end
    host.notify('follow_paused', { paused = true })
  end
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

local function move(win, path, line)
  local before = vim.api.nvim_win_get_buf(win)
  local known = vim.fn.bufexists(path) == 1
  if not in_burst then
    vim.api.nvim_win_call(win, function()
      vim.cmd("mark '")
    end)
  end
  local buf = editor_window.load(path)
  if not buf or not editor_window.show(win, buf) then
    return false
  end
  in_burst = true
  if following and not known then
    opened.add(buf, before)
  end
  local row = editor_window.point(win, line)
  editor_window.prefer(win)
  last = { win = win, buf = buf, cursor = vim.api.nvim_win_get_cursor(win) }
  watcher.forget_keys()
  require('acp.ui.hl').setup()
  flash(buf, row)
  return true
end

local function is_file(path)
  local stat = vim.uv.fs_stat(path)
  return stat ~= nil and stat.type == 'file'
end

--- Moves the code window to a place. `pending`: the user types a command there; the host hears when it may try again.
---@param path string absolute
---@param line? integer 1-based; clamped
---@return 'moved'|'paused'|'pending'|'none'
function M.go(path, line)
  local win = vim.fn.getcmdwintype() == '' and editor_window.find() or nil
  if not win or not is_file(path) then
    return 'none'
  end
  local here = vim.api.nvim_get_current_win() == win
  local mode = vim.api.nvim_get_mode().mode
  if here and watcher.is_at_work(mode) then
    pause(win)
  end
  if paused then
    return 'paused'
  end
  if here and watcher.is_at_prompt(mode) then
    watcher.after_prompt(function()
      host.notify('follow_paused', { paused = false })
    end)
    return 'pending'
  end
  return move(win, path, line) and 'moved' or 'none'
end

--- The same for what somebody wants shown, whether following is on or not: never while the user types there.
---@param path string absolute
---@param line? integer 1-based; clamped
---@return 'moved'|'paused'|'pending'|'none'
function M.show(path, line)
  local win = editor_window.find()
  local here = win and vim.api.nvim_get_current_win() == win
  if here and watcher.is_at_work(vim.api.nvim_get_mode().mode) then
    return 'paused'
  end
  return M.go(path, line)
end

--- Takes the user to an earlier place, and stays there: following pauses.
---@param path string
---@param line? integer
---@return boolean
function M.step_back(path, line)
  local win = editor_window.find()
  if not win or not is_file(path) or not move(win, path, line) then
    return false
  end
  pause(win)
  return true
end

--- Goes to the place before, which the host knows.
function M.back()
  local win = editor_window.find()
  if win and host.channel() then
    host.notify('follow_back', { left = left_place(win) })
  else
    require('acp.ui.notify').show('info', 'there is no earlier place')
  end
end

local function watch()
  watcher.start({
    window = function()
      return last and vim.api.nvim_win_is_valid(last.win) and last.win or nil
    end,
    key = function()
      in_burst = false
    end,
    check = function(worked)
      if last and (worked or left_place(last.win)) then
        pause(last.win)
      end
    end,
    visited = opened.keep,
  })
end

--- What follow mode has opened stays: the next host goes on with it.
host.on_exit(function()
  watcher.stop()
  following, paused, in_burst = false, false, false
end)

--- Follow mode begins, goes on after a pause, or ends.
---@param on boolean
---@param stays_paused? boolean it was paused when a host died
function M.set(on, stays_paused)
  paused = stays_paused == true
  if on and not following then
    last = nil
    editor_window.prefer(nil)
    watch()
  elseif not on then
    watcher.stop()
    if require('acp.config').get().follow_close then
      opened.close(last and last.win)
    end
    opened.forget()
  end
  following = on
  in_burst = false
  if paused then
    corner.set_window(editor_window.find())
  end
end

return M
