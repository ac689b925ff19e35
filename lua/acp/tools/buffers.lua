--- The buffers that the editor's tools may know of: files that the user works on. What has a 'buftype' is a plugin's.
local editor_window = require('acp.ui.editor_window')
local paths = require('acp.paths')

local M = {}

local api = vim.api

---@param bufnr integer
---@param current? integer
---@return acp.FileBuffer?
local function describe(bufnr, current)
  local path = api.nvim_buf_is_loaded(bufnr) and paths.of_buffer(bufnr)
  if not path or not (vim.bo[bufnr].buflisted or bufnr == current) then
    return nil
  end
  return {
    bufnr = bufnr,
    name = api.nvim_buf_get_name(bufnr),
    path = path,
    lines = api.nvim_buf_line_count(bufnr),
    modified = vim.bo[bufnr].modified,
    filetype = vim.bo[bufnr].filetype,
    changedtick = api.nvim_buf_get_changedtick(bufnr),
    current = bufnr == current,
    visible = #vim.fn.win_findbuf(bufnr) > 0,
  }
end

---@return acp.FileBuffer[]
function M.list()
  local win = editor_window.find()
  local current = win and api.nvim_win_get_buf(win)
  local list = {}
  for _, bufnr in ipairs(api.nvim_list_bufs()) do
    list[#list + 1] = describe(bufnr, current)
  end
  return list
end

return M
