--- Functions that the host answers, by number. Each is called once: with the host's answer, or with an error when the
--- host has ended.
local requests = require('acp.host.requests')

local M = {}

--- What callbacks get when the host has ended.
M.ENDED = 'the host ended'

---@alias acp.Callback fun(err?: string, result?: any)

---@type table<integer, acp.Callback>
local waiting = {}
local last = 0

---@param callback acp.Callback
---@return integer id
function M.add(callback)
  last = last + 1
  waiting[last] = callback
  return last
end

---@param id integer
---@param err? string
---@param result? any
function M.answer(id, err, result)
  local callback = waiting[id]
  waiting[id] = nil
  if not callback then
    return
  end
  requests.when_free(function()
    local ok, problem = pcall(callback, err, result)
    if not ok then
      require('acp.ui.notify').show('error', 'a callback failed: ' .. tostring(problem))
    end
  end)
end

--- Answers all with the error, oldest first.
---@param err string
function M.fail(err)
  local ids = vim.tbl_keys(waiting)
  table.sort(ids)
  for _, id in ipairs(ids) do
    M.answer(id, err)
  end
end

return M
