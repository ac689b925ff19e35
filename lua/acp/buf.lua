--- The text of the user's buffers: exact facts and slices out, atomic edits in. Called by the host only
--- (src/nvim/lua.ts); decides nothing but whether an edit may be made at all.
local disk = require('acp.disk')
local edits = require('acp.edits')
local flash = require('acp.flash')
local places = require('acp.places')

local M = {}

---@class acp.BufferFacts
---@field bufnr integer
---@field changedtick integer
---@field lines integer 0 for the empty text, though one empty line is shown then
---@field bytes integer
---@field modified boolean
---@field fileformat 'unix'|'dos'|'mac'
---@field endofline boolean
---@field bomb boolean
---@field fileencoding string
---@field readonly boolean
---@field modifiable boolean
---@field buftype string

---@class acp.ApplyOptions
---@field fileformat? 'unix'|'dos'|'mac'
---@field endofline? boolean
---@field bomb? boolean
---@field save boolean
---@field adopt? boolean
---@field merge? boolean

---@class acp.ApplyResult
---@field ok boolean
---@field changedtick? integer
---@field saved? boolean
---@field why? 'moved'|'unloaded'|'readonly'|'nomodifiable'|'error'
---@field text? string

---@param bufnr integer
---@return boolean
local function is_file(bufnr)
  return vim.api.nvim_buf_is_loaded(bufnr)
    and vim.bo[bufnr].buftype == ''
    and vim.api.nvim_buf_get_name(bufnr) ~= ''
end

---@param path string
---@return integer?
local function loaded_buffer(path)
  local resolved
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if is_file(bufnr) then
      local name = vim.api.nvim_buf_get_name(bufnr)
      if name == path then
        return bufnr
      end
      if not resolved and disk.real(name) == path then
        resolved = bufnr
      end
    end
  end
  return resolved
end

--- Neovim shows one empty line for a text of no bytes; only counting tells that from a single line feed.
---@param bufnr integer
---@return boolean
local function is_empty(bufnr)
  if
    vim.api.nvim_buf_line_count(bufnr) > 1
    or vim.api.nvim_buf_get_lines(bufnr, 0, 1, true)[1] ~= ''
  then
    return false
  end
  return vim.api.nvim_buf_call(bufnr, function()
    return vim.fn.wordcount().chars == 0
  end)
end

---@param bufnr integer
---@return acp.BufferFacts
local function facts(bufnr)
  local bo = vim.bo[bufnr]
  local count = vim.api.nvim_buf_line_count(bufnr)
  return {
    bufnr = bufnr,
    changedtick = vim.api.nvim_buf_get_changedtick(bufnr),
    lines = is_empty(bufnr) and 0 or count,
    bytes = vim.api.nvim_buf_get_offset(bufnr, count),
    modified = bo.modified,
    -- 'binary' overrules both when the file is written.
    fileformat = bo.binary and 'unix' or bo.fileformat,
    bomb = bo.bomb and not bo.binary,
    endofline = bo.endofline,
    fileencoding = bo.fileencoding,
    readonly = bo.readonly,
    modifiable = bo.modifiable,
    buftype = bo.buftype,
  }
end

--- The loaded buffer of a file.
---@param path string absolute, symbolic links resolved
---@return integer?
function M.loaded(path)
  return loaded_buffer(path)
end

---@param path string absolute, symbolic links resolved
---@return acp.BufferFacts?
function M.find(path)
  local bufnr = loaded_buffer(path)
  return bufnr and facts(bufnr)
end

--- Each line follows a newline: so no lines and one empty line differ, and a decoder that strips a byte order mark
--- from the start of a string finds none.
---@param bufnr integer
---@param from integer
---@param to integer
---@return { text: string, changedtick: integer }?
function M.slice(bufnr, from, to)
  if not vim.api.nvim_buf_is_loaded(bufnr) then
    return nil
  end
  local lines = vim.api.nvim_buf_get_lines(bufnr, from, to, false)
  return {
    text = #lines > 0 and '\n' .. table.concat(lines, '\n') or '',
    changedtick = vim.api.nvim_buf_get_changedtick(bufnr),
  }
end

---@param why 'moved'|'unloaded'|'readonly'|'nomodifiable'|'error'
---@param text string
---@return acp.ApplyResult
local function refused(why, text)
  return { ok = false, why = why, text = text }
end

---@param hunks acp.Hunk[]
---@param encoding string
---@return boolean
local function can_encode(hunks, encoding)
  for _, hunk in ipairs(hunks) do
    if not disk.can_encode(hunk.lines, encoding) then
      return false
    end
  end
  return true
end

---@param bufnr integer
---@param changedtick integer
---@param hunks acp.Hunk[]
---@param options acp.ApplyOptions
---@return acp.ApplyResult?
local function refusal(bufnr, changedtick, hunks, options)
  if not vim.api.nvim_buf_is_loaded(bufnr) then
    return refused('unloaded', 'the buffer is not loaded any more')
  end
  if vim.api.nvim_buf_get_changedtick(bufnr) ~= changedtick then
    return refused('moved', 'the buffer has changed meanwhile')
  end
  if options.adopt or options.merge then
    return nil
  end
  -- A first edit of a 'readonly' buffer would warn (W10) and keep the editor asleep for a second.
  if vim.bo[bufnr].readonly then
    return refused('readonly', "the file is read-only in the editor ('readonly' is set)")
  end
  if not vim.bo[bufnr].modifiable then
    return refused('nomodifiable', "the file is locked in the editor ('modifiable' is off)")
  end
  local encoding = vim.bo[bufnr].fileencoding
  if not can_encode(hunks, encoding) then
    local text = 'the file is encoded in %s, which lacks some characters of the new text'
    return refused('error', text:format(encoding))
  end
end

--- Changes made before and after belong to other undo steps, even while the user is typing.
---@param bufnr integer
local function break_undo(bufnr)
  vim.bo[bufnr].undolevels = vim.bo[bufnr].undolevels
end

---@param bufnr integer
---@param options acp.ApplyOptions
local function set_facts(bufnr, options)
  local bo = vim.bo[bufnr]
  for _, name in ipairs({ 'fileformat', 'bomb', 'endofline' }) do
    if options[name] ~= nil and bo[name] ~= options[name] then
      bo[name] = options[name]
    end
  end
  -- Or the write would add the line ending that the text does not have.
  if not options.adopt and not bo.endofline and bo.fixendofline then
    bo.fixendofline = false
  end
end

--- What an error says, without where it was raised and what led there.
---@param message any
---@return string
local function error_text(message)
  local said = vim.trim((tostring(message):gsub('\n[%s]*stack traceback:.*', '')))
  local line = said:match('[^\n]*$')
  return (line:gsub('^.-Vim%b():', ''):gsub('^.-Vim:', ''))
end

---@param bufnr integer
---@return string? problem
local function save(bufnr)
  local ok, message = pcall(vim.api.nvim_buf_call, bufnr, function()
    vim.cmd('silent keepalt lockmarks write!')
  end)
  if not ok then
    return error_text(message)
  end
end

---@param bufnr integer
---@param hunks acp.Hunk[]
---@param options acp.ApplyOptions
local function change(bufnr, hunks, options)
  break_undo(bufnr)
  places.keep(bufnr, hunks, function()
    edits.make(bufnr, hunks, is_empty(bufnr))
  end)
  set_facts(bufnr, options)
end

--- Like `change` for text that came by the disk: 'readonly' and 'nomodifiable' lock nothing there.
---@param bufnr integer
---@param hunks acp.Hunk[]
---@param options acp.ApplyOptions
local function change_unlocked(bufnr, hunks, options)
  local bo = vim.bo[bufnr]
  local readonly, modifiable = bo.readonly, bo.modifiable
  bo.readonly, bo.modifiable = false, true
  -- Undo brings back what was set before the step: the text before it is not the file's any more.
  bo.modified = true
  local ok, message = pcall(change, bufnr, hunks, options)
  bo.readonly, bo.modifiable = readonly, modifiable
  if not ok then
    error(message, 0)
  end
end

--- For a buffer that was made before its file: it becomes the file's, and holds the text all the same.
---@param bufnr integer
---@param hunks acp.Hunk[]
---@param options acp.ApplyOptions
local function change_created(bufnr, hunks, options)
  change_unlocked(bufnr, hunks, options)
  local lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, true)
  places.keep(bufnr, {}, function()
    disk.open_created(bufnr)
    if options.merge then
      vim.api.nvim_buf_set_lines(bufnr, 0, -1, true, lines)
    end
  end)
end

---@param bufnr integer
---@param hunks acp.Hunk[]
---@param options acp.ApplyOptions
local function make(bufnr, hunks, options)
  if (options.adopt or options.merge) and disk.is_new(bufnr) then
    change_created(bufnr, hunks, options)
  elseif options.adopt then
    change_unlocked(bufnr, hunks, options)
    vim.bo[bufnr].modified = false
    disk.accept(bufnr)
  elseif options.merge then
    change_unlocked(bufnr, hunks, options)
    disk.accept_merged(bufnr)
  else
    change(bufnr, hunks, options)
  end
end

--- Makes the hunks in one step, if the buffer still is as it was at `changedtick`. Works in every mode, for hidden
--- buffers and those in other tabs; cursor, views, marks, folds, jumplist and alternate file stay.
---@param bufnr integer
---@param changedtick integer
---@param hunks acp.Hunk[]
---@param options acp.ApplyOptions
---@return acp.ApplyResult
function M.apply(bufnr, changedtick, hunks, options)
  local no = refusal(bufnr, changedtick, hunks, options)
  if no then
    return no
  end
  local ok, message = pcall(make, bufnr, hunks, options)
  if not ok then
    return refused('error', 'the editor refused the change: ' .. error_text(message))
  end
  flash.show(bufnr, hunks)
  local problem = options.save and save(bufnr) or nil
  break_undo(bufnr)
  if problem then
    return refused('error', 'changed in the editor, but not saved: ' .. problem)
  end
  return {
    ok = true,
    changedtick = vim.api.nvim_buf_get_changedtick(bufnr),
    saved = options.save,
  }
end

return M
