--- Functions of the user's that the plugin calls. What one does wrong is reported once, by where it was written.
local notify = require('acp.ui.notify')

local M = {}

--- Milliseconds for which a function may keep the editor from everything else.
local SLOW_MS = 200

---@type table<function|string, true> what was reported
local blamed = {}

--- Where a function was written, as the user knows it.
---@param fn function
---@return string
function M.source(fn)
  local info = debug.getinfo(fn, 'S')
  local file = info.source:match('^@(.*)')
  local name = file and vim.fn.fnamemodify(file, ':~:.') or info.short_src
  return ('%s:%d'):format(name, info.linedefined)
end

--- Reports what is wrong with a function, or with what a text names, unless it was blamed before.
---@param key function|string
---@param what string what it is to the user, e.g. `listener of AcpPlan`
---@param problem string
function M.blame(key, what, problem)
  if blamed[key] then
    return
  end
  blamed[key] = true
  local place = type(key) == 'function' and (' (%s)'):format(M.source(key)) or ''
  notify.show('error', ('the %s%s %s'):format(what, place, problem))
end

--- What was thrown, or given as an error: that may be any value, also one that has no text.
---@param thrown any
---@return string
function M.text_of(thrown)
  local is_plain = type(thrown) == 'table' and not getmetatable(thrown)
  local ok, text = pcall(is_plain and vim.inspect or tostring, thrown)
  return ok and text or 'an error without a text'
end

--- Calls `run`, which is the user's `key`. Errors and slowness are reported.
---@param key function|string
---@param what string
---@param run fun(): any
---@return boolean ok
---@return any result or the error
---@return boolean is_slow
function M.call(key, what, run)
  local began = vim.uv.hrtime()
  local ok, result = pcall(run)
  local ms = (vim.uv.hrtime() - began) / 1e6
  local is_slow = ms > SLOW_MS
  if not ok then
    M.blame(key, what, 'failed: ' .. M.text_of(result))
  elseif is_slow then
    M.blame(key, what, ('is slow: it kept the editor waiting for %d ms'):format(ms))
  end
  return ok, result, is_slow
end

return M
