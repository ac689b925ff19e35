--- What `:mksession` has stored of our windows: empty ones, whose text is gone. After the session is loaded they are
--- taken away again.
local views = require('acp.chat.views')

local M = {}

local api = vim.api

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
  return api.nvim_buf_get_name(bufnr):find('^acp://') ~= nil
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
end)

return M
