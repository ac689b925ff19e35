--- The windows of a chat as a pair of floats.
local borders = require('acp.ui.borders')
local config = require('acp.config')
local sizes = require('acp.chat.sizes')

local M = {}

local MAX_WIDTH = 120
--- An editor that is smaller is filled: there is nothing to spare around the chat.
local SMALL = { columns = 100, lines = 30 }
--- Rows of the transcript that are left, whatever else there is.
local MIN_CHAT = 3

---@class acp.FloatPlaces
---@field chat vim.api.keyset.win_config
---@field bar? vim.api.keyset.win_config
---@field prompt vim.api.keyset.win_config

--- Where the floats stand. Their common frame looks like one window with a line across.
---@param bar_rows integer wanted between transcript and prompt
---@return acp.FloatPlaces
local function geometry(prompt_buf, bar_rows)
  local opts = config.get().layout
  local frame = borders.pair(opts.border)
  local lines = vim.o.lines - vim.o.cmdheight - (vim.o.laststatus > 0 and 1 or 0)
  local most = math.max(1, vim.o.columns - frame.columns)
  local wide = opts.width or (vim.o.columns < SMALL.columns and 1 or 0.8)
  local high = opts.height or (vim.o.lines < SMALL.lines and 1 or 0.85)
  local width = math.min(sizes.share(wide, vim.o.columns), most)
  if not opts.width then
    width = math.min(width, MAX_WIDTH)
  end
  local room = math.max(2, sizes.share(high, lines) - frame.rows)
  -- Without borders the prompt has a window bar.
  local winbar = frame.rows == 0 and 1 or 0
  local wanted = sizes.prompt(prompt_buf, width - 1) + winbar
  local prompt = math.max(1, math.min(wanted, math.floor(room / 2)))
  local bar = math.min(bar_rows, math.max(0, room - prompt - MIN_CHAT))
  local chat = room - prompt - bar
  local row = math.max(0, math.floor((lines - room - frame.rows) / 2))
  local col = math.max(0, math.floor((vim.o.columns - width - frame.columns) / 2))
  local base = { relative = 'editor', width = width, col = col, zindex = 40 }
  local function float(at, height, border)
    return vim.tbl_extend('force', base, { row = at, height = height, border = border })
  end
  local below = row + chat + frame.between
  return {
    chat = float(row, chat, frame.upper),
    bar = bar > 0 and float(below, bar, frame.middle) or nil,
    prompt = float(below + bar, prompt, frame.lower),
  }
end

--- Opens both; the focus stays.
---@param buffers { chat: integer, prompt: integer }
---@return acp.Windows
function M.open(buffers)
  local places = geometry(buffers.prompt, 0)
  local chat = vim.api.nvim_open_win(buffers.chat, false, places.chat)
  local prompt = vim.api.nvim_open_win(buffers.prompt, false, places.prompt)
  return { chat = chat, prompt = prompt, kind = 'float' }
end

--- Puts them where they belong now.
---@param windows acp.Windows
---@param buffers { chat: integer, prompt: integer }
---@param bar? { bufnr: integer, rows: integer } what stands between them
function M.fit(windows, buffers, bar)
  local places = geometry(buffers.prompt, bar and bar.rows or 0)
  if vim.deep_equal(places, windows.places) then
    return
  end
  windows.places = places
  for name, at in pairs(places) do
    if windows[name] then
      vim.api.nvim_win_set_config(windows[name], at)
    end
  end
end

--- Opens the float between them, if there is room; the focus stays.
---@param windows acp.Windows
---@param buffers { chat: integer, prompt: integer }
---@param bar { bufnr: integer, rows: integer }
---@return integer? win
function M.open_bar(windows, buffers, bar)
  M.fit(windows, buffers, bar)
  local at = windows.places.bar
  return at
    and vim.api.nvim_open_win(bar.bufnr, false, vim.tbl_extend('error', at, { noautocmd = true }))
end

return M
