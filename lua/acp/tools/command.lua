--- The output of a command that lists something, for the window that the user works on files in.
local buffers = require('acp.tools.buffers')
local editor_window = require('acp.ui.editor_window')
local paths = require('acp.paths')

local M = {}

local api = vim.api

--- The name of a buffer that is a file.
---@param bufnr integer
---@return string?
local function name_of(bufnr)
  local is_file = api.nvim_buf_is_loaded(bufnr) and paths.of_buffer(bufnr) ~= nil
  return is_file and api.nvim_buf_get_name(bufnr) or nil
end

---@return table<string, string>
local function listed()
  local files = {}
  for _, buffer in ipairs(buffers.list()) do
    files[tostring(buffer.bufnr)] = buffer.name
  end
  return files
end

---@return table<string, string>
local function in_window()
  return { current = name_of(api.nvim_get_current_buf()) }
end

--- Which files the lines of an output are about, by what the lines begin with.
---@type table<string, fun(): table<string, string>>
local FILES = {
  ls = listed,
  buffers = listed,
  files = listed,
  changes = in_window,
  undolist = in_window,
  marks = function()
    local files = in_window()
    for _, mark in ipairs(vim.fn.getmarklist()) do
      files[mark.mark:sub(2)] = vim.fn.fnamemodify(mark.file, ':p')
    end
    return files
  end,
  jumps = function()
    local files = {}
    local jumps, now = unpack(vim.fn.getjumplist())
    for index, jump in ipairs(jumps) do
      local name = api.nvim_buf_is_valid(jump.bufnr) and vim.bo[jump.bufnr].buftype == ''
      files[tostring(index - 1 - now)] = name and api.nvim_buf_get_name(jump.bufnr) or nil
    end
    return files
  end,
  oldfiles = function()
    local files = {}
    for index, name in ipairs(vim.v.oldfiles) do
      files[tostring(index)] = vim.fn.fnamemodify(name, ':p')
    end
    return files
  end,
}

--- What says the same in all windows.
local ANYWHERE =
  { 'ls', 'buffers', 'files', 'oldfiles', 'highlight', 'filetype', 'digraphs', 'version' }

---@param name string
---@param args string[]
---@return acp.CommandOutput
function M.run(name, args)
  local is_anywhere = vim.list_contains(ANYWHERE, name)
  local win = editor_window.find() or (is_anywhere and api.nvim_get_current_win())
  if not win then
    return { problem = 'the user works in no window with a file', files = vim.empty_dict() }
  end
  local ok, answer = pcall(api.nvim_win_call, win, function()
    local files = FILES[name] and FILES[name]() or {}
    local output = api.nvim_cmd({ cmd = name, args = args }, { output = true })
    if output == '' and vim.fn.getcmdwintype() ~= '' then
      error('E11: The user is in the command-line window, where Neovim 0.10 has no output')
    end
    return { output = output, files = vim.tbl_extend('error', vim.empty_dict(), files) }
  end)
  if ok then
    return answer
  end
  -- Without where in the user's files it was raised.
  local problem = tostring(answer):match('E%d+: [^\n]*') or 'the command failed'
  return { problem = problem, files = vim.empty_dict() }
end

return M
