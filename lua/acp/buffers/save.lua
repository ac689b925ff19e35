--- Saves a buffer. Where its file can be held (`held_file.lua`) Neovim only encodes the text, into a draft: its own
--- writing follows the path again, which somebody may have led elsewhere since it was checked.
local disk = require('acp.buffers.disk')
local held_file = require('acp.buffers.held_file')
local overwrite = require('acp.buffers.overwrite')
local room = require('acp.buffers.room')

local M = {}

--- What an error says, without where it was raised and what led there.
---@param message any
---@return string
function M.error_text(message)
  local said = vim.trim((tostring(message):gsub('\n[%s]*stack traceback:.*', '')))
  local line = said:match('[^\n]*$')
  return (line:gsub('^.-Vim%b():', ''):gsub('^.-Vim:', ''):gsub('^%S+%.lua:%d+: ', ''))
end

---@return string? problem
local function run(bufnr, command)
  local ok, message = pcall(vim.api.nvim_buf_call, bufnr, function()
    vim.cmd(command)
  end)
  return not ok and M.error_text(message) or nil
end

---@return boolean
local function is_for(autocmd, name)
  local pattern = vim.fn.glob2regpat(autocmd.pattern)
  local is_path = autocmd.pattern:find('/', 1, true)
  local short = vim.fn.fnamemodify(name, is_path and ':.' or ':t')
  return vim.fn.match(name, pattern) >= 0 or vim.fn.match(short, pattern) >= 0
end

--- Somebody else writes such a buffer.
local function is_written_otherwise(bufnr)
  local name, own = vim.api.nvim_buf_get_name(bufnr), overwrite.autocmd(bufnr)
  return vim.iter(vim.api.nvim_get_autocmds({ event = 'BufWriteCmd' })):any(function(autocmd)
    if autocmd.buflocal then
      return autocmd.buffer == bufnr and autocmd.id ~= own
    end
    return is_for(autocmd, name)
  end)
end

--- Only Neovim's own writing keeps the backups that the user has asked for.
local function keeps_backups()
  return vim.go.backup or vim.go.patchmode ~= ''
end

--- What autocommands may do with '[ and '] is to be the whole text, as for `:write`.
local function fire_before(bufnr)
  local from = vim.api.nvim_buf_get_mark(bufnr, '[')
  local to = vim.api.nvim_buf_get_mark(bufnr, ']')
  vim.api.nvim_buf_set_mark(bufnr, '[', 1, 0, {})
  vim.api.nvim_buf_set_mark(bufnr, ']', vim.api.nvim_buf_line_count(bufnr), 0, {})
  local problem = run(bufnr, 'silent lockmarks doautocmd <nomodeline> BufWritePre')
  if vim.api.nvim_buf_is_loaded(bufnr) then
    pcall(vim.api.nvim_buf_set_mark, bufnr, '[', from[1], from[2], {})
    pcall(vim.api.nvim_buf_set_mark, bufnr, ']', to[1], to[2], {})
  end
  return problem
end

--- Writes the text as the buffer is encoded. Neovim takes the buffer for saved then.
local function encode(bufnr, path)
  local flags, fsync = vim.go.cpoptions, vim.go.fsync
  -- With "A" it would make a buffer for the draft.
  vim.go.cpoptions = flags:gsub('A', '') .. '+'
  vim.go.fsync = false
  local target = vim.fn.fnameescape(path)
  local problem = run(bufnr, 'silent noautocmd keepalt lockmarks write! ' .. target)
  vim.go.cpoptions, vim.go.fsync = flags, fsync
  if not problem then
    disk.count_own_write(bufnr)
  end
  return problem
end

--- Neovim writes it for a buffer's own file only.
local function write_undo(bufnr)
  if vim.bo[bufnr].undofile then
    local file = vim.fn.undofile(vim.api.nvim_buf_get_name(bufnr))
    run(bufnr, 'silent noautocmd wundo! ' .. vim.fn.fnameescape(file))
  end
end

--- The file was not written: whichever text undo leads to, Neovim cannot know that the file holds it.
local function take_back(bufnr)
  disk.forget_saved(bufnr)
  vim.bo[bufnr].modified = true
end

--- Puts the draft into the file.
---@param draft acp.SaveDraft
---@return string? problem
---@return boolean? spoilt
local function publish(file, draft)
  local bytes, problem = held_file.read(draft.text)
  problem = problem or held_file.moved(file)
  if problem then
    return problem
  end
  local is_spoilt
  problem, is_spoilt = held_file.write(file, bytes, draft.old)
  return problem or held_file.moved(file), is_spoilt
end

---@param draft acp.SaveDraft
---@return string? problem
---@return boolean? spoilt
local function save_held(bufnr, file, draft)
  local name = vim.api.nvim_buf_get_name(bufnr)
  local problem = fire_before(bufnr)
  if problem then
    return problem
  end
  if not vim.api.nvim_buf_is_loaded(bufnr) or vim.api.nvim_buf_get_name(bufnr) ~= name then
    return 'autocommands have closed or renamed the buffer'
  end
  problem = encode(bufnr, draft.text)
  if problem then
    return problem
  end
  local is_spoilt
  problem, is_spoilt = publish(file, draft)
  if problem then
    take_back(bufnr)
    return problem, is_spoilt
  end
  overwrite.forbid(bufnr)
  disk.accept_written(bufnr, file.entry)
  write_undo(bufnr)
  return run(bufnr, 'silent lockmarks doautocmd <nomodeline> BufWritePost')
end

--- Nothing: Neovim has to write it.
---@param draft? acp.SaveDraft
---@return acp.HeldFile?
---@return string? problem
local function hold(bufnr, path, draft)
  if not path or not draft or keeps_backups() or is_written_otherwise(bufnr) then
    return nil
  end
  if vim.uv.fs_lstat(path) then
    return held_file.hold(path)
  end
  -- Only its own writing tells Neovim that a file has come to be which it knows as missing from the start.
  if disk.was_new(bufnr) == false then
    return held_file.create(path)
  end
end

---@param bufnr integer
---@param path? string the real path
---@param draft? acp.SaveDraft
---@return string? problem
---@return boolean? spoilt the file holds neither text whole
function M.save(bufnr, path, draft)
  local full = room.problem(bufnr)
  if full then
    return full
  end
  local file, problem = hold(bufnr, path, draft)
  if problem then
    return problem
  end
  if not file then
    return run(bufnr, 'silent keepalt lockmarks write!')
  end
  local ok, result, is_spoilt = pcall(save_held, bufnr, file, draft)
  held_file.release(file)
  if not ok then
    return M.error_text(result)
  end
  return result, is_spoilt
end

return M
