--- The agent's versions of files that user and agent changed in the same lines, as `acp://conflict/<path>`: to be
--- looked at, compared (`:diffsplit`) and copied from. Nothing of it gets into a file by itself.
local M = {}

local SCHEME = 'acp://conflict/'

---@param path string
---@return string
function M.name(path)
  return SCHEME .. (path:gsub('^/', ''))
end

---@param name string
---@return integer?
local function find(name)
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_name(bufnr) == name then
      return bufnr
    end
  end
end

---@param name string
---@return integer bufnr
local function make(name)
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(bufnr, name)
  vim.bo[bufnr].bufhidden = 'hide'
  vim.bo[bufnr].modeline = false
  return bufnr
end

--- Keeps the agent's version of a file, instead of an older one.
---@param path string
---@param lines string[]
---@return string name of the buffer, as a command takes it
function M.keep(path, lines)
  local name = M.name(path)
  local bufnr = find(name) or make(name)
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, true, lines)
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].modified = false
  -- Colours, but no language server and no plugin of a file type.
  vim.bo[bufnr].syntax = vim.filetype.match({ filename = path }) or ''
  return vim.fn.fnameescape(name)
end

--- Forgets the versions of these files, but for those that are on screen.
---@param paths string[]
function M.drop(paths)
  for _, path in ipairs(paths) do
    local bufnr = find(M.name(path))
    if bufnr and #vim.fn.win_findbuf(bufnr) == 0 then
      vim.api.nvim_buf_delete(bufnr, { force = true })
    end
  end
end

return M
