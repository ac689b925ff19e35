--- Keys and clicks of the permission float, for the question it shows.
local keys = require('acp.keys')
local window = require('acp.permission.window')

local M = {}

---@param buf integer
---@param answer fun(option: acp.PermissionOption)
local function map_clicks(buf, answer)
  local function clicked()
    local option = window.option_under_mouse()
    if option then
      answer(option)
    end
  end
  for _, times in ipairs({ '', '2-', '3-', '4-' }) do
    local opts = { buffer = buf, nowait = true, silent = true, desc = 'acp: the option clicked on' }
    vim.keymap.set({ 'n', 'i' }, ('<%sLeftRelease>'):format(times), clicked, opts)
    if times ~= '' then
      -- Clicks in quick succession would select.
      vim.keymap.set({ 'n', 'i' }, ('<%sLeftMouse>'):format(times), '<LeftMouse>', opts)
    end
  end
end

---@param buf integer
---@param card acp.PermissionCard
---@param actions table<string, fun()> by the names of the keys
---@param answer fun(option: acp.PermissionOption)
local function map(buf, card, actions, answer)
  for _, old in ipairs(vim.api.nvim_buf_get_keymap(buf, 'n')) do
    vim.keymap.del('n', old.lhs, { buffer = buf })
  end
  keys.map(buf, 'permission', actions)
  map_clicks(buf, answer)
  for _, option in ipairs(card.options) do
    if option.key ~= '' then
      vim.keymap.set('n', option.key, function()
        answer(option)
      end, { buffer = buf, nowait = true, silent = true, desc = 'acp: ' .. option.name })
    end
  end
end

--- In both windows of the question.
---@param card acp.PermissionCard
---@param actions table<string, fun()> by the names of the keys
---@param answer fun(option: acp.PermissionOption)
function M.map(card, actions, answer)
  for _, buf in ipairs(window.buffers()) do
    map(buf, card, actions, answer)
  end
end

return M
