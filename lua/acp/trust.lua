--- A project's file with rules: read only when the user trusts it, and trusted again only as what they have seen.
local host = require('acp.host')

local M = {}

--- The loaded buffer of a file. Nothing of buffers is needed before there is a file to change.
local function loaded(path)
  return require('acp.buffers.info').loaded(path)
end

--- In the root of a project: `{ "permissions": { "rules": [ … ] } }`.
local FILE = '.acp.json'

---@type table<string, string> what the host was sent, by folder
local sent = {}

--- The text of a file that the user trusts; Neovim asks about one that it does not know.
local function trusted_text(path)
  local ok, text = pcall(vim.secure.read, path)
  return ok and type(text) == 'string' and text or nil
end

--- Sends the host the rules of a project, when its file is trusted. Neovim asks the user about a file it does not know,
--- again for each new chat when the answer was "ignore".
---@param cwd string
---@param again? boolean another host gets the same, and nobody is asked
function M.load_project(cwd, again)
  local path = vim.fs.joinpath(cwd, FILE)
  local exists = vim.uv.fs_stat(path) ~= nil
  if not exists and not sent[cwd] then
    return
  end
  local text = again and sent[cwd] or (exists and trusted_text(path)) or nil
  sent[cwd] = text
  host.notify('project_rules', { cwd = cwd, text = text })
end

--- The trusted text of the file; without a file: empty.
---@param path string
---@return { exists: boolean, text?: string, problem?: string }
function M.read(path)
  if not vim.uv.fs_stat(path) then
    return { exists = false, text = '' }
  end
  local text = trusted_text(path)
  if not text then
    local problem = ('%s is not trusted: look at it and use :trust'):format(FILE)
    return { exists = true, problem = problem }
  end
  local bufnr = loaded(path)
  if bufnr and vim.bo[bufnr].modified then
    local problem = ('%s has unsaved changes: write them first'):format(FILE)
    return { exists = true, problem = problem }
  end
  return { exists = true, text = text }
end

--- Brings a loaded buffer of the file up to date.
local function update_buffer(path, text)
  local bufnr = loaded(path)
  if bufnr and not vim.bo[bufnr].modified then
    local lines = vim.split(text, '\r?\n')
    if lines[#lines] == '' then
      table.remove(lines)
    end
    require('acp.conflict.edit').apply_now(
      bufnr,
      vim.api.nvim_buf_get_changedtick(bufnr),
      { { row = 0, del = vim.api.nvim_buf_line_count(bufnr), lines = lines } },
      { save = false, adopt = true }
    )
  end
end

--- The text of a buffer as Neovim takes it when it trusts one.
local function text_of(bufnr)
  local newline = vim.bo[bufnr].fileformat == 'unix' and '\n' or '\r\n'
  local text = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), newline)
  return vim.bo[bufnr].endofline and text .. newline or text
end

--- Trusts the file as this text and as no other: a buffer that holds anything else is not taken.
local function trust(path, text)
  vim.fn.mkdir(vim.fn.stdpath('state'), 'p')
  local known = loaded(path)
  local existed = vim.fn.bufexists(path) == 1
  local bufnr = known or vim.fn.bufadd(path)
  if not known then
    require('acp.ui.editor_window').read(bufnr, 'noautocmd')
  end
  local ok, trusted = false, false
  if text_of(bufnr) == text then
    ok, trusted = pcall(vim.secure.trust, { action = 'allow', bufnr = bufnr })
  end
  if not known then
    pcall(vim.cmd, ('silent noautocmd %s %d'):format(existed and 'bunload' or 'bwipeout', bufnr))
  end
  return ok and trusted
end

--- The file of a folder was written.
---@param cwd string
---@param path string
---@param text string
---@return boolean trusted
function M.trust(cwd, path, text)
  update_buffer(path, text)
  local trusted = trust(path, text)
  if trusted then
    M.load_project(cwd)
  end
  return trusted
end

return M
