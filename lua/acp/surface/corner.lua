--- Surfaces in the corner of the window in which the user works on files: they never take the focus and do not cover
--- the line of the cursor. Floats change no option of that window, and clicks go through them.
local editor_window = require('acp.ui.editor_window')
local hl = require('acp.ui.hl')
local window = require('acp.surface.window')

local M = {}

local api = vim.api
local group = api.nvim_create_augroup('acp.surface.corner', {})

---@type acp.Surface[] from top to bottom
local cornered = {}
---@type integer? the window that they belong to
local owner

--- The row of the cursor in a window, from 0.
---@param info vim.fn.getwininfo.ret.item
local function cursor_row(win, info)
  local row, column = unpack(api.nvim_win_get_cursor(win))
  return vim.fn.screenpos(win, row, column + 1).row - info.winrow - info.winbar
end

local function hide(surface)
  if surface.win and api.nvim_win_is_valid(surface.win) then
    api.nvim_win_close(surface.win, true)
  end
  surface.win = nil
end

---@param geometry table
local function place(surface, geometry)
  local win = surface.win
  if win and api.nvim_win_is_valid(win) then
    api.nvim_win_set_config(win, geometry)
    return
  end
  hl.setup()
  local at = vim.tbl_extend('error', geometry, { style = 'minimal', noautocmd = true })
  -- Some windows of Neovim's own let no other be opened.
  local ok, opened = pcall(api.nvim_open_win, surface.bufnr, false, at)
  surface.win = ok and opened or nil
  if ok then
    local spec = surface.spec
    window.set_options(opened, { cursorline = spec.cursorline, wrap = spec.wrap })
  end
end

--- Places all of them below each other, and below the cursor where that is in their way.
local function place_all()
  if not owner or not api.nvim_win_is_valid(owner) then
    owner = editor_window.find()
  end
  if not owner then
    vim.tbl_map(hide, cornered)
    return
  end
  local info = vim.fn.getwininfo(owner)[1]
  local cursor, row = cursor_row(owner, info), 0
  for _, surface in ipairs(cornered) do
    local frame = surface.frame
    if cursor >= row and cursor < row + frame.height then
      row = cursor + 1
    end
    if row + frame.height > info.height then
      hide(surface)
    else
      place(surface, {
        relative = 'win',
        win = owner,
        anchor = 'NE',
        -- That is below a window bar.
        row = row,
        col = info.width,
        width = math.max(1, math.min(frame.width, info.width)),
        height = frame.height,
        focusable = false,
        zindex = surface.spec.place.zindex,
      })
      row = row + frame.height
    end
  end
end

local function watch()
  api.nvim_clear_autocmds({ group = group })
  if #cornered == 0 then
    owner = nil
    return
  end
  local events = { 'CursorMoved', 'CursorMovedI', 'WinScrolled' }
  vim.list_extend(events, { 'WinResized', 'VimResized', 'WinClosed' })
  api.nvim_create_autocmd(events, {
    group = group,
    -- A split has no size of its own yet, a window that closes is still there.
    callback = vim.schedule_wrap(place_all),
  })
end

--- The window that they belong to; once it is closed, the one that the user works in then.
---@param win? integer
function M.set_window(win)
  owner = win
  place_all()
end

---@param surface acp.Surface
---@return boolean
function M.is_open(surface)
  return api.nvim_buf_is_loaded(surface.bufnr)
end

--- Takes a surface in; it is drawn with its first text.
---@param surface acp.Surface
function M.open(surface)
  vim.bo[surface.bufnr].bufhidden = 'hide'
  table.insert(cornered, surface)
  watch()
end

function M.update()
  place_all()
end

--- It never has the focus.
function M.focus() end

--- Its buffer is gone, and its window with it.
---@param surface acp.Surface
function M.forget(surface)
  cornered = vim.tbl_filter(function(one)
    return one ~= surface
  end, cornered)
  watch()
end

---@param surface acp.Surface
function M.close(surface)
  M.forget(surface)
  hide(surface)
  if M.is_open(surface) then
    api.nvim_buf_delete(surface.bufnr, { force = true })
  end
end

return M
