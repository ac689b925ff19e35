--- Opens what the user asked for in the transcript.
local editor_window = require('acp.ui.editor_window')
local notify = require('acp.ui.notify')

local M = {}

--- Takes the user to a buffer, in the window for code.
---@param buf integer
---@return boolean
function M.show(buf)
  editor_window.enter()
  local ok, problem = pcall(vim.cmd, ('silent hide buffer %d'):format(buf))
  if not ok then
    notify.show('error', tostring(problem))
  end
  return ok
end

--- Shows a loaded buffer in the window for code.
---@param buf integer
---@return boolean
function M.buffer(buf)
  if not M.show(buf) then
    return false
  end
  vim.cmd("normal! m'")
  return true
end

---@param path string absolute
---@param line? integer 1-based
---@param column? integer 1-based, in characters
function M.file(path, line, column)
  local stat = vim.uv.fs_stat(path)
  if not stat or stat.type ~= 'file' then
    notify.show('info', 'there is no such file: ' .. path)
    return
  end
  local buf = editor_window.load(path)
  if not buf or not M.show(buf) or not line then
    return
  end
  vim.cmd("normal! m'")
  vim.fn.setcursorcharpos(math.min(line, vim.api.nvim_buf_line_count(buf)), column or 1)
  vim.cmd('silent! normal! zvzz')
end

---@param url string address, or path of a file
function M.url(url)
  local ok, _, problem = pcall(vim.ui.open, url)
  if not ok or problem then
    notify.show('error', ('%s could not be opened: %s'):format(url, problem or 'no program'))
  end
end

--- Text that is in no file.
---@param name string
---@param text string
function M.text(name, text)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].modeline = false
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, vim.split(text, '\r?\n'))
  vim.bo[buf].modifiable = false
  pcall(vim.api.nvim_buf_set_name, buf, 'acp://text/' .. name:gsub('[%c\127]', ''))
  M.show(buf)
end

---@type table<string, { buf: integer, channel: integer }> by name
local terminals = {}

local function terminal(name)
  local known = terminals[name]
  if known and vim.api.nvim_buf_is_valid(known.buf) then
    return known
  end
  terminals[name] = nil
end

--- A terminal that shows what a program of an agent prints. Nothing can be typed into it.
---@param name string
---@param text? string so far
---@return boolean
function M.terminal(name, text)
  local known = terminal(name)
  if known then
    M.show(known.buf)
    return true
  end
  if not text then
    return false
  end
  local buf = vim.api.nvim_create_buf(false, true)
  pcall(vim.api.nvim_buf_set_name, buf, 'acp://terminal/' .. name:gsub('[%c\127]', ''))
  if not M.show(buf) then
    return true
  end
  terminals[name] = { buf = buf, channel = vim.api.nvim_open_term(buf, {}) }
  M.terminal_append(name, text)
  return true
end

---@param name string
---@param text string
---@return boolean
function M.terminal_append(name, text)
  local known = terminal(name)
  return known ~= nil and pcall(vim.api.nvim_chan_send, known.channel, text)
end

return M
