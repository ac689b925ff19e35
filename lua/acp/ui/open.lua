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

--- Calls a buffer so; with a number where others are called so.
---@param bufnr integer
---@param kind string
---@param title string
local function name(bufnr, kind, title)
  local wanted = ('acp://%s/%s'):format(kind, (title:gsub('[%c\127]', '')))
  local taken = {}
  for _, other in ipairs(vim.api.nvim_list_bufs()) do
    taken[vim.api.nvim_buf_get_name(other)] = true
  end
  local free, number = wanted, 1
  while taken[free] do
    number = number + 1
    free = ('%s (%d)'):format(wanted, number)
  end
  pcall(vim.api.nvim_buf_set_name, bufnr, free)
end

---@type table<string, integer> buffers of texts by their names
local texts = {}

--- Text that is in no file. The same one is shown in the same buffer again.
---@param title string
---@param text string
function M.text(title, text)
  local lines = vim.split(text, '\r?\n')
  local known = texts[title]
  local is_there = known ~= nil and vim.api.nvim_buf_is_loaded(known)
  if is_there and vim.deep_equal(vim.api.nvim_buf_get_lines(known, 0, -1, false), lines) then
    M.show(known)
    return
  end
  local buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].modeline = false
  vim.bo[buf].modifiable = true
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  vim.bo[buf].modifiable = false
  name(buf, 'text', title)
  texts[title] = buf
  M.show(buf)
end

---@type table<string, { buf: integer, channel: integer }>
local terminals = {}

local function terminal(id)
  local known = terminals[id]
  if known and vim.api.nvim_buf_is_valid(known.buf) then
    return known
  end
  terminals[id] = nil
end

--- A terminal that shows what a program of an agent prints. Nothing can be typed into it.
---@param id string of the program
---@param title string
---@param text? string so far
---@return boolean
function M.terminal(id, title, text)
  local known = terminal(id)
  if known then
    M.show(known.buf)
    return true
  end
  if not text then
    return false
  end
  local buf = vim.api.nvim_create_buf(false, true)
  name(buf, 'terminal', title)
  if not M.show(buf) then
    return true
  end
  terminals[id] = { buf = buf, channel = vim.api.nvim_open_term(buf, {}) }
  M.terminal_append(id, text)
  return true
end

---@param id string
---@param text string
---@return boolean
function M.terminal_append(id, text)
  local known = terminal(id)
  return known ~= nil and pcall(vim.api.nvim_chan_send, known.channel, text)
end

return M
