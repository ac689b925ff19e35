--- Saves a buffer. Where its file can be held (`held_file.lua`) Neovim only encodes the text, into a draft: its own
--- writing follows the path again, which somebody may have led elsewhere since it was checked.
local copy = require('acp.buffers.copy')
local disk = require('acp.buffers.disk')
local ex = require('acp.buffers.ex')
local held_file = require('acp.buffers.held_file')
local overwrite = require('acp.buffers.overwrite')
local quiet = require('acp.buffers.quiet')
local room = require('acp.buffers.room')
local within_write = require('acp.buffers.within_write')

local M = {}

---@return boolean
local function is_for(autocmd, name)
  local case = vim.go.fileignorecase and '\\c' or '\\C'
  local pattern = case .. vim.fn.glob2regpat(autocmd.pattern)
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

--- The user wants another file to be written, so that what else leads to this one stays as it is.
local function breaks_links(bufnr, path)
  local how = vim.split(vim.fn.getbufvar(bufnr, '&backupcopy'), ',')
  local function has(flag)
    return vim.list_contains(how, flag)
  end
  local is_link = (vim.uv.fs_lstat(vim.api.nvim_buf_get_name(bufnr)) or {}).type == 'link'
  local has_names = ((vim.uv.fs_stat(path) or {}).nlink or 1) > 1
  local breaks_names = has('breakhardlink') or not (has('yes') or has('auto'))
  return (is_link and has('breaksymlink')) or (has_names and breaks_names)
end

--- Only Neovim's own writing makes further files that the user has asked for.
local function makes_files(bufnr, path)
  local keeps = vim.go.backup or vim.go.patchmode ~= ''
  return keeps or (vim.go.writebackup and breaks_links(bufnr, path))
end

--- Neovim writes it for a buffer's own file only.
---@param path string the real path of the buffer's file
local function write_undo(bufnr, path)
  if not vim.bo[bufnr].undofile then
    return
  end
  local target = vim.fn.undofile(vim.api.nvim_buf_get_name(bufnr))
  local name = vim.fs.basename(target)
  local is_beside = name == ('.%s.un~'):format(vim.fs.basename(path))
  local folder = is_beside and held_file.hold_folder(path) or nil
  if is_beside and not folder then
    return
  end
  local entry = folder and vim.fs.joinpath(folder.entry, name) or target
  ex.run(bufnr, 'silent noautocmd wundo! ' .. vim.fn.fnameescape(entry))
  if folder then
    held_file.release(folder)
  end
end

local function set_modified(bufnr, modified)
  quiet.run(function()
    vim.bo[bufnr].modified = modified
  end)
end

--- The file was not written: whichever text undo leads to, Neovim cannot know that the file holds it.
local function take_back(bufnr)
  disk.forget_saved(bufnr)
  set_modified(bufnr, true)
end

--- Puts the draft into the file.
---@param draft acp.SaveDraft
---@param fsync boolean
---@return string? problem
---@return boolean? spoilt
local function publish(file, draft, fsync)
  local problem = held_file.moved(file)
  if problem then
    return problem
  end
  local is_spoilt
  problem, is_spoilt = held_file.write(file, draft, fsync)
  return problem or held_file.moved(file), is_spoilt
end

--- Leaves the buffer modified: Neovim counts it as saved once, and would do so again at the end of its `:write`.
---@param draft acp.SaveDraft
---@param fire acp.FireEvent
---@return string? problem
---@return boolean? spoilt
local function write_held(bufnr, file, draft, fire)
  local name = vim.api.nvim_buf_get_name(bufnr)
  local problem = fire('BufWritePre')
  if problem then
    return problem
  end
  if not vim.api.nvim_buf_is_loaded(bufnr) or vim.api.nvim_buf_get_name(bufnr) ~= name then
    return 'autocommands have closed or renamed the buffer'
  end
  problem = copy.write(bufnr, vim.fn.fnameescape(draft.text))
  if problem then
    return 'no draft of it could be made: ' .. problem
  end
  disk.count_own_write(bufnr)
  local is_spoilt
  problem, is_spoilt = publish(file, draft, vim.fn.getbufvar(bufnr, '&fsync') == 1)
  if problem then
    take_back(bufnr)
  else
    set_modified(bufnr, true)
  end
  return problem, is_spoilt
end

--- To autocommands '[ and '] are after a write as they were before it.
local function fire_after(bufnr)
  local from = vim.api.nvim_buf_get_mark(bufnr, '[')
  local to = vim.api.nvim_buf_get_mark(bufnr, ']')
  return within_write.run(bufnr, function(fire)
    pcall(vim.api.nvim_buf_set_mark, bufnr, '[', from[1], from[2], {})
    pcall(vim.api.nvim_buf_set_mark, bufnr, ']', to[1], to[2], {})
    return fire('BufWritePost')
  end)
end

---@param draft acp.SaveDraft
---@return string? problem
---@return boolean? spoilt
local function save_held(bufnr, file, draft)
  local known, is_spoilt = overwrite.forbid(bufnr), nil
  local problem = within_write.run(bufnr, function(fire)
    local why
    why, is_spoilt = write_held(bufnr, file, draft, fire)
    return why
  end)
  if problem then
    if known and vim.api.nvim_buf_is_loaded(bufnr) then
      overwrite.allow(bufnr, known)
    end
    return problem, is_spoilt
  end
  set_modified(bufnr, false)
  disk.accept_written(bufnr, file.entry)
  write_undo(bufnr, file.path)
  return fire_after(bufnr)
end

--- Nothing: Neovim has to write it.
---@return acp.HeldFile?
---@return string? problem
local function hold(bufnr, path)
  if not path or makes_files(bufnr, path) or is_written_otherwise(bufnr) then
    return nil
  end
  if vim.uv.fs_lstat(path) then
    return held_file.hold(path)
  end
  -- Only its own writing tells Neovim the time of a file that it knows as missing from the start.
  if disk.was_new(bufnr) == false then
    return held_file.create(path)
  end
end

--- Where no folder of ours can be written: until Neovim ends.
---@return acp.SaveDraft
local function temporary_draft()
  return { text = vim.fn.tempname(), old = vim.fn.tempname() }
end

---@param draft acp.SaveDraft
local function remove(draft)
  vim.uv.fs_unlink(draft.text)
  vim.uv.fs_unlink(draft.old)
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
  local file, problem = hold(bufnr, path)
  if problem then
    return problem
  end
  if not file then
    return ex.run(bufnr, 'silent keepalt lockmarks write!')
  end
  local own = not draft and temporary_draft() or nil
  local ok, result, is_spoilt = pcall(save_held, bufnr, file, draft or own)
  held_file.release(file)
  if own and not is_spoilt then
    remove(own)
  end
  if not ok then
    return ex.error_text(result)
  end
  return result, is_spoilt
end

return M
