--- The two windows of the dock: the text of a surface, which scrolls, and its choices, which stay. Neither takes the
--- focus by itself.
local anchor = require('acp.surface.anchor')
local choices = require('acp.surface.dock.choices')
local hl = require('acp.ui.hl')
local label = require('acp.surface.dock.label')
local place = require('acp.surface.dock.place')
local return_to = require('acp.surface.return_to')
local window = require('acp.surface.window')

local M = {}

local api = vim.api
local group = api.nvim_create_augroup('acp.dock', {})

---@type { text?: integer, choices?: integer }
local wins = {}
---@type acp.Surface?
local shown
---@type acp.ChoicePlace[]
local places = {}
local has_bar = false

local function valid(win)
  return win ~= nil and api.nvim_win_is_valid(win)
end

---@return boolean
function M.is_open()
  return valid(wins.text) and valid(wins.choices)
end

---@return boolean
function M.has_focus()
  local current = api.nvim_get_current_win()
  return M.is_open() and (current == wins.text or current == wins.choices)
end

--- Writes what stands on the frame now.
function M.label()
  if M.is_open() and shown then
    local focused = M.has_focus()
    local at = { text = wins.text, choices = wins.choices, has_bar = has_bar, focused = focused }
    label.write(at, shown)
  end
end

--- Takes the user there.
function M.focus()
  if M.is_open() and not M.has_focus() then
    return_to.forget()
    return_to.come_from(api.nvim_get_current_win())
    api.nvim_set_current_win(wins.text)
    M.label()
  end
end

--- Back to where the user came from.
function M.leave()
  if not return_to.go_back() and M.has_focus() then
    vim.cmd.wincmd('p')
  end
end

local function forget()
  local old = wins
  anchor.cover(0)
  if shown then
    shown.win = nil
  end
  wins, shown = {}, nil
  return old
end

function M.close()
  if M.has_focus() then
    M.leave()
  end
  api.nvim_clear_autocmds({ group = group })
  for _, win in pairs(forget()) do
    -- The command-line window lets none be closed.
    if valid(win) and not pcall(api.nvim_win_close, win, true) then
      api.nvim_create_autocmd('CmdwinLeave', {
        once = true,
        callback = vim.schedule_wrap(function()
          pcall(api.nvim_win_close, win, true)
        end),
      })
    end
  end
end

---@class acp.DockEvents
---@field moved fun() it must be put where it belongs
---@field closed fun(by_user: boolean)

local function watch(on)
  api.nvim_clear_autocmds({ group = group })
  api.nvim_create_autocmd({ 'WinEnter', 'WinLeave' }, {
    group = group,
    callback = function(event)
      local before = vim.fn.win_getid(vim.fn.winnr('#'))
      if event.event == 'WinEnter' and M.has_focus() and before ~= wins.text then
        return_to.come_from(before)
      end
      vim.schedule(M.label)
    end,
  })
  local own = { wins.text, wins.choices }
  api.nvim_create_autocmd('WinClosed', {
    group = group,
    pattern = vim.tbl_map(tostring, own),
    callback = function()
      if wins.text ~= own[1] then
        return
      end
      forget()
      for _, win in ipairs(own) do
        vim.schedule(function()
          pcall(api.nvim_win_close, win, true)
        end)
      end
      on.closed(vim.tbl_contains(own, api.nvim_get_current_win()))
    end,
  })
  api.nvim_create_autocmd({ 'TabEnter', 'VimResized', 'CmdwinLeave' }, {
    group = group,
    callback = vim.schedule_wrap(on.moved),
  })
end

--- Rows that are left to the text beside the most choices.
local LEAST_TEXT_ROWS = 3

local OPTIONS = {
  wrap = true,
  -- A line that is longer than the window is read by rows.
  smoothscroll = true,
  scrolloff = 0,
  cursorline = false,
  -- One blank cell keeps text and border apart.
  statuscolumn = ' ',
  winbar = '',
}

--- The command-line window lets floats be opened that take no focus.
---@return integer win
local function open(bufnr, at)
  local more = { style = 'minimal', noautocmd = true }
  return api.nvim_open_win(bufnr, false, vim.tbl_extend('force', at, more))
end

--- A window has its options for each buffer anew.
function M._exchange()
  local surface = M._next
  local border = hl.on_frame(surface.spec.place.groups.border)
  local look = { winhighlight = hl.winhighlight({ FloatBorder = border, FloatTitle = border }) }
  for win, bufnr in pairs({ [wins.text] = surface.bufnr, [wins.choices] = surface.choices }) do
    vim.wo[win].winfixbuf = false
    api.nvim_win_set_buf(win, bufnr)
    window.set_options(win, vim.tbl_extend('error', OPTIONS, look))
  end
end

---@param at acp.DockPlaces
local function put_in(surface, at)
  if not M.is_open() then
    wins = { text = open(surface.bufnr, at.text), choices = open(surface.choices, at.choices) }
  end
  -- Autocommands of the user's are about windows that they work in.
  M._next = surface
  vim.cmd("noautocmd lua require('acp.surface.dock.windows')._exchange()")
  M._next = nil
  if shown then
    shown.win = nil
  end
  shown, surface.win = surface, wins.text
  M.to_top()
end

function M.to_top()
  api.nvim_win_set_cursor(wins.text, { 1, 0 })
  api.nvim_win_set_cursor(wins.choices, { 1, 0 })
end

local function rows_of(name)
  return api.nvim_win_text_height(wins[name], {}).all
end

--- Shows this; opens the windows when they are closed, and puts them where they belong.
---@param surface acp.Surface
---@param on acp.DockEvents
function M.show(surface, on)
  hl.setup()
  -- A float belongs to the tab page it was opened in.
  if M.is_open() and api.nvim_win_get_tabpage(wins.text) ~= api.nvim_get_current_tabpage() then
    M.close()
  end
  local frame = surface.frame
  local room = place.room(frame.width)
  local groups, rows = surface.spec.place.groups, math.floor(room.most / 2)
  local below = vim.tbl_filter(function(choice)
    return not choice.inline
  end, frame.choices)
  local most = math.max(rows, room.most - LEAST_TEXT_ROWS)
  places = choices.write(surface.choices, below, groups, room.width - 1, rows, most)
  local lines, zindex = api.nvim_buf_line_count, surface.spec.place.zindex
  local at = place.windows(room, lines(surface.bufnr), lines(surface.choices), zindex)
  local was_open = M.is_open()
  if not was_open or shown ~= surface then
    put_in(surface, at)
  end
  if not was_open then
    watch(on)
  end
  local function put()
    api.nvim_win_set_config(wins.text, at.text)
    api.nvim_win_set_config(wins.choices, at.choices)
  end
  put()
  at = place.windows(room, rows_of('text'), rows_of('choices'), zindex)
  put()
  anchor.cover(place.covered(at))
  has_bar = at.has_bar
  M.label()
end

---@return integer? # number of the choice that the mouse is on
function M.choice_under_mouse()
  local mouse = vim.fn.getmousepos()
  if mouse.winid == wins.choices then
    return choices.at(places, mouse.line, mouse.column)
  end
end

return M
