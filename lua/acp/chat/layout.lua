--- The windows of a chat, transcript and prompt, and the bar between them while there is something in it: opening and
--- closing them, and where they stand. As floats (`floats.lua`) or as splits (`splits.lua`).
local bars = require('acp.surface.bar')
local config = require('acp.config')
local scroll = require('acp.transcript.scroll')
local window_options = require('acp.chat.window_options')

local M = {}

---@class acp.Windows
---@field chat integer
---@field prompt integer
---@field bar? integer while something stands between them
---@field kind string
---@field tab integer tab page
---@field sizes? { windows: integer[], command: string } of the splits that were there before
---@field width? { wanted: integer, columns: integer, fitted: integer } of a split at a side: see `splits.lua`
---@field places? acp.FloatPlaces where the floats stand

--- What opens and places windows of a kind.
local function how_for(kind)
  return kind == 'float' and require('acp.chat.floats') or require('acp.chat.splits')
end

--- The kind of split that command modifiers ask for; nil for the configured layout.
---@param mods table `smods` of a command
---@return string?
function M.from_mods(mods)
  if mods.tab >= 0 then
    return 'tab'
  elseif mods.vertical then
    return (mods.split == 'topleft' or mods.split == 'aboveleft') and 'left' or 'right'
  elseif mods.horizontal or mods.split ~= '' then
    return (mods.split == 'botright' or mods.split == 'belowright') and 'bottom' or 'top'
  end
end

--- Opens both windows and gives the focus to the prompt.
---@param view acp.View
---@param kind? string
---@return acp.Windows
function M.open(view, kind)
  kind = kind or config.get().layout.kind or 'float'
  local windows = how_for(kind).open(view, kind)
  windows.tab = vim.api.nvim_win_get_tabpage(windows.chat)
  window_options.set(windows)
  vim.api.nvim_set_current_win(windows.prompt)
  M.fit(windows, view)
  return windows
end

--- What the user has worked on last.
---@return integer? bufnr
local function last_file()
  local files = vim.tbl_filter(function(buffer)
    return vim.bo[buffer.bufnr].buftype == ''
  end, vim.fn.getbufinfo({ buflisted = 1 }))
  table.sort(files, function(a, b)
    return a.lastused > b.lastused
  end)
  return files[1] and files[1].bufnr
end

local function close_window(win)
  if not vim.api.nvim_win_is_valid(win) or pcall(vim.api.nvim_win_close, win, true) then
    return
  end
  -- The last window of the editor cannot be closed.
  vim.wo[win][0].winfixbuf = false
  pcall(vim.api.nvim_win_set_buf, win, last_file() or vim.api.nvim_create_buf(true, false))
end

local function close_bar(windows)
  local win = windows.bar
  windows.bar = nil
  if win and vim.api.nvim_win_is_valid(win) then
    vim.api.nvim_win_close(win, true)
  end
end

--- Closes all windows; the splits that are left get their old sizes back.
---@param windows acp.Windows
function M.close(windows)
  close_bar(windows)
  close_window(windows.prompt)
  close_window(windows.chat)
  if windows.sizes then
    require('acp.chat.splits').restore_sizes(windows.sizes)
  end
end

---@param windows acp.Windows
---@return boolean
function M.is_whole(windows)
  return vim.api.nvim_win_is_valid(windows.chat) and vim.api.nvim_win_is_valid(windows.prompt)
end

--- A window that grew still shows what it showed; all of the prompt is shown when it fits.
local function show_all(win, bufnr)
  local count = vim.api.nvim_buf_line_count(bufnr)
  vim.api.nvim_win_call(win, function()
    if vim.fn.line('w0') > 1 and count <= vim.fn.getwininfo(win)[1].height then
      vim.fn.winrestview({ topline = 1 })
    end
  end)
end

--- Opens the window of the bar, exchanges what is in it, or closes it.
local function fit_bar(how, windows, view, bar)
  local win = windows.bar
  local is_there = win and vim.api.nvim_win_is_valid(win)
  if is_there and not (bar and vim.api.nvim_win_get_buf(win) == bar.bufnr) then
    close_bar(windows)
    is_there = false
  end
  if bar and not is_there then
    windows.bar = how.open_bar(windows, view, bar)
    if windows.bar then
      bars.shown(view.id, windows.bar)
    end
  end
end

--- Puts the windows where they belong now: after a resize, or when the prompt grew.
---@param windows acp.Windows
---@param view acp.View
---@return boolean # true when the transcript got another height
function M.fit(windows, view)
  if not M.is_whole(windows) then
    return false
  end
  local at_end = vim.api.nvim_win_get_cursor(windows.chat)[1]
    >= vim.api.nvim_buf_line_count(view.chat)
  local before = vim.api.nvim_win_get_height(windows.chat)
  local how, bar = how_for(windows.kind), bars.of(view.id)
  fit_bar(how, windows, view, bar)
  how.fit(windows, view, bar)
  show_all(windows.prompt, view.prompt)
  if bar and windows.bar then
    show_all(windows.bar, bar.bufnr)
  end
  local changed = vim.api.nvim_win_get_height(windows.chat) ~= before
  if changed and at_end then
    scroll.to_end(windows.chat)
  end
  return changed
end

--- The editor has another size.
---@param windows acp.Windows
---@param view acp.View
function M.editor_resized(windows, view)
  if windows.width and M.is_whole(windows) then
    require('acp.chat.splits').fit_width(windows)
  end
  M.fit(windows, view)
end

--- The windows have another size.
---@param windows acp.Windows
function M.resized(windows)
  if windows.width and M.is_whole(windows) then
    require('acp.chat.splits').note_width(windows)
  end
end

--- Text columns of the transcript.
---@param windows acp.Windows
---@return integer
function M.width(windows)
  local info = vim.fn.getwininfo(windows.chat)[1]
  return info and (info.width - math.max(info.textoff, 1)) or 80
end

return M
