--- Tells the host what the user does to the text of a buffer under review.
local buffers = require('acp.buffers')
local host = require('acp.host')
local info = require('acp.buffers.info')
local paths = require('acp.paths')

local M = {}

local api = vim.api

---@class acp.Watched
---@field name string of the buffer
---@field path string
---@field count integer lines of the text; 0 where Neovim shows one for none
---@field is_told boolean the host knows the text: edits of it are reported

---@type table<integer, acp.Watched> by buffer
local watched = {}
---@type table<integer, true> buffers whose edits Neovim reports
local attached = {}

---@param bufnr integer
---@return integer
local function count_of(bufnr)
  return info.is_empty(bufnr) and 0 or api.nvim_buf_line_count(bufnr)
end

--- An edit in lines of the text. That of no lines has one to Neovim.
---@param bufnr integer
---@param before integer
---@param now integer
---@param first integer
---@param last integer
---@param new integer
---@return integer start
---@return integer removed
---@return string[] lines
local function edit_of(bufnr, before, now, first, last, new)
  if now == 0 then
    return 0, before, {}
  elseif before == 0 then
    return 0, 0, api.nvim_buf_get_lines(bufnr, 0, -1, false)
  end
  return first, last - first, api.nvim_buf_get_lines(bufnr, first, new, false)
end

---@param state acp.Watched
---@param bufnr integer
---@param tick integer
---@param first integer
---@param last integer
---@param new integer
local function report(state, bufnr, tick, first, last, new)
  local before = state.count
  state.count = count_of(bufnr)
  if buffers.is_edited(bufnr) then
    state.is_told = false
  elseif state.is_told then
    local start, removed, lines = edit_of(bufnr, before, state.count, first, last, new)
    host.send('review_edited', {
      path = state.path,
      changedtick = tick,
      start = start,
      removed = removed,
      lines = lines,
    })
  end
end

--- Reports edits from now on: the host knows the text as it is.
---@param bufnr integer
---@param on_edit fun(row: integer)
---@param on_end fun() the text is another one, or unloaded
function M.start(bufnr, on_edit, on_end)
  local name = api.nvim_buf_get_name(bufnr)
  local path = paths.real(name) or name
  watched[bufnr] = { name = name, path = path, count = count_of(bufnr), is_told = true }
  if attached[bufnr] then
    return
  end
  attached[bufnr] = true
  local function ended()
    M.stop(bufnr)
    on_end()
  end
  api.nvim_buf_attach(bufnr, false, {
    on_lines = function(_, _, tick, first, last, new)
      local state = watched[bufnr]
      if not state then
        attached[bufnr] = nil
        return true
      elseif api.nvim_buf_get_name(bufnr) ~= state.name then
        ended()
      else
        report(state, bufnr, tick, first, last, new)
        on_edit(first)
      end
    end,
    on_reload = ended,
    on_detach = function()
      attached[bufnr] = nil
      ended()
    end,
  })
end

---@param bufnr integer
function M.stop(bufnr)
  watched[bufnr] = nil
end

--- Reports files that are loaded, or loaded anew.
function M.loads()
  local group = api.nvim_create_augroup('acp.review', {})
  api.nvim_create_autocmd('BufReadPost', {
    group = group,
    callback = function(event)
      local path = paths.real(event.match)
      if path and vim.bo[event.buf].buftype == '' then
        host.send('review_loaded', { path = path })
      end
    end,
  })
end

return M
