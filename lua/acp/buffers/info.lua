--- The loaded buffer of a file, and the state it is in.
local command = require('acp.buffers.command')
local origin = require('acp.buffers.origin')
local paths = require('acp.paths')

local M = {}

---@param bufnr integer
---@return boolean
function M.is_file(bufnr)
  return vim.api.nvim_buf_is_loaded(bufnr)
    and vim.bo[bufnr].buftype == ''
    and vim.api.nvim_buf_get_name(bufnr) ~= ''
end

--- The loaded buffer of a file.
---@param path string absolute, symbolic links resolved
---@return integer?
function M.loaded(path)
  local bufs = vim.api.nvim_list_bufs()
  for _, bufnr in ipairs(bufs) do
    -- In the place of the file there may be a link by now.
    local is_named = vim.api.nvim_buf_get_name(bufnr) == path and M.is_file(bufnr)
    if is_named and paths.real(path) == path then
      return bufnr
    end
  end
  -- Where a name leads takes a look at the disk: with hundreds of buffers that is not for nothing.
  for _, bufnr in ipairs(bufs) do
    if M.is_file(bufnr) and paths.real(vim.api.nvim_buf_get_name(bufnr)) == path then
      return bufnr
    end
  end
end

--- Neovim shows one empty line for a text of no bytes; only counting tells that from a single line feed.
---@param bufnr integer
---@return boolean
function M.is_empty(bufnr)
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
---@return acp.BufferInfo
function M.of(bufnr)
  local bo = vim.bo[bufnr]
  local count = vim.api.nvim_buf_line_count(bufnr)
  return {
    bufnr = bufnr,
    changedtick = vim.api.nvim_buf_get_changedtick(bufnr),
    lines = M.is_empty(bufnr) and 0 or count,
    bytes = vim.api.nvim_buf_get_offset(bufnr, count),
    modified = bo.modified,
    -- 'binary' overrules both when the file is written.
    fileformat = bo.binary and 'unix' or bo.fileformat,
    bomb = bo.bomb and not bo.binary,
    binary = bo.binary or nil,
    endofline = bo.endofline,
    fileencoding = bo.fileencoding,
    readonly = bo.readonly,
    modifiable = bo.modifiable,
    buftype = bo.buftype,
    pending = command.holds(bufnr),
    origin = origin.of(bufnr),
  }
end

return M
