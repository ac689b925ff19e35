--- Changes a buffer's text: in the agent's way, or as Neovim would have reloaded it when the text came by the disk.
local disk = require('acp.buffers.disk')
local edits = require('acp.buffers.edits')
local extmarks = require('acp.buffers.extmarks')
local info = require('acp.buffers.info')
local view_state = require('acp.buffers.view_state')
local servers = require('acp.buffers.servers')

local M = {}

--- Changes made before and after belong to other undo steps, even while the user is typing.
---@param bufnr integer
function M.break_undo(bufnr)
  vim.bo[bufnr].undolevels = vim.bo[bufnr].undolevels
end

---@return boolean # lines end in another way than before
local function set_facts(bufnr, options)
  local bo = vim.bo[bufnr]
  local format, ending = bo.fileformat, bo.endofline
  for _, name in ipairs({ 'fileencoding', 'fileformat', 'bomb', 'endofline' }) do
    if options[name] ~= nil and bo[name] ~= options[name] then
      bo[name] = options[name]
    end
  end
  -- Or the write would add the line ending that the text does not have.
  if not options.adopt and not bo.endofline and bo.fixendofline then
    bo.fixendofline = false
  end
  return bo.fileformat ~= format or bo.endofline ~= ending
end

local function change(bufnr, hunks, options)
  local last, count = hunks[#hunks], vim.api.nvim_buf_line_count(bufnr)
  M.break_undo(bufnr)
  view_state.keep(bufnr, hunks, function()
    edits.make(bufnr, hunks, info.is_empty(bufnr))
  end)
  local ends_otherwise = set_facts(bufnr, options)
  -- Neovim takes the last line for one that has an end, and reports it wrongly when it is none.
  local is_end = last ~= nil and last.row + last.del >= count and not vim.bo[bufnr].endofline
  if ends_otherwise or is_end then
    servers.notify(bufnr)
  end
end

--- Like `change` for text that came by the disk: 'readonly' and 'nomodifiable' lock nothing there.
local function change_unlocked(bufnr, hunks, options)
  local bo = vim.bo[bufnr]
  local readonly, modifiable = bo.readonly, bo.modifiable
  bo.readonly, bo.modifiable = false, true
  local ok, message = pcall(change, bufnr, hunks, options)
  bo.readonly, bo.modifiable = readonly, modifiable
  if not ok then
    error(message, 0)
  end
end

--- For a buffer that was made before its file: it becomes the file's, and holds the text all the same.
local function change_created(bufnr, hunks, options)
  change_unlocked(bufnr, hunks, options)
  local lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, true)
  view_state.keep(bufnr, {}, function()
    extmarks.keep(bufnr, function()
      disk.open_created(bufnr)
      if options.merge then
        vim.api.nvim_buf_set_lines(bufnr, 0, -1, true, lines)
      end
    end)
  end)
end

--- Makes the hunks in the way that the options ask for.
---@param bufnr integer
---@param hunks acp.Hunk[]
---@param options acp.ApplyOptions
function M.make(bufnr, hunks, options)
  if (options.adopt or options.merge) and disk.is_new(bufnr) then
    change_created(bufnr, hunks, options)
  elseif options.adopt then
    change_unlocked(bufnr, hunks, options)
    disk.forget_saved(bufnr)
    disk.accept(bufnr, options.path)
  elseif options.merge then
    change_unlocked(bufnr, hunks, options)
    disk.forget_saved(bufnr)
    vim.bo[bufnr].modified = true
    disk.accept_merged(bufnr)
  else
    change(bufnr, hunks, options)
  end
end

return M
