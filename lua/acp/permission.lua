--- The permission float: shows the open questions one at a time, near the chat, and never takes the focus by itself.
local borders = require('acp.borders')
local config = require('acp.config')
local hl = require('acp.hl')
local keys = require('acp.keys')

local M = {}

---@class acp.PermissionOption
---@field optionId string
---@field name string
---@field kind string
---@field key string

---@class acp.PermissionCard see PermissionCard in src/view/permission.ts
---@field id string
---@field session string
---@field view integer
---@field title string
---@field lines (string|{ text: string, spans?: { from: integer, to: integer, group: string }[], lineGroup?: string })[]
---@field options acp.PermissionOption[]
---@field heading? string
---@field fields? acp.Field[] set for what is to be filled in or opened

--- Keys typed before the float could be read are no consent.
local GUARD_MS = 300

local namespace = vim.api.nvim_create_namespace('acp.permission')
local group = vim.api.nvim_create_augroup('acp.permission', {})

---@type acp.PermissionCard[]
local cards = {}
---@type string? id of the card on screen
local shown
---@type integer?
local win
---@type integer?
local buf
--- When the card on screen appeared, in milliseconds.
local since = 0
local hidden = false
--- All that is known about a card, when the user wants to see that.
---@type { id: string, lines: table[] }?
local full
---@type table<integer, acp.PermissionOption> options by the line that shows them
local clickable = {}
---@type { win: integer, insert: boolean, at_end: boolean, cursor: integer[] }? where the user came from
local origin

local function valid()
  return win ~= nil and vim.api.nvim_win_is_valid(win)
end

local function has_focus()
  return valid() and vim.api.nvim_get_current_win() == win
end

---@return acp.PermissionCard? card
---@return integer index
local function current()
  for index, card in ipairs(cards) do
    if card.id == shown then
      return card, index
    end
  end
  return cards[1], 1
end

--- Keeps where the user came from, and how: the keys of the float are those of normal mode.
---@param from integer window; 0 when that is not known
local function come_from(from)
  local mode = vim.api.nvim_get_mode().mode
  local insert = mode:find('^[iR]') ~= nil
  if not origin and vim.api.nvim_win_is_valid(from) then
    local cursor = vim.api.nvim_win_get_cursor(from)
    local row = vim.api.nvim_buf_get_lines(
      vim.api.nvim_win_get_buf(from),
      cursor[1] - 1,
      cursor[1],
      false
    )[1] or ''
    origin = {
      win = from,
      insert = insert or mode == 't',
      at_end = cursor[2] >= #row,
      cursor = cursor,
    }
  end
  if insert or mode == 't' then
    vim.cmd.stopinsert()
  end
end

local function leave()
  local back = origin
  origin = nil
  if back and vim.api.nvim_win_is_valid(back.win) then
    vim.api.nvim_set_current_win(back.win)
    if back.insert then
      -- Leaving insert mode moved the cursor.
      pcall(vim.api.nvim_win_set_cursor, back.win, back.cursor)
      vim.cmd.startinsert({ bang = back.at_end })
    end
  elseif has_focus() then
    vim.cmd.wincmd('p')
  end
end

local function close()
  if has_focus() then
    leave()
  end
  local old = win
  win = nil
  vim.api.nvim_clear_autocmds({ group = group })
  if old and vim.api.nvim_win_is_valid(old) then
    vim.api.nvim_win_close(old, true)
  end
end

---@param card acp.PermissionCard
---@param option acp.PermissionOption
local function answer(card, option)
  if vim.uv.now() - since < GUARD_MS then
    return
  end
  if card.fields then
    require('acp.elicitation').act(card, option.optionId)
    return
  end
  require('acp.host').notify('respond', { id = card.id, optionId = option.optionId })
end

--- Text and marks of a card: what would be done, then the options.
local function render(card)
  local lines, marks = {}, {}
  local function put(text, spans, line_group)
    table.insert(lines, (text:gsub('\n', ' ')))
    for _, span in ipairs(spans or {}) do
      table.insert(marks, { #lines - 1, span.from, { end_col = span.to, hl_group = span.group } })
    end
    if line_group then
      table.insert(marks, { #lines - 1, 0, { line_hl_group = line_group } })
    end
  end
  clickable = {}
  for _, line in ipairs(full and full.id == card.id and full.lines or card.lines) do
    if type(line) == 'string' then
      put(line)
    else
      put(line.text, line.spans, line.lineGroup)
    end
  end
  put('')
  for _, option in ipairs(card.options) do
    local key = ('[%s]'):format(option.key)
    put(key .. ' ' .. option.name, {
      { from = 0, to = #key, group = 'AcpPermissionKey' },
      { from = #key + 1, to = #key + 1 + #option.name, group = 'AcpPermissionOption' },
    })
    clickable[#lines] = option
  end
  return lines, marks
end

local function map_keys(card)
  for _, map in ipairs(vim.api.nvim_buf_get_keymap(buf, 'n')) do
    vim.keymap.del('n', map.lhs, { buffer = buf })
  end
  keys.map(buf, 'permission', {
    permission_next = M.next,
    permission_leave = leave,
    permission_reason = function()
      M.reject_with_reason(card)
    end,
    permission_escape = leave,
    permission_full = function()
      M.toggle_full(card)
    end,
  })
  local function clicked()
    local mouse = vim.fn.getmousepos()
    local option = mouse.winid == win and clickable[mouse.line] or nil
    if option then
      answer(card, option)
    end
  end
  for _, times in ipairs({ '', '2-', '3-', '4-' }) do
    local opts = { buffer = buf, nowait = true, silent = true, desc = 'acp: the option clicked on' }
    vim.keymap.set({ 'n', 'i' }, ('<%sLeftRelease>'):format(times), clicked, opts)
    if times ~= '' then
      -- Clicks in quick succession would select.
      vim.keymap.set({ 'n', 'i' }, ('<%sLeftMouse>'):format(times), '<LeftMouse>', opts)
    end
  end
  for _, option in ipairs(card.options) do
    if option.key ~= '' then
      vim.keymap.set('n', option.key, function()
        answer(card, option)
      end, { buffer = buf, nowait = true, silent = true, desc = 'acp: ' .. option.name })
    end
  end
end

--- Where the float stands: over the end of the transcript, or at the editor's lower right when the chat is closed.
local function geometry(lines)
  local widest = 30
  for _, line in ipairs(lines) do
    widest = math.max(widest, vim.fn.strdisplaywidth(line))
  end
  local windows = require('acp.chat.windows').get()
  local at = windows
    and vim.api.nvim_win_is_valid(windows.chat)
    and vim.fn.getwininfo(windows.chat)[1]
  local room = at and at.width - 4 or vim.o.columns - 4
  local width = math.max(10, math.min(widest + 2, math.max(room, 20), vim.o.columns - 4))
  local height = 0
  for _, line in ipairs(lines) do
    height = height + math.max(1, math.ceil(vim.fn.strdisplaywidth(line) / (width - 1)))
  end
  local bottom = at and (at.winrow + at.height - 1) or (vim.o.lines - vim.o.cmdheight - 2)
  local tallest = math.max(3, math.floor((at and at.height or vim.o.lines) * 0.7))
  height = math.max(1, math.min(height, tallest, bottom - 2))
  return {
    relative = 'editor',
    row = math.max(0, bottom - height - 2),
    col = at and (at.wincol - 1 + math.max(0, at.width - width - 3))
      or math.max(0, vim.o.columns - width - 3),
    width = width,
    height = height,
    zindex = 60,
    border = borders.single(config.get().layout.border),
  }
end

local function footer()
  if has_focus() then
    local more = #cards > 1 and (keys.of('permission_next') or '') .. ' next  ' or ''
    local card = current()
    local all = card and not card.fields and keys.of('permission_full')
    local seen = full and card and full.id == card.id and 'less' or 'all of it'
    local see = all and ('%s %s  '):format(all, seen) or ''
    return (' %s%s%s back '):format(more, see, keys.of('permission_leave') or ':wincmd p')
  end
  local key = keys.of('permission')
  local card = current()
  if card and card.fields then
    return (' %s to answer '):format(key or ':Acp permissions')
  end
  return key and (' %s to answer, or :Acp allow '):format(key) or ' :Acp permissions to answer '
end

local function label()
  if not valid() then
    return
  end
  local card, index = current()
  local count = #cards > 1 and (' %d of %d'):format(index, #cards) or ''
  local heading = card and card.heading or 'Permission'
  vim.api.nvim_win_set_config(win, {
    title = { { (' %s%s '):format(heading, count), hl.on_frame('AcpPermissionBorder') } },
    footer = { { footer(), hl.on_frame('AcpMuted') } },
    footer_pos = 'right',
  })
end

local function ensure_buffer()
  if buf and vim.api.nvim_buf_is_valid(buf) then
    return
  end
  buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].bufhidden = 'hide'
  vim.bo[buf].modeline = false
  vim.bo[buf].undolevels = -1
  vim.bo[buf].filetype = 'acppermission'
end

local function open_window(at)
  win = vim.api.nvim_open_win(
    buf,
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
  local own = win
  vim.api.nvim_clear_autocmds({ group = group })
  vim.api.nvim_create_autocmd({ 'WinEnter', 'WinLeave' }, {
    group = group,
    callback = function(event)
      if event.event == 'WinEnter' and has_focus() then
        come_from(vim.fn.win_getid(vim.fn.winnr('#')))
      end
      vim.schedule(label)
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
      -- Closed by the user in it, the question stays open and `:Acp permissions` shows it again. Closed from
      -- elsewhere (`:only`), it comes back.
      hidden = vim.api.nvim_get_current_win() == own
      if not hidden then
        vim.schedule(M.place)
      end
    end,
  })
  vim.api.nvim_create_autocmd({ 'TabEnter', 'VimResized' }, {
    group = group,
    callback = function()
      vim.schedule(M.place)
    end,
  })
end

--- Draws the current card, opens the float when it is closed, and puts it where it belongs.
local function draw()
  local card = current()
  if not card or hidden then
    close()
    return
  end
  require('acp.hl').setup()
  ensure_buffer()
  local lines, marks = render(card)
  if shown ~= card.id then
    shown = card.id
    since = vim.uv.now()
  end
  vim.bo[buf].modifiable = true
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  vim.bo[buf].modifiable = false
  vim.api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
  for _, mark in ipairs(marks) do
    pcall(vim.api.nvim_buf_set_extmark, buf, namespace, mark[1], mark[2], mark[3])
  end
  map_keys(card)
  local at = geometry(lines)
  -- A float belongs to the tab page it was opened in.
  if valid() and vim.api.nvim_win_get_tabpage(win) ~= vim.api.nvim_get_current_tabpage() then
    close()
  end
  if valid() then
    vim.api.nvim_win_set_config(win, at)
  else
    -- In the command-line window no float may be opened; leaving it draws again.
    if vim.fn.getcmdwintype() ~= '' then
      vim.api.nvim_create_autocmd('CmdwinLeave', {
        group = group,
        once = true,
        callback = function()
          vim.schedule(draw)
        end,
      })
      return
    end
    open_window(at)
  end
  -- The options must be seen: a long diff starts at its top only when all of it fits.
  if not has_focus() then
    local fits = at.height >= #lines
    vim.api.nvim_win_set_cursor(win, { fits and 1 or #lines, 0 })
  end
  label()
end

--- Shows exactly these questions; none closes the float.
---@param new acp.PermissionCard[]
function M.show(new)
  local known = {}
  for _, card in ipairs(cards) do
    known[card.id] = true
  end
  for _, card in ipairs(new) do
    if not known[card.id] then
      hidden = false
    end
  end
  cards = new
  if #cards == 0 then
    shown, full = nil, nil
    hidden = false
  end
  draw()
  -- While a command line is being typed the screen stays as it is unless asked to change.
  if vim.api.nvim_get_mode().mode:find('^c') then
    vim.cmd.redraw()
  end
end

--- Puts the float where it belongs now, if it is open.
function M.place()
  if #cards > 0 then
    draw()
  end
end

--- Goes to the float; its keys then answer.
function M.focus()
  if #cards == 0 then
    require('acp.notify').show('info', 'no permission is asked')
    return
  end
  hidden = false
  draw()
  if not valid() or has_focus() then
    return
  end
  origin = nil
  come_from(vim.api.nvim_get_current_win())
  vim.api.nvim_set_current_win(win)
  label()
end

--- Asks why, rejects, and lets the reason follow as the next prompt.
---@param card acp.PermissionCard
function M.reject_with_reason(card)
  -- Forms and links are declined by their own keys.
  if card.fields or vim.uv.now() - since < GUARD_MS then
    return
  end
  vim.ui.input({ prompt = 'Reject because: ' }, function(reason)
    if reason and vim.trim(reason) ~= '' then
      require('acp.host').notify('reject', { id = card.id, reason = reason })
    end
  end)
end

--- Shows all that is known about a question, uncut, or the short form again.
---@param card acp.PermissionCard
function M.toggle_full(card)
  if card.fields then
    return
  end
  if full and full.id == card.id then
    full = nil
    draw()
    return
  end
  require('acp.host').notify('permission_full', { id = card.id }, function(problem, lines)
    if problem or shown ~= card.id then
      return
    end
    full = { id = card.id, lines = lines }
    draw()
    if has_focus() then
      vim.api.nvim_win_set_cursor(win, { 1, 0 })
    end
  end)
end

--- A click on the statusline.
function M.click()
  vim.schedule(M.focus)
end

--- The next open question, in the float.
function M.next()
  if not has_focus() then
    M.focus()
    return
  end
  local _, index = current()
  local card = cards[index % #cards + 1]
  if card then
    shown = card.id
    since = vim.uv.now()
    draw()
  end
end

return M
