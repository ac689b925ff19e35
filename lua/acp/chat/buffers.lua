--- The two buffers of a view.
local matching = require('acp.ui.matching')
local names = require('acp.chat.names')

local M = {}

---@param filetype 'acpchat'|'acpprompt'
---@return integer bufnr
local function make(name, filetype)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].buftype = 'nofile'
  vim.bo[buf].bufhidden = 'hide'
  vim.bo[buf].swapfile = false
  -- Of a Neovim in which files are only looked at (`-M`) the chat can be used all the same.
  vim.bo[buf].modifiable = true
  vim.bo[buf].modeline = false
  matching.limit(buf)
  vim.bo[buf].undolevels = filetype == 'acpchat' and -1 or vim.go.undolevels
  names.free(name, buf)
  -- No file: what others do for files of a name (editorconfig) has nothing to do here.
  vim.cmd(('noautocmd call nvim_buf_set_name(%d, "%s")'):format(buf, name))
  vim.bo[buf].filetype = filetype
  return buf
end

---@param buf? integer
local function is_there(buf)
  return buf ~= nil and vim.api.nvim_buf_is_loaded(buf)
end

---@param buf? integer
local function delete(buf)
  if buf and vim.api.nvim_buf_is_valid(buf) then
    vim.api.nvim_buf_delete(buf, { force = true })
  end
end

--- Makes the buffers that are missing: at first, and after the user has unloaded one.
---@param view acp.View
---@param attach { chat: fun(view: acp.View), prompt: fun(view: acp.View) } makes keys for what is new
---@return acp.View
function M.ensure(view, attach)
  if not is_there(view.chat) then
    delete(view.chat)
    view.chat = make(('acp://chat/%d'):format(view.id), 'acpchat')
    vim.bo[view.chat].modifiable = false
    -- What follows the mark of a list stands below what it marks ('breakindentopt').
    vim.bo[view.chat].formatlistpat = [[^\s*\%([-*+]\|\d\+[.)]\)\s\+]]
    attach.chat(view)
  end
  if not is_there(view.prompt) then
    delete(view.prompt)
    view.prompt = make(('acp://prompt/%d'):format(view.id), 'acpprompt')
    attach.prompt(view)
  end
  return view
end

---@param view acp.View
function M.wipe(view)
  require('acp.transcript.window').forget(view.chat)
  delete(view.chat)
  delete(view.prompt)
end

return M
