--- Options of the windows of a chat; none is set for other windows.
local hl = require('acp.ui.hl')
local window = require('acp.surface.window')

local M = {}

--- Options that both windows have besides those of all our windows.
local OPTIONS = {
  wrap = true,
  cursorline = false,
  cursorcolumn = false,
  diff = false,
  scrollbind = false,
  cursorbind = false,
  -- A buffer that was last shown in a split brings its bar along.
  winbar = '',
}

local CHAT_OPTIONS = {
  statuscolumn = "%{%v:lua.require'acp.transcript.gutter'.cell()%}",
  breakindent = true,
  breakindentopt = 'list:-1',
  conceallevel = 2,
  concealcursor = '',
  scrolloff = 0,
  smoothscroll = true,
}

local PROMPT_OPTIONS = {
  -- One blank cell keeps text and border apart.
  statuscolumn = ' ',
  winfixheight = true,
}

--- In a split, where the user has no statusline of their own, ours leaves out the buffer's name: the window bar says
--- what the window is.
local function statusline(windows)
  local own = vim.go.statusline ~= vim.api.nvim_get_option_info2('statusline', {}).default
  -- A float that has one shows it inside.
  return (own or windows.kind == 'float') and '' or '%=%-14.(%l,%c%V%) %P'
end

--- A split that the user is not in looks as their own windows do then.
local SPLIT_GROUPS = { Normal = 'AcpNormal', NormalNC = 'NormalNC' }

---@param windows acp.Windows
function M.set(windows)
  local own = { [windows.chat] = CHAT_OPTIONS, [windows.prompt] = PROMPT_OPTIONS }
  local groups = windows.kind ~= 'float' and SPLIT_GROUPS or nil
  for win, options in pairs(own) do
    local named = { statusline = statusline(windows), winhighlight = hl.winhighlight(groups) }
    window.set_options(win, vim.tbl_extend('force', OPTIONS, options, named))
  end
end

return M
