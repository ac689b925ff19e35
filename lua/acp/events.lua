-- News for other code: `User Acp…` autocommands, and listeners of `require('acp').on`.
local M = {}

---@type table<string, table<integer, fun(data: table)>>
local listeners = {}
local made = 0
---@type table<function|string, true> whose errors were told
local blamed = {}

local function blame(key, event, err)
  if blamed[key] then
    return
  end
  blamed[key] = true
  require('acp.notify').error(('a listener of %s failed: %s'):format(event, err))
end

---@param name string e.g. "AcpTurnEnd"
---@param data table
function M.fire(name, data)
  for _, listener in pairs(vim.tbl_extend('force', {}, listeners[name] or {})) do
    local ok, err = pcall(listener, data)
    if not ok then
      blame(listener, name, err)
    end
  end
  local options = { pattern = name, data = data, modeline = false }
  local ok, err = pcall(vim.api.nvim_exec_autocmds, 'User', options)
  if not ok then
    blame(name, name, err)
  end
end

---@param name string
---@param listener fun(data: table)
---@return fun() off
function M.on(name, listener)
  made = made + 1
  local id = made
  listeners[name] = listeners[name] or {}
  listeners[name][id] = listener
  return function()
    listeners[name][id] = nil
  end
end

return M
