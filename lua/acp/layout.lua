--- Windows of a chat: the transcript and the prompt, as a pair of floats or of splits. Owns their places, not
--- their buffers.
local config = require('acp.config')

local M = {}

---@class acp.Windows
---@field chat integer
---@field prompt integer
---@field kind string

local MAX_FLOAT_WIDTH = 120

--- Window options that belong to our windows only.
local CHAT_OPTIONS = {
  wrap = true,
  linebreak = true,
  breakindent = true,
  number = false,
  relativenumber = false,
  signcolumn = 'no',
  foldcolumn = '0',
  list = false,
  spell = false,
  cursorline = false,
  colorcolumn = '',
  statuscolumn = '',
  foldmethod = 'manual',
  foldenable = true,
  foldtext = '',
  foldminlines = 0,
  conceallevel = 0,
  winfixbuf = true,
  fillchars = 'fold: ,eob: ',
  winhighlight = 'FloatBorder:AcpBorder,FloatTitle:AcpTitle,FloatFooter:AcpFooter,Folded:AcpFolded',
}

local PROMPT_OPTIONS = {
  wrap = true,
  linebreak = true,
  number = false,
  relativenumber = false,
  signcolumn = 'no',
  foldcolumn = '0',
  list = false,
  cursorline = false,
  colorcolumn = '',
  statuscolumn = '',
  winfixbuf = true,
  winfixheight = true,
  fillchars = 'eob: ',
  winhighlight = 'FloatBorder:AcpBorder,FloatTitle:AcpTitle,FloatFooter:AcpFooter',
}

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
  local last = mods.split == 'botright' or mods.split == 'belowright'
  if mods.tab and mods.tab >= 0 then
    return { kind = 'tab' }
  elseif mods.vertical then
    return { kind = (mods.split == 'topleft' or mods.split == 'aboveleft') and 'left' or 'right' }
  elseif mods.horizontal or (mods.split and mods.split ~= '') then
    return { kind = last and 'bottom' or 'top' }
  end
end

local function border()
  local own = config.get().layout.border
  if own then
    return own
  end
  local exists, global = pcall(function()
    return vim.o.winborder
  end)
  if exists and global ~= '' then
    return global
  end
  return 'rounded'
end

local function share(wanted, total, default)
  wanted = wanted or default
  local size = wanted < 1 and math.floor(total * wanted) or wanted
  return math.max(1, math.min(size, total))
end

local function prompt_height(bufnr, width)
  local opts = config.get().layout
  local height = 0
  for _, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, opts.prompt_max, false)) do
    height = height + math.max(1, math.ceil(vim.fn.strdisplaywidth(line) / math.max(1, width)))
  end
  return math.max(opts.prompt_min, math.min(opts.prompt_max, height))
end

--- Where both floats stand, borders included.
local function float_geometry(prompt_buf)
  local opts = config.get().layout
  local lines = vim.o.lines - vim.o.cmdheight - (vim.o.laststatus > 0 and 1 or 0)
  local edge = border() == 'none' and 0 or 2
  local width = share(opts.width, vim.o.columns, 0.8)
  width = math.min(width, (opts.width and opts.width >= 1) and width or MAX_FLOAT_WIDTH)
  width = math.max(10, math.min(width, vim.o.columns - edge))
  local height = math.max(6, math.min(share(opts.height, lines, 0.85), lines))
  local prompt =
    math.max(1, math.min(prompt_height(prompt_buf, width), math.floor(height / 2) - edge))
  local chat = math.max(1, height - prompt - 2 * edge)
  local row = math.max(0, math.floor((lines - chat - prompt - 2 * edge) / 2))
  local col = math.max(0, math.floor((vim.o.columns - width - edge) / 2))
  local base = { relative = 'editor', width = width, col = col, border = border(), zindex = 40 }
  return vim.tbl_extend('force', base, { row = row, height = chat }),
    vim.tbl_extend('force', base, { row = row + chat + edge, height = prompt })
end

local function open_floats(buffers)
  local chat_at, prompt_at = float_geometry(buffers.prompt)
  local chat = vim.api.nvim_open_win(buffers.chat, false, chat_at)
  local prompt = vim.api.nvim_open_win(buffers.prompt, true, prompt_at)
  return { chat = chat, prompt = prompt, kind = 'float' }
end

local SPLITS = {
  right = 'botright vertical split',
  left = 'topleft vertical split',
  bottom = 'botright split',
  top = 'topleft split',
  tab = 'tab split',
}

local function open_splits(buffers, kind)
  local opts = config.get().layout
  local chat
  -- 'winfixbuf' of the window we come from must not bind the new one.
  vim.cmd('keepalt ' .. SPLITS[kind])
  chat = vim.api.nvim_get_current_win()
  vim.wo[chat].winfixbuf = false
  vim.api.nvim_win_set_buf(chat, buffers.chat)
  if kind == 'right' or kind == 'left' then
    local width = (opts.width and opts.width >= 1) and opts.width
      or math.floor(vim.o.columns * 0.42)
    vim.api.nvim_win_set_width(chat, math.max(20, math.min(width, vim.o.columns - 20)))
    vim.wo[chat].winfixwidth = true
  elseif kind ~= 'tab' then
    local height = (opts.height and opts.height >= 1) and opts.height
      or math.floor(vim.o.lines * 0.5)
    vim.api.nvim_win_set_height(chat, height)
  end
  vim.cmd('keepalt belowright split')
  local prompt = vim.api.nvim_get_current_win()
  vim.wo[prompt].winfixbuf = false
  vim.api.nvim_win_set_buf(prompt, buffers.prompt)
  return { chat = chat, prompt = prompt, kind = kind }
end

--- Opens both windows, the prompt with the focus.
---@param buffers { chat: integer, prompt: integer }
---@param layout? acp.LayoutConfig
---@return acp.Windows
function M.open(buffers, layout)
  local kind = (layout or {}).kind or config.get().layout.kind or 'float'
  local windows = kind == 'float' and open_floats(buffers) or open_splits(buffers, kind)
  set_options(windows.chat, CHAT_OPTIONS)
  set_options(windows.prompt, PROMPT_OPTIONS)
  M.fit(windows, buffers)
  return windows
end

--- Puts the windows where they belong now: after a resize, or when the prompt grew.
---@param windows acp.Windows
---@param buffers { chat: integer, prompt: integer }
function M.fit(windows, buffers)
  if
    not (vim.api.nvim_win_is_valid(windows.chat) and vim.api.nvim_win_is_valid(windows.prompt))
  then
    return
  end
  if windows.kind == 'float' then
    local chat_at, prompt_at = float_geometry(buffers.prompt)
    vim.api.nvim_win_set_config(windows.chat, chat_at)
    vim.api.nvim_win_set_config(windows.prompt, prompt_at)
  else
    local width = vim.api.nvim_win_get_width(windows.prompt)
    local height = prompt_height(buffers.prompt, width)
    if vim.api.nvim_win_get_height(windows.prompt) ~= height then
      vim.api.nvim_win_set_height(windows.prompt, height)
    end
  end
end

--- Text columns of the transcript.
---@param windows acp.Windows
---@return integer
function M.width(windows)
  local info = vim.fn.getwininfo(windows.chat)[1]
  return info and (info.width - info.textoff) or 80
end

--- Writes what the frame says: title and footer of floats, window bars of splits.
---@param windows acp.Windows
---@param texts { chat: string, prompt: string, hint: string }
function M.label(windows, texts)
  for name, win in pairs({ chat = windows.chat, prompt = windows.prompt }) do
    if vim.api.nvim_win_is_valid(win) then
      if windows.kind == 'float' then
        local at = { title = ' ' .. texts[name] .. ' ', title_pos = 'left' }
        if name == 'prompt' then
          at.footer = ' ' .. texts.hint .. ' '
          at.footer_pos = 'right'
        end
        if border() ~= 'none' then
          vim.api.nvim_win_set_config(win, at)
        end
      else
        local text = texts[name]:gsub('%%', '%%%%')
        vim.api.nvim_set_option_value(
          'winbar',
          '%#AcpTitle# ' .. text .. ' ',
          { win = win, scope = 'local' }
        )
      end
    end
  end
end

return M
