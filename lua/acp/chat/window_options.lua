--- Options of the windows of a chat; none is set for other windows.
local M = {}

local COLOURS = 'FloatBorder:AcpBorder,FloatTitle:AcpTitle,FloatFooter:AcpFooter'

--- Window options that belong to both windows.
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
  -- A buffer that was last shown in a split brings its bar along.
  winbar = '',
}

local CHAT_OPTIONS = {
  breakindent = true,
  breakindentopt = 'list:-1',
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

--- In a split, where the user has no statusline of their own, ours says what the window is; else theirs counts.
---@param windows acp.Windows
---@return string
local function statusline(windows)
  local own = vim.go.statusline ~= vim.api.nvim_get_option_info2('statusline', {}).default
  -- A float that has one shows it inside.
  return (own or windows.kind == 'float') and ''
    or "%<%{get(b:, 'acp_title', '')}%=%-14.(%l,%c%V%) %P"
end

---@param win integer
---@param options table<string, any>
local function set_all(win, options)
  for name, value in pairs(options) do
    vim.api.nvim_set_option_value(name, value, { win = win, scope = 'local' })
  end
end

---@param windows acp.Windows
function M.set(windows)
  set_all(windows.chat, OPTIONS)
  set_all(windows.prompt, OPTIONS)
  set_all(windows.chat, CHAT_OPTIONS)
  set_all(windows.prompt, PROMPT_OPTIONS)
  for _, win in ipairs({ windows.chat, windows.prompt }) do
    set_all(win, { statusline = statusline(windows) })
  end
end

return M
