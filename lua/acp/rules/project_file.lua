--- A project's file with rules: read only when the user trusts it, and trusted again only as what they have seen.
local buffers = require('acp.buffers')
local facts = require('acp.buffers.info')
local rules = require('acp.rules')

local M = {}

--- The trusted text of the file; without a file: empty.
---@param path string
---@return { exists: boolean, text?: string, problem?: string }
function M.read(path)
  if not vim.uv.fs_stat(path) then
    return { exists = false, text = '' }
  end
  local ok, text = pcall(vim.secure.read, path)
  if not ok or type(text) ~= 'string' then
    local problem = ('%s is not trusted: look at it and use :trust'):format(rules.FILE)
    return { exists = true, problem = problem }
  end
  local bufnr = facts.loaded(path)
  if bufnr and vim.bo[bufnr].modified then
    local problem = ('%s has unsaved changes: write them first'):format(rules.FILE)
    return { exists = true, problem = problem }
  end
  return { exists = true, text = text }
end

--- Brings a loaded buffer of the file up to date.
---@param path string
---@param text string
local function update_buffer(path, text)
  local bufnr = facts.loaded(path)
  if bufnr and not vim.bo[bufnr].modified then
    local lines = vim.split(text, '\r?\n')
    if lines[#lines] == '' then
      table.remove(lines)
    end
    buffers.apply_now(
      bufnr,
      vim.api.nvim_buf_get_changedtick(bufnr),
      { { row = 0, del = vim.api.nvim_buf_line_count(bufnr), lines = lines } },
      { save = false, adopt = true }
    )
  end
end

--- The text of a buffer as Neovim takes it when it trusts one.
---@param bufnr integer
---@return string
local function text_of(bufnr)
  local newline = vim.bo[bufnr].fileformat == 'unix' and '\n' or '\r\n'
  local text = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), newline)
  return vim.bo[bufnr].endofline and text .. newline or text
end

--- Trusts the file as this text and as no other: a buffer that holds anything else is not taken.
---@param path string
---@param text string
---@return boolean
local function trust(path, text)
  vim.fn.mkdir(vim.fn.stdpath('state'), 'p')
  local known = facts.loaded(path)
  local existed = vim.fn.bufexists(path) == 1
  local bufnr = known or vim.fn.bufadd(path)
  if not known then
    local shortmess = vim.o.shortmess
    vim.opt.shortmess:append('A')
    pcall(vim.cmd, ('silent noautocmd call bufload(%d)'):format(bufnr))
    vim.o.shortmess = shortmess
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
    rules.load_project(cwd)
  end
  return trusted
end

return M
