-- Events for other code: `User Acp…` autocommands, and listeners of `require('acp').on`.
local requests = require('acp.host.requests')
local user_code = require('acp.ui.user_code')

local M = {}

---@type table<string, table<integer, fun(data: table, event: string)>>
local listeners = {}
local made = 0
-- Inside :try an error becomes a value; else it is printed over several lines and asks for Enter.
local TRY = [[
  try
    lua require('acp.events')._run()
  catch
    lua require('acp.events')._failed = vim.v.exception
  endtry
]]

local function run_autocommands(name, data)
  M._failed = nil
  M._run = function()
    vim.api.nvim_exec_autocmds('User', { pattern = name, data = data, modeline = false })
  end
  local ok, err = pcall(vim.api.nvim_exec2, TRY, {})
  local problem = M._failed or (not ok and tostring(err)) or nil
  if problem then
    error(problem, 0)
  end
end

--- In the order in which they came.
---@return integer[] ids
local function ordered(found)
  local ids = vim.tbl_keys(found)
  table.sort(ids)
  return ids
end

local function fire(name, data)
  -- What listeners do now is no doing of the user's, whatever was typed just before.
  require('acp.ui.typed').forget()
  local found = listeners[name] or {}
  for _, id in ipairs(ordered(found)) do
    local listener = found[id]
    -- One before it may have unsubscribed it.
    if listener then
      user_code.call(listener, 'listener of ' .. name, function()
        -- What one does to its data is nothing to the next.
        listener(vim.deepcopy(data, true), name)
      end)
    end
  end
  user_code.call(name, 'autocommand User ' .. name, function()
    run_autocommands(name, data)
  end)
end

---@param name string e.g. "AcpTurnEnd"
---@param data table
function M.fire(name, data)
  requests.when_free(function()
    fire(name, data)
  end)
end

---@param events { [1]: string, [2]: table }[] names and data, in order
function M.fire_all(events)
  for _, event in ipairs(events) do
    M.fire(event[1], event[2])
  end
end

---@param name string
---@param listener fun(data: table, event: string)
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
