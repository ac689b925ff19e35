--- The two windows of a question: what is asked, which scrolls, and the options, which stay. Neither takes the focus by
--- itself.
local hl = require('acp.ui.hl')
local origin = require('acp.permission.origin')
local pictures = require('acp.permission.card')
local place = require('acp.permission.place')

local M = {}

local namespace = vim.api.nvim_create_namespace('acp.permission')
local group = vim.api.nvim_create_augroup('acp.permission', {})

---@type { asked?: integer, options?: integer }
local wins = {}
---@type { asked?: integer, options?: integer }
local bufs = {}
--- What is asked in the window now; another one begins at its top.
---@type string?
local subject
---@type acp.PermissionLine[]?
local written
---@type acp.DrawnOptions?
local drawn_options
local has_bar = false

local function valid(win)
  return win ~= nil and vim.api.nvim_win_is_valid(win)
end

---@return boolean
function M.is_open()
  return valid(wins.asked) and valid(wins.options)
end

---@return boolean
function M.has_focus()
  local current = vim.api.nvim_get_current_win()
  return M.is_open() and (current == wins.asked or current == wins.options)
end

---@return integer? asked window of what is asked
---@return integer? options
function M.ids()
  if M.is_open() then
    return wins.asked, wins.options
  end
end

--- Without a frame, a bar above the options tells what is out of sight.
---@return boolean
function M.has_bar()
  return has_bar
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
  local old = wins
  wins, subject = {}, nil
  vim.api.nvim_clear_autocmds({ group = group })
  vim.api.nvim_set_decoration_provider(namespace, {})
  for _, win in pairs(old) do
    if vim.api.nvim_win_is_valid(win) then
      vim.api.nvim_win_close(win, true)
    end
  end
end

---@param name 'asked'|'options'
---@return integer buffer
local function buffer(name)
  local buf = bufs[name]
  if not buf or not vim.api.nvim_buf_is_valid(buf) then
    buf = vim.api.nvim_create_buf(false, true)
    vim.bo[buf].bufhidden = 'hide'
    vim.bo[buf].modeline = false
    vim.bo[buf].undolevels = -1
    vim.bo[buf].filetype = 'acppermission'
    bufs[name] = buf
  end
  return buf
end

---@return integer[]
function M.buffers()
  return { buffer('asked'), buffer('options') }
end

---@class acp.PermissionWindowEvents
---@field focus fun() the focus came or went
---@field moved fun() it must be put where it belongs
---@field seen fun() it has been drawn on the screen
---@field closed fun(by_user: boolean)

---@param on acp.PermissionWindowEvents
local function watch(on)
  vim.api.nvim_clear_autocmds({ group = group })
  vim.api.nvim_create_autocmd({ 'WinEnter', 'WinLeave' }, {
    group = group,
    callback = function(event)
      local before = vim.fn.win_getid(vim.fn.winnr('#'))
      if event.event == 'WinEnter' and M.has_focus() and before ~= wins.asked then
        origin.come_from(before)
      end
      vim.schedule(on.focus)
    end,
  })
  local own = { wins.asked, wins.options }
  vim.api.nvim_create_autocmd('WinClosed', {
    group = group,
    pattern = vim.tbl_map(tostring, own),
    callback = function()
      if wins.asked ~= own[1] then
        return
      end
      local by_user = vim.tbl_contains(own, vim.api.nvim_get_current_win())
      wins, subject = {}, nil
      for _, win in ipairs(own) do
        vim.schedule(function()
          pcall(vim.api.nvim_win_close, win, true)
        end)
      end
      on.closed(by_user)
    end,
  })
  vim.api.nvim_create_autocmd({ 'TabEnter', 'VimResized', 'CmdwinLeave' }, {
    group = group,
    callback = function()
      vim.schedule(on.moved)
    end,
  })
  vim.api.nvim_set_decoration_provider(namespace, {
    on_win = function(_, win)
      if win == wins.asked then
        on.seen()
      end
      return false
    end,
  })
end

local OPTIONS = {
  wrap = true,
  linebreak = true,
  -- A line that is longer than the window is read by rows.
  smoothscroll = true,
  scrolloff = 0,
  winfixbuf = true,
  -- One blank cell keeps text and border apart.
  statuscolumn = ' ',
  winhighlight = 'FloatBorder:AcpPermissionBorder,FloatTitle:AcpPermissionBorder',
}

local function open(name, at)
  -- The command-line window lets floats be opened that take no focus.
  local win = vim.api.nvim_open_win(
    buffer(name),
    false,
    vim.tbl_extend('force', at, { style = 'minimal', noautocmd = true })
  )
  for option, value in pairs(OPTIONS) do
    vim.api.nvim_set_option_value(option, value, { win = win, scope = 'local' })
  end
  wins[name] = win
end

---@param name 'asked'|'options'
---@param drawn acp.Drawn
local function write(name, drawn)
  local buf = buffer(name)
  vim.bo[buf].modifiable = true
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, drawn.lines)
  vim.bo[buf].modifiable = false
  vim.api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
  for _, mark in ipairs(drawn.marks) do
    pcall(vim.api.nvim_buf_set_extmark, buf, namespace, mark[1], mark[2], mark[3])
  end
end

local function widest(asked, options)
  local cells = 0
  for _, line in ipairs(asked) do
    cells = math.max(cells, vim.fn.strdisplaywidth(line))
  end
  for _, option in ipairs(options) do
    cells = math.max(cells, vim.fn.strdisplaywidth(('[%s] %s'):format(option.key, option.name)))
  end
  return cells
end

local function rows_of(name)
  return vim.api.nvim_win_text_height(wins[name], {}).all
end

--- Shows this; opens the windows when they are closed, and puts them where they belong.
---@param key string names what is asked: as long as it is the same, the user's place in it stays
---@param asked acp.PermissionLine[]
---@param options acp.PermissionOption[]
---@param on acp.PermissionWindowEvents
function M.show(key, asked, options, on)
  hl.setup()
  -- A float belongs to the tab page it was opened in.
  if
    M.is_open()
    and vim.api.nvim_win_get_tabpage(wins.asked) ~= vim.api.nvim_get_current_tabpage()
  then
    M.close()
  end
  local is_new = subject ~= key
  local body = pictures.body(asked)
  if is_new or not vim.deep_equal(written, asked) then
    write('asked', body)
    written = asked
  end
  local room = place.room(widest(body.lines, options))
  drawn_options = pictures.options(options, room.width - 1, math.floor(room.most / 2))
  write('options', drawn_options)
  local at = place.windows(room, #body.lines, #drawn_options.lines)
  if not M.is_open() then
    open('asked', at.asked)
    open('options', at.options)
    watch(on)
  end
  local function put()
    vim.api.nvim_win_set_config(wins.asked, at.asked)
    vim.api.nvim_win_set_config(wins.options, at.options)
  end
  put()
  at = place.windows(room, rows_of('asked'), rows_of('options'))
  put()
  has_bar = at.has_bar
  if not has_bar then
    vim.wo[wins.options].winbar = ''
  end
  if is_new then
    subject = key
    vim.api.nvim_win_set_cursor(wins.asked, { 1, 0 })
    vim.api.nvim_win_set_cursor(wins.options, { 1, 0 })
  end
end

---@return acp.PermissionOption? # the one that the mouse is on
function M.option_under_mouse()
  local mouse = vim.fn.getmousepos()
  if mouse.winid == wins.options and drawn_options then
    return pictures.option_at(drawn_options, mouse.line, mouse.column)
  end
end

return M
