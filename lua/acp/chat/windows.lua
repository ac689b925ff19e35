--- The pair of windows that shows a chat: opening and closing it, and where the focus goes then. At most one view is
--- shown at a time.
local anchor = require('acp.surface.anchor')
local bars = require('acp.surface.bar')
local config = require('acp.config')
local editor_window = require('acp.ui.editor_window')
local frame = require('acp.chat.frame')
local hl = require('acp.ui.hl')
local host = require('acp.host')
local insert = require('acp.ui.insert')
local layout = require('acp.chat.layout')
local origin = require('acp.chat.origin')
local prompt = require('acp.prompt')
local scroll = require('acp.transcript.scroll')
local transcript = require('acp.transcript.window')
local views = require('acp.chat.views')
local watch = require('acp.chat.watch')

local M = {}

---@type acp.Windows?
local windows
---@type acp.View? what they show
local shown
---@param win? integer
local function valid(win)
  return win ~= nil and vim.api.nvim_win_is_valid(win)
end

--- Floats at the transcript stand where it is now.
local function move_floats()
  anchor.set(windows and windows.chat)
end

---@return acp.Windows?
function M.get()
  return windows
end

--- The windows when they are floats: those stand in front of all others.
---@return acp.Windows?
function M.floats()
  return windows and windows.kind == 'float' and windows or nil
end

---@return boolean
function M.is_open()
  return windows ~= nil and valid(windows.chat)
end

local function has_focus()
  local win = vim.api.nvim_get_current_win()
  return windows ~= nil and vim.tbl_contains({ windows.chat, windows.prompt, windows.bar }, win)
end

--- The user is in the chat and does not type: then a question may come up by itself.
---@return boolean
function M.is_at_rest()
  return has_focus() and vim.api.nvim_get_mode().mode == 'n'
end

--- Lets the host know how wide the transcript is.
function M.report_width()
  if windows and shown then
    host.send('resize', { view = shown.id, width = layout.width(windows) })
  end
end

--- The user has wiped a buffer of it: its windows are about to close.
local function is_wiped(view)
  local is_valid = vim.api.nvim_buf_is_valid
  return not (is_valid(view.chat) and is_valid(view.prompt))
end

--- What stands in the windows depends on their size.
local function resized(view)
  -- Neovim may leave nothing but the last line in view.
  if windows and valid(windows.chat) and scroll.is_at_end(view.chat, windows.chat) then
    scroll.to_end(windows.chat)
  end
  M.report_width()
  frame.refresh()
  prompt.placeholder(view.prompt)
end

--- Takes both windows away and gives the focus back.
local function close()
  local own = windows
  if not own then
    return
  end
  local had_focus = has_focus()
  windows, shown = nil, nil
  watch.stop()
  frame.hide()
  if had_focus and own.kind == 'float' then
    origin.enter()
  end
  if valid(own.chat) then
    transcript.closing(own.chat)
  end
  layout.close(own)
  if had_focus then
    origin.go_back()
  end
  move_floats()
end

--- Closes both windows; the user types no longer.
function M.close()
  if has_focus() and insert.is_on() then
    vim.cmd.stopinsert()
  end
  close()
end

--- Closes the chat when it would stand in front of what will be shown next.
function M.step_aside()
  if M.floats() then
    M.close()
  end
end

local watch_all

--- The windows stand together beside this one from now on.
---@param win integer
local function rejoin_at(win)
  local view, old = shown, windows
  watch.stop()
  frame.hide()
  if valid(old.chat) then
    transcript.closing(old.chat)
  end
  windows = require('acp.chat.rejoin').at(old, view, win)
  transcript.opened(windows.chat)
  layout.fit(windows, view)
  watch_all()
  frame.show(windows, view)
  move_floats()
  M.report_width()
end

--- Both windows live and die together, and stand where they should.
function watch_all()
  local view, own = shown, windows
  -- What comes late may be about windows that are gone.
  local function of_own(callback)
    return function(...)
      if windows == own then
        callback(...)
      end
    end
  end
  local function of_whole(callback)
    return of_own(function()
      if not is_wiped(view) then
        callback()
      end
    end)
  end
  watch.start(own, view, {
    lost = of_own(function(is_left_alone)
      local kept = require('acp.chat.rejoin').kept(own, view, is_left_alone)
      if kept then
        rejoin_at(kept)
      else
        M.close()
      end
    end),
    torn = of_own(function()
      local rejoin = require('acp.chat.rejoin')
      if layout.is_whole(own) and rejoin.is_torn(own) then
        rejoin_at(rejoin.moved(own))
      end
    end),
    editor_resized = of_whole(function()
      layout.editor_resized(own, view)
      resized(view)
      move_floats()
    end),
    resized = of_whole(function()
      layout.resized(own)
      resized(view)
    end),
    typed = of_whole(function()
      if layout.fit(own, view) then
        move_floats()
      end
    end),
  })
end

--- What was wished; else as a chat is shown already, so that another one takes its place.
---@param wish? acp.LayoutConfig|string
---@return string?
local function kind_for(wish)
  local kind = type(wish) == 'table' and (wish.kind or false) or wish
  return kind or (M.is_open() and windows.kind) or nil
end

local function start_typing()
  if config.get().layout.insert then
    insert.start(true)
  end
end

---@param kind? string
---@param keeps_focus? boolean the user stays where they are
local function open(view, kind, keeps_focus)
  -- Whoever types goes on typing: insert mode that is about to end could not be started again.
  close()
  hl.setup()
  local current = vim.api.nvim_get_current_win()
  origin.come_from(keeps_focus and editor_window.find() or current)
  shown = view
  views.set_current(view)
  windows = layout.open(view, kind)
  transcript.opened(windows.chat)
  if keeps_focus then
    vim.api.nvim_set_current_win(current)
  else
    start_typing()
  end
  watch_all()
  frame.show(windows, view)
  move_floats()
end

bars.on_change(function(view)
  if windows and shown and shown.id == view and layout.fit(windows, shown) then
    move_floats()
  end
end)

--- Closes the chat where it stands in front of files; what it returns shows it again, unless another one is by then.
editor_window.before_enter(function()
  local view, tab = shown, vim.api.nvim_get_current_tabpage()
  if not view or not M.floats() then
    return
  end
  M.close()
  return function()
    if not windows and not is_wiped(view) and vim.api.nvim_get_current_tabpage() == tab then
      open(view, 'float', true)
    end
  end
end)

--- Whether the windows are where the user is; a tab page of their own is wherever it is.
local function is_here()
  return windows ~= nil
    and layout.is_whole(windows)
    and (windows.kind == 'tab' or windows.tab == vim.api.nvim_get_current_tabpage())
end

--- Goes to the prompt, ready to type. Who types there already goes on where they are.
local function focus(win)
  if vim.api.nvim_get_current_win() == win and insert.is_on() then
    return
  end
  vim.api.nvim_set_current_win(win)
  start_typing()
end

--- Shows a view, whose buffers are there, or focuses its prompt when it is shown already here and as wished.
---@param view acp.View
---@param wish? acp.LayoutConfig|string
function M.show(view, wish)
  local kind = kind_for(wish)
  if windows and shown == view and is_here() and (not kind or kind == windows.kind) then
    focus(windows.prompt)
  else
    open(view, kind)
  end
end

--- Goes to a row of a transcript that is shown.
---@param id integer of the view
---@param row integer
function M.read(id, row)
  if shown and shown.id == id and windows and valid(windows.chat) then
    vim.api.nvim_set_current_win(windows.chat)
    require('acp.transcript.motions').jump(row)
  end
end

--- Goes to the prompt, to type there.
function M.write()
  if windows and valid(windows.prompt) then
    vim.api.nvim_set_current_win(windows.prompt)
    vim.cmd.startinsert({ bang = true })
  end
end

return M
