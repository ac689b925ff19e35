--- The agent's versions of whole files that user and agent changed in the same lines, as `acp://conflict/<path>`: to
--- be looked at, compared (`:Acp conflict diff`) and copied from. Nothing of it gets into a file by itself.
local file_text = require('acp.ui.file_text')
local info = require('acp.buffers.info')
local regions = require('acp.conflict.regions')

local M = {}

local SCHEME = 'acp://conflict/'
--- A window narrower than this is not divided side by side.
local MIN_WIDTH = 100

local function name_of(path)
  return SCHEME .. (path:gsub('^/', ''))
end

local function find(name)
  return vim.fn.bufexists(name) == 1 and vim.fn.bufadd(name) or nil
end

---@type table<string, true> paths whose versions are not needed any more but for a choice
local unwanted = {}

--- Keeps the agent's version of a file, instead of an older one.
---@param path string
---@param lines string[]
function M.keep(path, lines)
  local name = name_of(path)
  unwanted[path] = nil
  local bufnr = find(name)
  if bufnr then
    file_text.replace(bufnr, lines)
  else
    file_text.make(name, path, lines)
  end
end

--- Shows the agent's version beside the file in the current window.
---@param path string
---@return boolean # false: there is none
function M.diff(path)
  local name = name_of(path)
  if not find(name) then
    return false
  end
  local vertical = vim.api.nvim_win_get_width(0) >= MIN_WIDTH and 'vertical ' or ''
  local win = vim.api.nvim_get_current_win()
  vim.cmd(vertical .. 'diffsplit ' .. vim.fn.fnameescape(name))
  -- Where |do| takes a change over.
  vim.api.nvim_set_current_win(win)
  return true
end

local function delete(path)
  local bufnr = find(name_of(path))
  if bufnr and #vim.fn.win_findbuf(bufnr) == 0 then
    vim.api.nvim_buf_delete(bufnr, { force = true })
  end
end

local function is_open(path)
  local file = info.loaded(path)
  return file ~= nil and #regions.open(file) > 0
end

--- Forgets the versions of these files, but for those that are on screen; where there is something to choose still,
--- only then.
---@param paths string[]
function M.drop(paths)
  for _, path in ipairs(paths) do
    if is_open(path) then
      unwanted[path] = true
    else
      delete(path)
    end
  end
end

--- Nothing is left to choose in a buffer.
local function delete_unwanted()
  for path in pairs(unwanted) do
    if not is_open(path) then
      unwanted[path] = nil
      vim.schedule_wrap(delete)(path)
    end
  end
end

regions.on_change(delete_unwanted)

return M
