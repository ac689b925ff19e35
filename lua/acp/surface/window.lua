--- Where the window of a surface is, and how large.
local borders = require('acp.ui.borders')
local config = require('acp.config')
local hl = require('acp.ui.hl')

local M = {}

local api = vim.api

--- A narrower editor is used in its whole width.
local SMALL = 100
--- Cells of the border.
local BORDER = 2

--- Behind the agents' questions, but not while the user works in it.
---@param place acp.Place
---@param focused boolean
---@return integer
function M.zindex(place, focused)
  return focused and place.zindex or place.zindexBehind or place.zindex
end

--- What a window may take at most.
---@return acp.Room
function M.room()
  local margin = vim.o.columns < SMALL and 0 or 1
  local width = vim.o.columns - BORDER - 2 * margin
  return { width = math.max(10, width), height = math.max(1, vim.o.lines - 6) }
end

--- As large as the user has made it, else as its text, or as wide as a narrow editor.
---@param own? acp.Room
---@return table # for nvim_open_win and nvim_win_set_config
local function geometry(place, frame, focused, own)
  local room = M.room()
  local is_filled = not own and vim.o.columns < SMALL
  local wanted = is_filled and room.width or (own or frame).width
  local width = math.max(10, math.min(wanted, room.width))
  local height = math.min((own or frame).height, room.height)
  local more = height < frame.height and ' j more ' or ''
  return {
    relative = 'editor',
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    col = math.max(0, math.floor((vim.o.columns - width - (is_filled and BORDER or 0)) / 2)),
    width = width,
    height = height,
    zindex = M.zindex(place, focused),
    border = borders.single(config.get().layout.border),
    title = frame.title,
    footer = { { more .. frame.footer, hl.on_frame('AcpMuted') } },
    footer_pos = 'right',
  }
end

--- Folds are the host's; the user's own ways to fold and to show a line are for their own windows.
local OPTIONS = {
  number = false,
  relativenumber = false,
  signcolumn = 'no',
  foldcolumn = '0',
  list = false,
  spell = false,
  colorcolumn = '',
  statuscolumn = '',
  linebreak = true,
  foldmethod = 'manual',
  foldenable = true,
  foldtext = "v:lua.require'acp.surface.folds'.text()",
  foldminlines = 0,
  winfixbuf = true,
  fillchars = 'fold: ,eob: ',
}

---@param win integer
---@param own table<string, any>
function M.set_options(win, own)
  local looks = { winhighlight = hl.winhighlight() }
  for name, value in pairs(vim.tbl_extend('force', OPTIONS, looks, own)) do
    vim.wo[win][0][name] = value
  end
end

--- Opens a window with the focus: the user has just asked for it.
---@param bufnr integer
---@param spec { place: acp.Place, cursorline: boolean, wrap: boolean }
---@param frame acp.SurfaceFrame
---@return integer win
function M.open(bufnr, spec, frame)
  hl.setup()
  local at = vim.tbl_extend('error', geometry(spec.place, frame, true), { style = 'minimal' })
  local win = api.nvim_open_win(bufnr, true, at)
  M.set_options(win, { cursorline = spec.cursorline, wrap = spec.wrap })
  return win
end

---@param win integer
---@param place acp.Place
---@param frame acp.SurfaceFrame
---@param own? acp.Room what the user has made of it
function M.update(win, place, frame, own)
  api.nvim_win_set_config(win, geometry(place, frame, api.nvim_get_current_win() == win, own))
end

return M
