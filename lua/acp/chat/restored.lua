--- What `:mksession` has stored of our windows: empty ones, whose text is gone. After the session is loaded they are
--- taken away again. Chats that are there meanwhile make way for it, as all windows do.
local names = require('acp.chat.names')
local views = require('acp.chat.views')

local M = {}

local api = vim.api

---@type table<integer, string> names of our buffers while a session is loaded, which gives them to its own
local aside = {}

local function is_ours(name)
  return name:find('^acp://') ~= nil
end

--- The script of a session leaves the window of whoever loads it alone, to show a file there.
local function close_windows()
  if package.loaded['acp.chat.windows'] then
    require('acp.chat.windows').close()
  end
end

-- Neovim 0.10 does not say that it loads a session before its script names a buffer.
local has_event = vim.fn.exists('##SessionLoadPre') == 1

local function make_way()
  if not vim.g.SessionLoad or next(aside) then
    return
  end
  if has_event then
    close_windows()
  end
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    local name = api.nvim_buf_get_name(bufnr)
    if is_ours(name) and api.nvim_buf_is_loaded(bufnr) then
      aside[bufnr] = name
      names.rename(bufnr, name .. ' (kept)')
    end
  end
end

api.nvim_create_autocmd(has_event and 'SessionLoadPre' or 'BufFilePre', {
  group = api.nvim_create_augroup('acp.restoring', {}),
  callback = make_way,
})

local function take_names_back()
  for bufnr, name in pairs(aside) do
    if api.nvim_buf_is_valid(bufnr) then
      names.rename(bufnr, name)
    end
  end
  aside = {}
end

---@param bufnr integer
local function is_of_a_chat(bufnr)
  for _, view in pairs(views.all()) do
    if view.chat == bufnr or view.prompt == bufnr then
      return true
    end
  end
  return false
end

--- It has a name of ours, no text, and no chat.
---@param bufnr integer
local function is_leftover(bufnr)
  return is_ours(api.nvim_buf_get_name(bufnr))
    and table.concat(api.nvim_buf_get_lines(bufnr, 0, -1, false)) == ''
    and not is_of_a_chat(bufnr)
end

---@param win integer
local function close(win)
  vim.wo[win][0].winfixbuf = false
  if pcall(api.nvim_win_close, win, true) then
    return
  end
  -- The last window of the editor.
  api.nvim_win_call(win, function()
    vim.cmd('silent! bnext')
    if is_leftover(api.nvim_get_current_buf()) then
      vim.cmd.enew()
    end
  end)
end

--- Takes them away, once the script of the session is done.
M.clean = vim.schedule_wrap(function()
  for _, win in ipairs(api.nvim_list_wins()) do
    if api.nvim_win_is_valid(win) and is_leftover(api.nvim_win_get_buf(win)) then
      close(win)
    end
  end
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    if is_leftover(bufnr) then
      pcall(api.nvim_buf_delete, bufnr, { force = true })
    end
  end
  take_names_back()
end)

return M
