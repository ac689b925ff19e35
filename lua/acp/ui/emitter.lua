--- Something that others listen to.
local M = {}

---@class acp.Emitter
---@field on fun(listener: fun(...)) calls a listener each time
---@field fire fun(...)

---@return acp.Emitter
function M.new()
  local listeners = {}
  return {
    on = function(listener)
      table.insert(listeners, listener)
    end,
    fire = function(...)
      for _, listener in ipairs(listeners) do
        listener(...)
      end
    end,
  }
end

return M
