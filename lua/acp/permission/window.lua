--- The window of the permission float: where it stands, opening and closing. Never takes the focus by itself.
local borders = require('acp.borders')
local config = require('acp.config')
local hl = require('acp.hl')
local origin = require('acp.permission.origin')

local M = {}

--- With fewer rows than this a frame would leave no room for the options.
local ROWS_FOR_A_FRAME = 9

local namespace = vim.api.nvim_create_namespace('acp.permission')
local group = vim.api.nvim_create_augroup('acp.permission', {})

---@type integer?
local win
---@type integer?
local buf

---@return boolean
function M.is_open()
  return win ~= nil and vim.api.nvim_win_is_valid(win)
end

---@return boolean
function M.has_focus()
  return M.is_open() and vim.api.nvim_get_current_win() == win
end

---@return integer? window
function M.id()
  return M.is_open() and win or nil
end

--- Back to where the user came from.
function M.leave()
  if not origin.go_back() and M.has_focus() then
    vim.cmd.wincmd('p')
  end
end

function M.close()
  if M.has_focus() then
    M.leave()
  end
  local old = win
  win = nil
  vim.api.nvim_clear_autocmds({ group = group })
  if old and vim.api.nvim_win_is_valid(old) then
    vim.api.nvim_win_close(old, true)
  end
end

--- The last row of text that is nobody's statusline.
local function last_row()
  local bar = vim.o.laststatus > 1 or (vim.o.laststatus == 1 and vim.fn.winnr('$') > 1)
  return vim.o.lines - vim.o.cmdheight - (bar and 1 or 0)
end

--- Over the end of the transcript, or at the editor's lower right when the chat is closed.
---@param lines string[]
---@param rows? integer what the lines take when they are wrapped; nil: not known yet
local function geometry(lines, rows)
  -- The keys at the foot need this much.
  local widest = 48
  for _, line in ipairs(lines) do
    widest = math.max(widest, vim.fn.strdisplaywidth(line))
  end
  local windows = require('acp.chat.windows').get()
  local at = windows
    and vim.api.nvim_win_is_valid(windows.chat)
    and vim.fn.getwininfo(windows.chat)[1]
  local framed = last_row() >= ROWS_FOR_A_FRAME
  local frame = framed and 2 or 0
  local room = at and at.width - 4 or vim.o.columns - 4
  local width = math.max(
    10,
    math.min(widest + 2, math.max(room, 20), vim.o.columns - frame - (framed and 2 or 0))
  )
  local height = rows or #lines
  local bottom = last_row()
  if framed then
    bottom = at and math.min(at.winrow + at.height - 1, bottom) or bottom - 1
  end
  local tallest = math.max(3, math.floor((at and at.height or vim.o.lines) * 0.7))
  height = math.max(1, math.min(height, framed and tallest or bottom, bottom - frame))
  return {
    relative = 'editor',
    row = math.max(0, bottom - height - frame),
    col = at and framed and (at.wincol - 1 + math.max(0, at.width - width - 3))
      or math.max(0, vim.o.columns - width - frame - (framed and 1 or 0)),
    width = width,
    height = height,
    zindex = 60,
    border = framed and borders.single(config.get().layout.border) or 'none',
  }
end

---@return integer buffer
function M.buffer()
  if not buf or not vim.api.nvim_buf_is_valid(buf) then
    buf = vim.api.nvim_create_buf(false, true)
    vim.bo[buf].bufhidden = 'hide'
    vim.bo[buf].modeline = false
    vim.bo[buf].undolevels = -1
    vim.bo[buf].filetype = 'acppermission'
  end
  return buf
end

---@class acp.PermissionWindowEvents
---@field focus fun() the focus came or went
---@field moved fun() it must be put where it belongs
---@field closed fun(by_user: boolean)

---@param on acp.PermissionWindowEvents
local function watch(own, on)
  vim.api.nvim_clear_autocmds({ group = group })
  vim.api.nvim_create_autocmd({ 'WinEnter', 'WinLeave' }, {
    group = group,
    callback = function(event)
      if event.event == 'WinEnter' and M.has_focus() then
        origin.come_from(vim.fn.win_getid(vim.fn.winnr('#')))
      end
      vim.schedule(on.focus)
    end,
  })
  vim.api.nvim_create_autocmd('WinClosed', {
    group = group,
    pattern = tostring(own),
    callback = function()
      if win ~= own then
        return
      end
      win = nil
      on.closed(vim.api.nvim_get_current_win() == own)
    end,
  })
  vim.api.nvim_create_autocmd({ 'TabEnter', 'VimResized', 'CmdwinLeave' }, {
    group = group,
    callback = function()
      vim.schedule(on.moved)
    end,
  })
end

local function open(at, on)
  -- The command-line window lets floats be opened that take no focus.
  win = vim.api.nvim_open_win(
    M.buffer(),
    false,
    vim.tbl_extend('force', at, { style = 'minimal', noautocmd = true })
  )
  for name, value in pairs({
    wrap = true,
    linebreak = true,
    winfixbuf = true,
    -- One blank cell keeps text and border apart.
    statuscolumn = ' ',
    winhighlight = 'FloatBorder:AcpPermissionBorder,FloatTitle:AcpPermissionBorder',
  }) do
    vim.api.nvim_set_option_value(name, value, { win = win, scope = 'local' })
  end
  watch(win, on)
end

--- Shows this text; opens the float when it is closed, and puts it where it belongs.
---@param drawn acp.DrawnCard
---@param on acp.PermissionWindowEvents
function M.show(drawn, on)
  hl.setup()
  local bufnr = M.buffer()
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, drawn.lines)
  vim.bo[bufnr].modifiable = false
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  for _, mark in ipairs(drawn.marks) do
    pcall(vim.api.nvim_buf_set_extmark, bufnr, namespace, mark[1], mark[2], mark[3])
  end
  local at = geometry(drawn.lines)
  -- A float belongs to the tab page it was opened in.
  if M.is_open() and vim.api.nvim_win_get_tabpage(win) ~= vim.api.nvim_get_current_tabpage() then
    M.close()
  end
  if M.is_open() then
    vim.api.nvim_win_set_config(win, at)
  else
    open(at, on)
  end
  local rows = vim.api.nvim_win_text_height(win, {}).all
  at = geometry(drawn.lines, rows)
  vim.api.nvim_win_set_config(win, at)
  -- The options must be seen: a long diff starts at its top only when all of it fits.
  if not M.has_focus() then
    local fits = at.height >= rows
    vim.api.nvim_win_set_cursor(win, { fits and 1 or #drawn.lines, 0 })
  end
end

--- Writes on the frame, if there is one.
---@param title string
---@param subject string what is asked, for when the line that says it is not in view
---@param footer string
---@param untold? boolean no line says it
function M.label(title, subject, footer, untold)
  if not M.is_open() or vim.api.nvim_win_get_config(win).border == nil then
    return
  end
  if (untold or vim.fn.line('w0', win) > 1) and subject ~= '' then
    title = ('%s: %s'):format(title, subject)
  end
  title = require('acp.notify').truncate(title, vim.api.nvim_win_get_width(win) - 2)
  vim.api.nvim_win_set_config(win, {
    title = { { (' %s '):format(title), hl.on_frame('AcpPermissionBorder') } },
    footer = { { footer, hl.on_frame('AcpMuted') } },
    footer_pos = 'right',
  })
end

return M
