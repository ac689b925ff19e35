--- The windows of a chat as a pair of floats.
local borders = require('acp.ui.borders')
local config = require('acp.config')
local sizes = require('acp.chat.sizes')

local M = {}

local MAX_WIDTH = 120
--- An editor that is smaller is filled: there is nothing to spare around the chat.
local SMALL = { columns = 100, lines = 30 }

--- Where both floats stand. Their common frame looks like one window with a line across.
---@return vim.api.keyset.win_config chat
---@return vim.api.keyset.win_config prompt
local function geometry(prompt_buf)
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
  local bar = frame.rows == 0 and 1 or 0
  local wanted = sizes.prompt(prompt_buf, width - 1) + bar
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

--- Opens both; the focus stays.
---@param buffers { chat: integer, prompt: integer }
---@return acp.Windows
function M.open(buffers)
  local chat_at, prompt_at = geometry(buffers.prompt)
  local chat = vim.api.nvim_open_win(buffers.chat, false, chat_at)
  local prompt = vim.api.nvim_open_win(buffers.prompt, false, prompt_at)
  return { chat = chat, prompt = prompt, kind = 'float' }
end

--- Puts them where they belong now.
---@param windows acp.Windows
---@param buffers { chat: integer, prompt: integer }
function M.fit(windows, buffers)
  local chat_at, prompt_at = geometry(buffers.prompt)
  local place = { chat_at, prompt_at }
  if vim.deep_equal(place, windows.place) then
    return
  end
  windows.place = place
  vim.api.nvim_win_set_config(windows.chat, chat_at)
  vim.api.nvim_win_set_config(windows.prompt, prompt_at)
end

return M
