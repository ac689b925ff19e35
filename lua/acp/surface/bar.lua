--- Surfaces between the transcript and the prompt of a chat, one for each chat. The chat opens their windows with its
--- own; here is what stands in them, and how the user goes there and back.
local emitter = require('acp.ui.emitter')
local hl = require('acp.ui.hl')
local return_to = require('acp.surface.return_to')
local window = require('acp.surface.window')

local M = {}

local api = vim.api
local namespace = api.nvim_create_namespace('acp.bar')

--- More is scrolled.
local MAX_ROWS = 6
--- Cells of a line that no hint covers.
local BESIDE = 16

---@type table<integer, acp.Surface> by view
local bars = {}
local changes = emitter.new()

--- Calls a listener with the view when the bar of its chat comes, goes, or has another height.
M.on_change = changes.on

local function changed(surface)
  changes.fire(surface.spec.view)
end

---@param surface acp.Surface
---@return boolean
function M.is_open(surface)
  return api.nvim_buf_is_loaded(surface.bufnr)
end

--- What stands above the prompt of a chat.
---@param view integer
---@return { bufnr: integer, rows: integer }?
function M.of(view)
  local surface = bars[view]
  if surface and M.is_open(surface) then
    local rows = api.nvim_buf_line_count(surface.bufnr)
    return { bufnr = surface.bufnr, rows = math.min(rows, MAX_ROWS) }
  end
end

local function has_window(surface)
  return surface.win ~= nil and api.nvim_win_is_valid(surface.win)
end

--- What can be done, as far as there is room beside the beginning of a line.
---@param frame acp.SurfaceFrame
local function hint(frame, width)
  local text = vim.fn.strdisplaywidth(frame.footer) + BESIDE <= width and frame.footer
  return text or frame.shortFooter or ''
end

--- Says in the line of the cursor what can be done there, for who is there.
local function label(surface)
  api.nvim_buf_clear_namespace(surface.bufnr, namespace, 0, -1)
  if not has_window(surface) then
    return
  end
  local focused = api.nvim_get_current_win() == surface.win
  vim.wo[surface.win][0].cursorline = focused
  if focused then
    local row = api.nvim_win_get_cursor(surface.win)[1] - 1
    api.nvim_buf_set_extmark(surface.bufnr, namespace, row, 0, {
      virt_text = { { hint(surface.frame, api.nvim_win_get_width(surface.win)), 'AcpMuted' } },
      virt_text_pos = 'right_align',
      hl_mode = 'combine',
    })
  end
end

local function watch(surface)
  api.nvim_create_autocmd({ 'WinEnter', 'WinLeave', 'CursorMoved' }, {
    buffer = surface.bufnr,
    callback = vim.schedule_wrap(function()
      if M.is_open(surface) then
        label(surface)
      end
    end),
  })
end

--- What shows that a line goes on. 'ambiwidth' may make it too wide for the option.
local function cut_mark()
  return vim.fn.strdisplaywidth('…') == 1 and '…' or '>'
end

--- A window of the chat shows the bar now.
---@param view integer
---@param win integer
function M.shown(view, win)
  local surface = bars[view]
  if surface then
    hl.setup()
    surface.win = win
    window.set_options(win, {
      cursorline = false,
      wrap = false,
      list = true,
      listchars = 'tab:  ,extends:' .. cut_mark(),
      statuscolumn = ' ',
      winfixheight = true,
      winbar = '',
    })
    label(surface)
  end
end

--- Takes a surface in; it is shown with its first text.
---@param surface acp.Surface
function M.open(surface)
  vim.bo[surface.bufnr].bufhidden = 'hide'
  -- By its name it is known in a session that was restored (`:mksession`).
  pcall(api.nvim_buf_set_name, surface.bufnr, 'acp://activity/' .. surface.spec.view)
  bars[surface.spec.view] = surface
  watch(surface)
end

---@param surface acp.Surface
function M.update(surface)
  changed(surface)
  label(surface)
end

---@param surface acp.Surface
function M.focus(surface)
  if has_window(surface) then
    return_to.forget()
    return_to.come_from(api.nvim_get_current_win())
    api.nvim_set_current_win(surface.win)
    -- Also an insert mode that is only about to begin, as after a prompt that was just sent.
    vim.cmd.stopinsert()
  end
end

--- Takes the user to what stands above the prompt of a chat; false when nothing does.
---@param view integer
---@return boolean
function M.go(view)
  local surface = bars[view]
  if surface then
    M.focus(surface)
  end
  return surface ~= nil
end

--- Back to where the user came from.
function M.leave()
  if not return_to.go_back() then
    vim.cmd.wincmd('p')
  end
end

--- Its buffer is gone.
---@param surface acp.Surface
function M.forget(surface)
  if bars[surface.spec.view] == surface then
    bars[surface.spec.view] = nil
    changed(surface)
  end
end

---@param surface acp.Surface
function M.close(surface)
  if has_window(surface) and api.nvim_get_current_win() == surface.win then
    M.leave()
  end
  M.forget(surface)
  if M.is_open(surface) then
    api.nvim_buf_delete(surface.bufnr, { force = true })
  end
end

return M
