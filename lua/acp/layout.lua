--- Windows of a chat: the transcript and the prompt, as a pair of floats or of splits. Owns their places and frames,
--- not their buffers.
local borders = require('acp.borders')
local config = require('acp.config')
local hl = require('acp.hl')

local M = {}

---@class acp.Windows
---@field chat integer
---@field prompt integer
---@field kind string
---@field sizes? { windows: integer[], command: string } of the splits that were there before
---@field label? string what the frame says now, to draw it only when that changes
---@field place? string where the floats stand

local MAX_FLOAT_WIDTH = 120

local COLOURS = 'FloatBorder:AcpBorder,FloatTitle:AcpTitle,FloatFooter:AcpFooter'

--- Window options that belong to both of our windows only.
local OPTIONS = {
  wrap = true,
  linebreak = true,
  number = false,
  relativenumber = false,
  signcolumn = 'no',
  foldcolumn = '0',
  list = false,
  spell = false,
  cursorline = false,
  cursorcolumn = false,
  colorcolumn = '',
  -- One blank cell keeps text and border apart.
  statuscolumn = ' ',
  diff = false,
  scrollbind = false,
  cursorbind = false,
  winfixbuf = true,
}

local CHAT_OPTIONS = {
  breakindent = true,
  foldmethod = 'manual',
  foldenable = true,
  foldtext = '',
  foldminlines = 0,
  conceallevel = 2,
  concealcursor = '',
  scrolloff = 0,
  smoothscroll = true,
  fillchars = 'fold: ,eob: ',
  winhighlight = COLOURS .. ',Folded:AcpFolded',
}

local PROMPT_OPTIONS = {
  winfixheight = true,
  fillchars = 'eob: ',
  winhighlight = COLOURS,
}

---@param win integer
---@param options table<string, any>
local function set_options(win, options)
  for name, value in pairs(options) do
    vim.api.nvim_set_option_value(name, value, { win = win, scope = 'local' })
  end
end

--- The kind of split that command modifiers ask for; nil for the configured layout.
---@param mods? table
---@return acp.LayoutConfig?
function M.from_mods(mods)
  if not mods then
    return nil
  end
  if mods.tab and mods.tab >= 0 then
    return { kind = 'tab' }
  elseif mods.vertical then
    return { kind = (mods.split == 'topleft' or mods.split == 'aboveleft') and 'left' or 'right' }
  elseif mods.horizontal or (mods.split and mods.split ~= '') then
    local last = mods.split == 'botright' or mods.split == 'belowright'
    return { kind = last and 'bottom' or 'top' }
  end
end

--- A size of the configuration in cells: a number up to 1 is a part of what there is.
---@param wanted number
---@param total integer
---@return integer
local function share(wanted, total)
  local size = wanted <= 1 and wanted * total or wanted
  return math.floor(math.max(1, math.min(size, total)))
end

--- Lines the prompt takes in a window of this width.
---@param bufnr integer
---@param width integer
---@return integer
local function prompt_height(bufnr, width)
  local opts = config.get().layout
  local height = 0
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, opts.prompt_max, false)) do
    height = height + math.max(1, math.ceil(vim.fn.strdisplaywidth(line) / math.max(1, width)))
  end
  return math.max(opts.prompt_min, math.min(opts.prompt_max, height))
end

--- Where both floats stand. Their common frame looks like one window with a line across.
---@param prompt_buf integer
---@return vim.api.keyset.win_config chat
---@return vim.api.keyset.win_config prompt
local function float_geometry(prompt_buf)
  local opts = config.get().layout
  local frame = borders.pair(opts.border)
  local lines = vim.o.lines - vim.o.cmdheight - (vim.o.laststatus > 0 and 1 or 0)
  local most = math.max(1, vim.o.columns - frame.columns)
  local width = math.min(share(opts.width or 0.8, vim.o.columns), most)
  if not opts.width then
    width = math.min(width, MAX_FLOAT_WIDTH)
  end
  local room = math.max(2, share(opts.height or 0.85, lines) - frame.rows)
  -- Without borders the prompt has a window bar.
  local bar = frame.rows == 0 and 1 or 0
  local wanted = prompt_height(prompt_buf, width - 1) + bar
  local prompt = math.max(1, math.min(wanted, math.floor(room / 2)))
  local chat = room - prompt
  local row = math.max(0, math.floor((lines - room - frame.rows) / 2))
  local col = math.max(0, math.floor((vim.o.columns - width - frame.columns) / 2))
  local base = { relative = 'editor', width = width, col = col, zindex = 40 }
  return vim.tbl_extend('force', base, { row = row, height = chat, border = frame.upper }),
    vim.tbl_extend('force', base, {
      row = row + chat + frame.between,
      height = prompt,
      border = frame.lower,
    })
end

---@param buffers { chat: integer, prompt: integer }
---@return acp.Windows
local function open_floats(buffers)
  local chat_at, prompt_at = float_geometry(buffers.prompt)
  local chat = vim.api.nvim_open_win(buffers.chat, false, chat_at)
  local prompt = vim.api.nvim_open_win(buffers.prompt, false, prompt_at)
  return { chat = chat, prompt = prompt, kind = 'float' }
end

local SIDES = { right = 'right', left = 'left', bottom = 'below', top = 'above' }

---@param kind string
---@return vim.api.keyset.win_config
local function split_at(kind)
  local opts = config.get().layout
  if kind == 'right' or kind == 'left' then
    local width = share(opts.width or 0.42, vim.o.columns)
    return { split = SIDES[kind], win = -1, width = math.max(20, width) }
  end
  local height = share(opts.height or 0.5, vim.o.lines)
  return { split = SIDES[kind], win = -1, height = math.max(5, height) }
end

---@param bufnr integer
---@param kind string
---@return integer win
local function open_chat_split(bufnr, kind)
  if kind == 'tab' then
    vim.cmd(('keepalt tab sbuffer %d'):format(bufnr))
    return vim.api.nvim_get_current_win()
  end
  return vim.api.nvim_open_win(bufnr, false, split_at(kind))
end

---@param buffers { chat: integer, prompt: integer }
---@param kind string
---@return acp.Windows
local function open_splits(buffers, kind)
  local sizes = kind ~= 'tab'
      and { windows = vim.api.nvim_tabpage_list_wins(0), command = vim.fn.winrestcmd() }
    or nil
  local chat = open_chat_split(buffers.chat, kind)
  local height = prompt_height(buffers.prompt, vim.api.nvim_win_get_width(chat) - 1)
  local at = { split = 'below', win = chat, height = height }
  local prompt = vim.api.nvim_open_win(buffers.prompt, false, at)
  for _, win in ipairs((kind == 'right' or kind == 'left') and { chat, prompt } or {}) do
    vim.api.nvim_set_option_value('winfixwidth', true, { win = win, scope = 'local' })
  end
  return { chat = chat, prompt = prompt, kind = kind, sizes = sizes }
end

--- Opens both windows and gives the focus to the prompt.
---@param buffers { chat: integer, prompt: integer }
---@param layout? acp.LayoutConfig
---@return acp.Windows
function M.open(buffers, layout)
  local kind = (layout or {}).kind or config.get().layout.kind or 'float'
  local windows = kind == 'float' and open_floats(buffers) or open_splits(buffers, kind)
  for _, win in ipairs({ windows.chat, windows.prompt }) do
    set_options(win, OPTIONS)
  end
  set_options(windows.chat, CHAT_OPTIONS)
  set_options(windows.prompt, PROMPT_OPTIONS)
  vim.api.nvim_set_current_win(windows.prompt)
  M.fit(windows, buffers)
  return windows
end

---@param win integer
local function close_window(win)
  if not vim.api.nvim_win_is_valid(win) or pcall(vim.api.nvim_win_close, win, true) then
    return
  end
  -- The last window of the editor cannot be closed: it gets an empty buffer.
  vim.api.nvim_set_option_value('winfixbuf', false, { win = win, scope = 'local' })
  pcall(vim.api.nvim_win_set_buf, win, vim.api.nvim_create_buf(true, false))
end

--- Closes both windows; the splits that are left get their old sizes back.
---@param windows acp.Windows
function M.close(windows)
  close_window(windows.prompt)
  close_window(windows.chat)
  local sizes = windows.sizes
  if sizes and vim.deep_equal(sizes.windows, vim.api.nvim_tabpage_list_wins(0)) then
    vim.cmd(sizes.command)
  end
end

---@param windows acp.Windows
---@return boolean
function M.is_whole(windows)
  return vim.api.nvim_win_is_valid(windows.chat) and vim.api.nvim_win_is_valid(windows.prompt)
end

---@param windows acp.Windows
---@param buffers { chat: integer, prompt: integer }
local function fit_floats(windows, buffers)
  local chat_at, prompt_at = float_geometry(buffers.prompt)
  local place = vim.inspect({ chat_at, prompt_at })
  if place == windows.place then
    return
  end
  windows.place = place
  vim.api.nvim_win_set_config(windows.chat, chat_at)
  vim.api.nvim_win_set_config(windows.prompt, prompt_at)
end

--- A window that grew still shows what it showed; all of the prompt is to be seen when it fits.
---@param win integer
---@param bufnr integer
local function show_all(win, bufnr)
  local count = vim.api.nvim_buf_line_count(bufnr)
  vim.api.nvim_win_call(win, function()
    if vim.fn.line('w0') > 1 and count <= vim.fn.getwininfo(win)[1].height then
      vim.fn.winrestview({ topline = 1 })
    end
  end)
end

--- Puts the windows where they belong now: after a resize, or when the prompt grew.
---@param windows acp.Windows
---@param buffers { chat: integer, prompt: integer }
---@return boolean # true when the transcript got another height
function M.fit(windows, buffers)
  if not M.is_whole(windows) then
    return false
  end
  local at_end = vim.api.nvim_win_get_cursor(windows.chat)[1]
    >= vim.api.nvim_buf_line_count(buffers.chat)
  local before = vim.api.nvim_win_get_height(windows.chat)
  if windows.kind == 'float' then
    fit_floats(windows, buffers)
  else
    local width = vim.api.nvim_win_get_width(windows.prompt) - 1
    local bar = vim.fn.getwininfo(windows.prompt)[1].winbar
    local height = prompt_height(buffers.prompt, width) + bar
    if vim.api.nvim_win_get_height(windows.prompt) ~= height then
      vim.api.nvim_win_set_height(windows.prompt, height)
    end
  end
  show_all(windows.prompt, buffers.prompt)
  local changed = vim.api.nvim_win_get_height(windows.chat) ~= before
  if changed and at_end then
    require('acp.draw').to_end(windows.chat)
  end
  return changed
end

--- Text columns of the transcript.
---@param windows acp.Windows
---@return integer
function M.width(windows)
  local info = vim.fn.getwininfo(windows.chat)[1]
  return info and (info.width - math.max(info.textoff, 1)) or 80
end

---@param chunks { [1]: string, [2]: string }[]
---@return string
local function bar_of(chunks)
  return table.concat(vim.tbl_map(function(chunk)
    return ('%%#%s#%s'):format(chunk[2], (chunk[1]:gsub('%%', '%%%%')))
  end, chunks))
end

---@param win integer
---@param text string
local function set_bar(win, text)
  vim.api.nvim_set_option_value('winbar', text, { win = win, scope = 'local' })
end

---@param chunks acp.Chunk[]
---@return acp.Chunk[]|string
local function in_border(chunks)
  -- An empty list is taken for "no change".
  return #chunks > 0
      and vim.tbl_map(function(chunk)
        return { chunk[1], hl.on_frame(chunk[2]) }
      end, chunks)
    or ''
end

---@param windows acp.Windows
---@param texts acp.FrameTexts
local function label_borders(windows, texts)
  vim.api.nvim_win_set_config(windows.chat, {
    title = in_border(texts.title),
    title_pos = 'left',
    footer = in_border(texts.state),
    footer_pos = 'left',
  })
  local hint = in_border(texts.hint)
  vim.api.nvim_win_set_config(windows.prompt, { footer = hint, footer_pos = 'right' })
end

--- Writes what the frame says: into the borders of floats, else into window bars.
---@param windows acp.Windows
---@param texts acp.FrameTexts
function M.label(windows, texts)
  local label = vim.inspect(texts)
  if label == windows.label or not M.is_whole(windows) then
    return
  end
  windows.label = label
  if windows.kind == 'float' and borders.pair(config.get().layout.border).upper ~= 'none' then
    label_borders(windows, texts)
    return
  end
  set_bar(windows.chat, bar_of(texts.title))
  set_bar(windows.prompt, bar_of(texts.state) .. '%=%<' .. bar_of(texts.hint))
end

return M
