--- A file as it is and as it would be, side by side. The second text may be the user's to change before it is accepted.
local diff_tab = require('acp.ui.diff_tab')
local file_text = require('acp.ui.file_text')
local host = require('acp.host')
local keys = require('acp.keys')
local notify = require('acp.ui.notify')

local M = {}

local api = vim.api
--- Milliseconds: what was typed before the text could be read is no answer.
local GUARD_MS = 300

---@class acp.ProposalTab
---@field left integer buffer
---@field right integer buffer
---@field tab? acp.DiffTab
---@field opened integer milliseconds
---@field is_editable boolean
---@field path string

---@type table<string, acp.ProposalTab> by id
local comparisons = {}

---@param bufnr integer
local function delete(bufnr)
  if api.nvim_buf_is_valid(bufnr) then
    api.nvim_buf_delete(bufnr, { force = true })
  end
end

---@param comparison acp.ProposalTab
local function forget(id, comparison)
  comparisons[id] = nil
  delete(comparison.left)
  delete(comparison.right)
end

---@param comparison acp.ProposalTab
local function is_changed(comparison)
  return comparison.is_editable
    and api.nvim_buf_is_valid(comparison.right)
    and vim.bo[comparison.right].modified
end

--- Back to the question. What the user has changed waits for them to come again.
local function leave(id)
  local comparison = comparisons[id]
  if comparison and comparison.tab then
    comparison.tab.close()
  end
end

local function accept(id)
  local comparison = comparisons[id]
  if not comparison then
    notify.show('warn', 'not asked any more: nothing was written')
    return
  end
  -- `:wall` was meant for other texts.
  if not comparison.tab or comparison.tab.id ~= api.nvim_get_current_tabpage() then
    notify.show('info', 'not accepted: the text is not on the screen; e in the question goes there')
    return
  end
  vim.uv.update_time()
  if vim.uv.now() - comparison.opened < GUARD_MS then
    notify.show('info', 'not accepted: this has only just appeared')
    return
  end
  local lines = api.nvim_buf_get_lines(comparison.right, 0, -1, false)
  host.notify('proposal_accepted', { id = id, lines = lines })
end

---@param id string
---@param bufnr integer
local function make_editable(id, bufnr)
  vim.bo[bufnr].buftype = 'acwrite'
  vim.bo[bufnr].modifiable = true
  vim.bo[bufnr].undolevels = vim.go.undolevels
  api.nvim_create_autocmd('BufWriteCmd', {
    buffer = bufnr,
    callback = function()
      accept(id)
    end,
  })
  keys.map(bufnr, 'proposal', {
    proposal_accept = function()
      vim.cmd.stopinsert()
      accept(id)
    end,
    proposal_leave = function()
      leave(id)
    end,
  })
end

---@param id string
---@param bufnr integer
local function make_fixed(id, bufnr)
  keys.map(bufnr, 'comparison', {
    comparison_leave = function()
      leave(id)
    end,
  })
end

---@param id string
---@param texts acp.LabelledTexts
---@return acp.ProposalTab
local function make(id, texts)
  local name = 'acp://proposal/' .. id .. texts.path:gsub('[%c\127]', '')
  local comparison = {
    left = file_text.make(name .. ' (now)', texts.path, texts.before),
    right = file_text.make(name, texts.path, texts.after),
    is_editable = texts.isEditable,
    opened = 0,
    path = texts.path,
  }
  make_fixed(id, comparison.left)
  if texts.isEditable then
    make_editable(id, comparison.right)
  else
    make_fixed(id, comparison.right)
  end
  return comparison
end

---@param id string
---@param texts acp.LabelledTexts
---@return string|vim.NIL # why it cannot be shown
function M.open(id, texts)
  local comparison = comparisons[id] or make(id, texts)
  comparisons[id] = comparison
  if comparison.tab then
    api.nvim_set_current_win(comparison.tab.wins[2])
    return vim.NIL
  end
  comparison.tab = diff_tab.open(comparison.left, comparison.right, function()
    comparison.tab = nil
    if comparisons[id] ~= comparison then
      return
    end
    if not comparison.is_editable then
      forget(id, comparison)
    end
    host.send('proposal_left', { id = id })
  end)
  if not comparison.tab then
    forget(id, comparison)
    return 'no tab page can be opened here'
  end
  vim.uv.update_time()
  comparison.opened = vim.uv.now()
  for side, win in ipairs(comparison.tab.wins) do
    vim.wo[win].winbar = ' ' .. texts.labels[side]:gsub('%%', '%%%%')
  end
  vim.cmd('silent! normal! gg]c')
  return vim.NIL
end

--- Takes the tab page away; the user's text waits.
---@param id string
function M.hide(id)
  local comparison = comparisons[id]
  if comparison and comparison.tab then
    comparisons[id] = nil
    comparison.tab.close()
    comparisons[id] = comparison
  end
end

--- Takes it all away. With a reason a text that the user has changed stays.
---@param id string
---@param why string
function M.close(id, why)
  local comparison = comparisons[id]
  if not comparison then
    return
  end
  local is_kept = why ~= '' and is_changed(comparison)
  comparisons[id] = nil
  if is_kept then
    vim.bo[comparison.right].buflisted = true
    local name = api.nvim_buf_get_name(comparison.right)
    notify.show('warn', ('%s; nothing was written, your text is in %s'):format(why, name))
    return
  end
  if comparison.tab then
    comparison.tab.close()
  end
  delete(comparison.left)
  delete(comparison.right)
end

host.on_exit(function()
  for id in pairs(comparisons) do
    M.close(id, 'the host has ended')
  end
end)

return M
