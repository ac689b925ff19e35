--- Loaded files that an agent may change on disk while it works: Neovim does not ask about them, the host brings their
--- buffers up to date. Only these buffers, and only as long as it takes.
local disk = require('acp.buffers.disk')
local heard = require('acp.buffers.heard')
local host = require('acp.host')
local info = require('acp.buffers.info')
local paths = require('acp.paths')
local unheard = require('acp.buffers.unheard')

local M = {}

local GROUP = 'acp.guard'
--- What is guarded must be compared (src/files/watching/tracked-files.ts); Neovim itself takes care of further files.
local MAX_FILES = 2000

---@class acp.Guarded
---@field autoread? boolean the buffer's local option; nil: it has none
---@field name string
---@field path string where the name leads

---@type table<integer, acp.Guarded> by buffer
local guarded = {}

local function is_inside(path, roots)
  for _, root in ipairs(roots) do
    local folder = vim.endswith(root, paths.SEPARATOR) and root or root .. paths.SEPARATOR
    if vim.startswith(path, folder) then
      return true
    end
  end
  return false
end

---@type string[] real paths of the folders in which the user's own writes are reported
local watched = {}
local listening = false

---@type table<string, true> real paths of files that agents have named
local named = {}

---@type table<integer, integer> by buffer: the autocommand that answers for it
local answers = {}

--- The last answer counts: ours comes after those of plugins that were loaded meanwhile.
local function answer_last(bufnr, path)
  if answers[bufnr] then
    pcall(vim.api.nvim_del_autocmd, answers[bufnr])
  end
  answers[bufnr] = vim.api.nvim_create_autocmd('FileChangedShell', {
    group = vim.api.nvim_create_augroup(GROUP, { clear = false }),
    buffer = bufnr,
    callback = function()
      vim.v.fcs_choice = ''
      if disk.is_written(bufnr) then
        return
      end
      disk.note(bufnr, true)
      host.send('file_changed', { path = path })
    end,
  })
end

--- What the user writes, from any buffer to any file, is no agent's edit.
local function listen_to_writes()
  local group = vim.api.nvim_create_augroup(GROUP, { clear = false })
  vim.api.nvim_create_autocmd({ 'BufWritePost', 'FileWritePost', 'FileAppendPost' }, {
    group = group,
    callback = function(event)
      local path = paths.real(vim.fn.fnamemodify(event.match, ':p'))
      local known = guarded[event.buf]
      if known and known.path == path then
        unheard.note(event.buf, path)
      end
      if path and (known ~= nil or is_inside(path, watched)) then
        host.send('file_saved', { path = path, version = paths.file_version(path) })
      end
    end,
  })
end

--- What the user has written without autocommands is no agent's edit either.
local function report_unheard(bufnr, path)
  local version = unheard.take(bufnr, path)
  if version then
    host.send('file_saved', { path = path, version = version })
  end
end

--- Neovim would load the file anew by itself, and marks would go. Where it cannot ask us it must not ask the user.
local function hold_reload(bufnr)
  local autoread = guarded[bufnr].autoread
  if heard.is_heard(bufnr, 'FileChangedShell') then
    autoread = false
  end
  vim.bo[bufnr].autoread = autoread
end

---@return string? was where its name led before, when a link has become a file or the other way round
local function guard(bufnr, path)
  local known, name = guarded[bufnr], vim.api.nvim_buf_get_name(bufnr)
  answer_last(bufnr, path)
  if known then
    local is_led = known.name == name and known.path ~= path
    local was = is_led and known.path or nil
    known.name, known.path = name, path
    hold_reload(bufnr)
    report_unheard(bufnr, path)
    -- A file that is loaded under its own name, too, is shown there.
    return info.loaded(path) == bufnr and was or nil
  end
  guarded[bufnr] = { autoread = vim.bo[bufnr].autoread, name = name, path = path }
  hold_reload(bufnr)
  unheard.note(bufnr, path)
end

--- Guards the loaded files below `roots`, and those of all `files` that were ever named, besides those that are guarded
--- already. Agents name thousands of files: none is named twice.
---@param roots string[] real paths
---@param files string[] real paths
---@return { path: string, was?: string }[] all loaded files that are guarded now
function M.watch(roots, files)
  watched = roots
  for _, path in ipairs(files) do
    named[path] = true
  end
  if not listening then
    listening = true
    listen_to_writes()
  end
  local found, room = {}, MAX_FILES - vim.tbl_count(guarded)
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    local path = vim.api.nvim_buf_is_loaded(bufnr) and paths.of_buffer(bufnr)
    local is_meant = path and (is_inside(path, roots) or named[path])
    if path and is_meant and (guarded[bufnr] or room > 0) then
      room = guarded[bufnr] and room or room - 1
      table.insert(found, { path = path, was = guard(bufnr, path) })
    end
  end
  return found
end

--- The loaded buffer of a file, once all is reported that the user has written until now.
---@param path string absolute, symbolic links resolved
---@return acp.BufferInfo?
function M.find(path)
  local bufnr = info.loaded(path)
  if bufnr and guarded[bufnr] then
    report_unheard(bufnr, path)
  end
  return bufnr and info.of(bufnr)
end

--- Everything as it was before.
function M.release()
  vim.api.nvim_create_augroup(GROUP, { clear = true })
  for bufnr, known in pairs(guarded) do
    if vim.api.nvim_buf_is_valid(bufnr) then
      vim.bo[bufnr].autoread = known.autoread
    end
  end
  guarded, answers, named = {}, {}, {}
  listening = false
end

host.on_exit(M.release)

return M
