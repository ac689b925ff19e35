--- Keys and clicks of the permission float, for the question it shows.
local keys = require('acp.keys')
local window = require('acp.permission.window')

local M = {}

---@param buf integer
---@param options table<integer, acp.PermissionOption> by line
---@param answer fun(option: acp.PermissionOption)
local function map_clicks(buf, options, answer)
  local function clicked()
    local mouse = vim.fn.getmousepos()
    local option = mouse.winid == window.id() and options[mouse.line] or nil
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

---@param drawn acp.DrawnCard
---@param card acp.PermissionCard
---@param actions table<string, fun()> by the names of the keys
---@param answer fun(option: acp.PermissionOption)
function M.map(drawn, card, actions, answer)
  local buf = window.buffer()
  for _, map in ipairs(vim.api.nvim_buf_get_keymap(buf, 'n')) do
    vim.keymap.del('n', map.lhs, { buffer = buf })
  end
  keys.map(buf, 'permission', actions)
  map_clicks(buf, drawn.options, answer)
  for _, option in ipairs(card.options) do
    if option.key ~= '' then
      vim.keymap.set('n', option.key, function()
        answer(option)
      end, { buffer = buf, nowait = true, silent = true, desc = 'acp: ' .. option.name })
    end
  end
end

return M
