--- The windows of a chat as splits at a side of the editor, or in a tab page of their own.
local config = require('acp.config')
local sizes = require('acp.chat.sizes')

local M = {}

--- Columns at a side of the editor.
local MIN_WIDTH = 20

local SIDES = { right = 'right', left = 'left', bottom = 'below', top = 'above' }

---@return vim.api.keyset.win_config
local function split_at(kind)
  local opts = config.get().layout
  if kind == 'right' or kind == 'left' then
    local width = sizes.share(opts.width or 0.42, vim.o.columns)
    return { split = SIDES[kind], win = -1, width = math.max(MIN_WIDTH, width) }
  end
  local height = sizes.share(opts.height or 0.5, vim.o.lines)
  return { split = SIDES[kind], win = -1, height = math.max(5, height) }
end

---@return integer win
local function open_chat(bufnr, kind)
  if kind == 'tab' then
    vim.cmd(('keepalt tab sbuffer %d'):format(bufnr))
    return vim.api.nvim_get_current_win()
  end
  return vim.api.nvim_open_win(bufnr, false, split_at(kind))
end

--- Opens both.
---@param buffers { chat: integer, prompt: integer }
---@param kind string
---@return acp.Windows
function M.open(buffers, kind)
  local before = kind ~= 'tab'
      and { windows = vim.api.nvim_tabpage_list_wins(0), command = vim.fn.winrestcmd() }
    or nil
  local chat = open_chat(buffers.chat, kind)
  local height = sizes.prompt(buffers.prompt, vim.api.nvim_win_get_width(chat) - 1)
  local at = { split = 'below', win = chat, height = height }
  local prompt = vim.api.nvim_open_win(buffers.prompt, false, at)
  local windows = { chat = chat, prompt = prompt, kind = kind, sizes = before }
  if kind == 'right' or kind == 'left' then
    vim.wo[chat][0].winfixwidth = true
    vim.wo[prompt][0].winfixwidth = true
    M.note_width(windows)
  end
  return windows
end

--- The user has made it so wide, in an editor of this width.
---@param windows acp.Windows
function M.note_width(windows)
  local width = vim.api.nvim_win_get_width(windows.chat)
  local known = windows.width
  if not known or width ~= known.fitted then
    windows.width = { wanted = width, columns = vim.o.columns, fitted = width }
  end
end

--- In a smaller editor it takes the same part of it, in a larger one it is as wide as it was.
---@param windows acp.Windows
function M.fit_width(windows)
  local width = windows.width
  if width then
    local part = math.min(1, vim.o.columns / width.columns)
    local wanted = math.max(math.min(MIN_WIDTH, width.wanted), math.floor(width.wanted * part))
    vim.api.nvim_win_set_width(windows.chat, wanted)
    width.fitted = vim.api.nvim_win_get_width(windows.chat)
  end
end

--- Opens the other one of both beside one that is there: the prompt below the transcript, or that above the prompt.
---@param buffers { chat: integer, prompt: integer }
---@param win integer
---@param is_chat boolean what is in that window
---@return integer win
function M.open_beside(buffers, win, is_chat)
  local at = { split = is_chat and 'below' or 'above', win = win }
  return vim.api.nvim_open_win(is_chat and buffers.prompt or buffers.chat, false, at)
end

--- Opens the split between them; the focus stays.
---@param windows acp.Windows
---@param _ { chat: integer, prompt: integer }
---@param bar { bufnr: integer, rows: integer }
---@return integer win
function M.open_bar(windows, _, bar)
  local at = { split = 'above', win = windows.prompt, height = bar.rows }
  local win = vim.api.nvim_open_win(bar.bufnr, false, at)
  vim.wo[win][0].statusline = ' '
  return win
end

--- Makes the prompt as high as its text wants, and what stands above it.
---@param windows acp.Windows
---@param buffers { chat: integer, prompt: integer }
---@param bar? { bufnr: integer, rows: integer } what stands between them
function M.fit(windows, buffers, bar)
  if bar and windows.bar and vim.api.nvim_win_get_height(windows.bar) ~= bar.rows then
    vim.api.nvim_win_set_height(windows.bar, bar.rows)
  end
  local width = vim.api.nvim_win_get_width(windows.prompt) - 1
  local winbar = vim.fn.getwininfo(windows.prompt)[1].winbar
  local height = sizes.prompt(buffers.prompt, width) + winbar
  if vim.api.nvim_win_get_height(windows.prompt) ~= height then
    vim.api.nvim_win_set_height(windows.prompt, height)
  end
end

--- Gives the splits that are left their old sizes back.
---@param before { windows: integer[], command: string } as they were
function M.restore_sizes(before)
  if vim.deep_equal(before.windows, vim.api.nvim_tabpage_list_wins(0)) then
    vim.cmd(before.command)
  end
end

return M
