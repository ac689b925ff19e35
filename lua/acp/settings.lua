--- Modes, models and config options of the current session.
local host = require('acp.host')
local notify = require('acp.ui.notify')
local views = require('acp.chat.views')

local M = {}

--- Sends a change of the current session; errors go to the user unless `cb` takes them.
---@param event 'set_mode'|'set_model'|'set_config'
---@param payload table
---@param cb? fun(err?: string)
function M.set(event, payload, cb)
  local view = views.current_id()
  if view then
    host.notify(event, vim.tbl_extend('force', { view = view }, payload), cb)
  elseif cb then
    cb(views.NONE)
  else
    notify.show('info', views.NONE)
  end
end

--- Lets the user pick a value; the host knows what there is to pick.
---@param what 'mode'|'model'|'config'
---@param id? string of an option
function M.pick(what, id)
  local view = views.needed()
  if view then
    host.notify('pick_setting', { view = view, what = what, id = id })
  end
end

return M
