--- Asks the host what a prompt mentions. Most mention nothing: then nothing of mentions is loaded.
local host = require('acp.host')

local M = {}

local api = vim.api

--- Milliseconds between questions while the user types.
local REST_MS = 40

---@class acp.PromptView
---@field id integer
---@field prompt integer
---@field opened boolean

---@type table<integer, acp.PromptView> by prompt buffer
local views = {}
---@type table<integer, acp.PromptChip[]> what goes along, by prompt buffer
local shown = {}
---@type table<integer, true> prompt buffers that are about to be looked at
local pending = {}

---@param bufnr integer
---@return acp.PromptView?
function M.view(bufnr)
  return views[bufnr]
end

---@param bufnr integer
---@return acp.PromptChip[]
function M.shown(bufnr)
  return shown[bufnr] or {}
end

---@param bufnr integer
---@param chips acp.PromptChip[]
function M.set_shown(bufnr, chips)
  shown[bufnr] = #chips > 0 and chips or nil
end

---@param bufnr integer
---@return string
local function text_in(bufnr)
  return table.concat(api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n')
end

--- The byte of the text at which the user types; nil: they do not.
---@param bufnr integer
---@return integer?
function M.typed_at(bufnr)
  if api.nvim_get_current_buf() ~= bufnr or not api.nvim_get_mode().mode:find('^i') then
    return nil
  end
  local row, col = unpack(api.nvim_win_get_cursor(0))
  return api.nvim_buf_get_offset(bufnr, row - 1) + col
end

--- A text without an "@" says something new only where there was one before.
local function may_mention(bufnr, text)
  return shown[bufnr] ~= nil or text:find('@', 1, true) ~= nil
end

--- Asks the host what goes along, when the text may mention something; it answers by `chips.show`.
---@param bufnr integer
function M.ask(bufnr)
  local view = views[bufnr]
  if not view or not api.nvim_buf_is_valid(bufnr) then
    return
  end
  local text = text_in(bufnr)
  if may_mention(bufnr, text) and view.opened and host.channel() then
    host.send('prompt_changed', {
      view = view.id,
      bufnr = bufnr,
      changedtick = api.nvim_buf_get_changedtick(bufnr),
      text = text,
      anchors = require('acp.context.anchors').list(bufnr),
      cursor = M.typed_at(bufnr),
    })
  end
end

--- Looks anew at what goes along; of many changes in a row once.
---@param bufnr integer
function M.changed(bufnr)
  if pending[bufnr] or not may_mention(bufnr, text_in(bufnr)) then
    return
  end
  pending[bufnr] = true
  vim.defer_fn(function()
    pending[bufnr] = nil
    M.ask(bufnr)
  end, REST_MS)
end

---@param view acp.PromptView
function M.attach(view)
  local bufnr = view.prompt
  views[bufnr] = view
  api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'TextChangedP', 'BufEnter' }, {
    buffer = bufnr,
    callback = function()
      M.changed(bufnr)
    end,
  })
  api.nvim_create_autocmd('BufWipeout', {
    buffer = bufnr,
    callback = function()
      local anchors = require('acp.context.anchors')
      anchors.release(anchors.take(bufnr))
      views[bufnr], shown[bufnr] = nil, nil
    end,
  })
end

return M
