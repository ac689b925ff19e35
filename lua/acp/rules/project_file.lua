--- Changes the rules in a project's file: reads it only when it is trusted, shows what will be written, and lets it be
--- trusted again only as what the user has seen. What the file then says is found by the host.
local buffers = require('acp.buf')
local facts = require('acp.buf.facts')
local disk = require('acp.disk')
local host = require('acp.host')
local notify = require('acp.notify')
local rules = require('acp.rules')

local M = {}

---@class acp.ProjectChange
---@field n? integer which rule; nil: a new one
---@field rule? string what that rule is known to be
---@field text? string as it shall be; nil: it goes

--- From showing a change until it is written and trusted: what the file says is no one's to judge meanwhile.
local busy = false

---@param cwd string
local function file_of(cwd)
  local path = vim.fs.joinpath(cwd, rules.FILE)
  return disk.real(path) or path
end

--- The trusted text of the file; without a file: empty.
---@return string? text
---@return boolean exists
local function read(path)
  if not vim.uv.fs_stat(path) then
    return '', false
  end
  local ok, text = pcall(vim.secure.read, path)
  if not ok or type(text) ~= 'string' then
    notify.show('info', ('%s is not trusted: look at it and use :trust'):format(rules.FILE))
    return nil, true
  end
  local bufnr = facts.loaded(path)
  if bufnr and vim.bo[bufnr].modified then
    notify.show('info', ('%s has unsaved changes: write them first'):format(rules.FILE))
    return nil, true
  end
  return text, true
end

--- The text after all changes; nil after saying why not.
---@param before string
---@param changes acp.ProjectChange[]
---@return string?
local function after(before, changes)
  local text = before
  for _, change in ipairs(changes) do
    local payload = vim.tbl_extend('force', { before = text }, change)
    local result = host.request('edit_project_file', payload)
    if not result or result.problem then
      notify.error(('%s: %s'):format(rules.FILE, result and result.problem or 'no host runs'))
      return nil
    end
    text = result.after
  end
  return text
end

--- Brings a loaded buffer of the file up to date.
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
local function text_of(bufnr)
  local newline = vim.bo[bufnr].fileformat == 'unix' and '\n' or '\r\n'
  local text = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), newline)
  return vim.bo[bufnr].endofline and text .. newline or text
end

--- Trusts the file as this text and as no other: a buffer that holds anything else is not taken.
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

---@param cwd string
---@param path string
---@param text string
local function written(cwd, path, text)
  update_buffer(path, text)
  if trust(path, text) then
    rules.load_project(cwd)
  else
    notify.show('warn', ('%s is written, but not trusted: use :trust'):format(rules.FILE))
  end
end

--- Shows what the file would say, and writes it after a yes.
---@param cwd string the session's folder
---@param changes acp.ProjectChange[]
---@param done fun(changed: boolean)
function M.change(cwd, changes, done)
  if busy then
    notify.show('info', ('%s is being changed already'):format(rules.FILE))
    return
  end
  local path = file_of(cwd)
  local before, exists = read(path)
  local text = before and after(before, changes)
  if not before or not text then
    done(false)
    return
  end
  busy = true
  require('acp.rules.preview').show({
    title = ('%s %s'):format(exists and 'Change' or 'New file:', vim.fn.fnamemodify(path, ':~')),
    yes = 'write and trust it',
    before = before,
    after = text,
  }, function(yes)
    if not yes then
      busy = false
      done(false)
      return
    end
    local payload = { path = path, before = exists and before or nil, after = text }
    host.notify('write_project_file', payload, function(problem)
      busy = false
      if problem then
        notify.error(problem)
      else
        written(cwd, path, text)
      end
      done(not problem)
    end)
  end)
end

--- Opens the file in a code window, at a rule.
---@param cwd string
---@param rule? { n: integer, text: string }
function M.open(cwd, rule)
  local path = file_of(cwd)
  if not vim.uv.fs_stat(path) then
    notify.show('info', ('this project has no %s'):format(rules.FILE))
    return
  end
  local line
  if rule then
    local text = table.concat(vim.fn.readfile(path, 'b'), '\n')
    local found = host.request('edit_project_file', {
      before = text,
      n = rule.n,
      rule = rule.text,
      text = rule.text,
    })
    line = found and found.line
  end
  require('acp.open').file(path, line)
end

return M
