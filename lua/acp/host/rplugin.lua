--- The shared Node host as ours (`vim.g.acp_host = 'rplugin'`): the remote plugin's two functions are the way there.
--- Neovim says nothing when that host ends, and never starts it again.
local M = {}

local WATCH_MS = 1000

local used = false
local lost = false

---@return boolean
function M.is_used()
  return used
end

---@return boolean
function M.is_wanted()
  return vim.g.acp_host == 'rplugin' and not lost
end

---@return string? problem
function M.use()
  -- The manifest defines the function at its first use.
  if vim.fn.exists('#FuncUndefined#AcpHostEvent') + vim.fn.exists('*AcpHostEvent') == 0 then
    return 'the remote plugin is not registered: run :UpdateRemotePlugins and restart, or use vim.g.acp_host = "own"'
  end
  used = true
end

--- It is not there any more.
function M.lose()
  used, lost = false, true
end

---@param name string
---@param payload table
---@return boolean sent
function M.send(name, payload)
  return (pcall(vim.fn.AcpHostEvent, name, payload))
end

---@param name string
---@param payload table
---@return boolean ok
---@return any answer
function M.request(name, payload)
  local ok, answer = pcall(vim.fn.AcpHostRequest, name, payload)
  -- Put into a table, because the shared host turns every falsy answer into null.
  return ok, ok and type(answer) == 'table' and answer.value or answer
end

--- Looks now and then whether it has ended.
---@param is_gone fun(): boolean
---@param on_gone fun()
function M.watch(is_gone, on_gone)
  if used and is_gone() then
    on_gone()
  end
  if used then
    vim.defer_fn(function()
      M.watch(is_gone, on_gone)
    end, WATCH_MS)
  end
end

return M
