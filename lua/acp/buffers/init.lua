--- The text of the user's buffers: exact facts and slices out (`info.lua`), atomic edits in (`change.lua`). Called by
--- the host only (src/nvim/lua.ts); decides nothing but whether an edit may be made at all.
local change = require('acp.buffers.change')
local config = require('acp.config')
local disk = require('acp.buffers.disk')
local encodings = require('acp.buffers.encoding')
local ex = require('acp.buffers.ex')
local info = require('acp.buffers.info')
local paths = require('acp.paths')
local save = require('acp.buffers.save')
local stage = require('acp.buffers.stage')

local M = {}

---@param path string absolute, symbolic links resolved
---@return acp.BufferInfo?
function M.find(path)
  local bufnr = info.loaded(path)
  return bufnr and info.of(bufnr)
end

---@param link string absolute
---@return string[] # real paths of the loaded files whose names lead through it
function M.behind(link)
  return vim
    .iter(vim.api.nvim_list_bufs())
    :filter(function(bufnr)
      local name = vim.api.nvim_buf_get_name(bufnr)
      local is_behind = name == link or vim.startswith(name, link .. paths.SEPARATOR)
      return is_behind and info.is_file(bufnr)
    end)
    :map(function(bufnr)
      return paths.real(vim.api.nvim_buf_get_name(bufnr))
    end)
    :totable()
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

M.stage = stage.add

--- The hunks, with the lines that were sent ahead.
---@param hunks acp.Hunk[]|acp.StagedHunk[]
---@param options acp.ApplyOptions
---@return acp.Hunk[]
function M.complete(hunks, options)
  return options.staged and stage.take(options.staged, hunks) or hunks
end

--- Makes the edit that it is given, and answers how many conflicts it has put on show.
---@alias acp.AroundEdit fun(edit: fun()): integer

---@type integer? the buffer that an agent's edit is being made in
local edited

---@param bufnr integer
---@return boolean # what changes there now is an agent's edit, or the undo of one
function M.is_edited(bufnr)
  return edited == bufnr
end

--- Makes an agent's edit.
---@param bufnr integer
---@param edit fun()
function M.by_agent(bufnr, edit)
  edited = bufnr
  local ok, message = pcall(edit)
  edited = nil
  if not ok then
    error(message, 0)
  end
end

---@param why 'moved'|'unloaded'|'readonly'|'nomodifiable'|'pending'|'error'
---@return acp.ApplyResult
local function refused(why, text)
  return { ok = false, why = why, text = text }
end

---@return acp.ApplyResult?
local function refusal(bufnr, changedtick, hunks, options)
  if not vim.api.nvim_buf_is_loaded(bufnr) then
    return refused('unloaded', 'the buffer is not loaded any more')
  end
  if vim.api.nvim_buf_get_changedtick(bufnr) ~= changedtick then
    return refused('moved', 'the buffer has changed meanwhile')
  end
  if
    options.save
    and options.path
    and paths.real(vim.api.nvim_buf_get_name(bufnr)) ~= options.path
  then
    return refused('moved', 'its name leads elsewhere now')
  end
  if options.over and paths.file_version(vim.api.nvim_buf_get_name(bufnr)) ~= options.over then
    return refused('moved', 'the file has changed meanwhile')
  end
  if options.adopt or options.merge then
    return nil
  end
  -- Neovim writes over such a file where it may: "!" says so.
  if options.writableOnly and paths.is_locked(vim.api.nvim_buf_get_name(bufnr)) then
    return refused('readonly', 'permission denied')
  end
  -- A first edit of a 'readonly' buffer would warn (W10) and keep the editor asleep for a second.
  if vim.bo[bufnr].readonly then
    return refused('readonly', "the file is read-only in the editor ('readonly' is set)")
  end
  if not vim.bo[bufnr].modifiable then
    return refused('nomodifiable', "the file is locked in the editor ('modifiable' is off)")
  end
  local encoding = vim.bo[bufnr].fileencoding
  local fits = vim.iter(hunks):all(function(hunk)
    return encodings.can_encode(hunk.lines, encoding)
  end)
  if not fits then
    local text = 'the file is encoded in %s, which lacks some characters of the new text'
    return refused('error', text:format(encoding))
  end
end

--- Unsaved text was not compared with the file, which somebody may have changed: then the user is asked, by `:write`.
local function may_save(bufnr, options)
  return options.merge or not vim.bo[bufnr].modified or disk.is_known(bufnr)
end

--- Makes the hunks in one step, if the buffer still is as it was at `changedtick`. Works in every mode, for hidden
--- buffers and those in other tabs; cursor, views, marks, folds, jumplist and alternate file stay.
---@param bufnr integer
---@param changedtick integer
---@param hunks acp.Hunk[]
---@param options acp.ApplyOptions
---@param around acp.AroundEdit
---@return acp.ApplyResult
function M.apply_now(bufnr, changedtick, hunks, options, around)
  local no = refusal(bufnr, changedtick, hunks, options)
  if no then
    return no
  end
  local saves = options.save and may_save(bufnr, options)
  local ok, fresh = pcall(around, function()
    change.make(bufnr, hunks, options)
  end)
  if not ok then
    local text = ex.error_text(fresh)
    -- While an expression is evaluated that waits for a key, no text may be changed.
    local why = text:match('^E565:') and 'pending' or 'error'
    return refused(why, 'the editor refused the change: ' .. text)
  end
  if config.get().highlight_edits then
    require('acp.ui.flash').show(bufnr, hunks)
  end
  local problem, is_spoilt
  if saves then
    problem, is_spoilt = save.save(bufnr, options.path, options.draft)
  end
  -- What the user has hooked to the write may have closed the buffer.
  local is_there = vim.api.nvim_buf_is_valid(bufnr)
  if is_there then
    change.break_undo(bufnr)
  end
  return {
    ok = true,
    changedtick = is_there and vim.api.nvim_buf_get_changedtick(bufnr) or 0,
    saved = saves and not problem,
    problem = problem,
    spoilt = is_spoilt,
    fresh = fresh,
  }
end

return M
