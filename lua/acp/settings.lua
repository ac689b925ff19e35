--- Modes, models and config options of the current session. What there is to complete was pushed by the host
--- (`Offer` in src/view/offer.ts).
local host = require('acp.host')
local notify = require('acp.ui.notify')
local views = require('acp.chat.views')

local M = {}

---@class acp.Setting
---@field id string
---@field name string
---@field description? string
---@field current string
---@field currentName string
---@field values { value: string, name: string, description?: string }[]

---@class acp.Offer
---@field mode? acp.Setting
---@field model? acp.Setting
---@field options acp.Setting[]
---@field commands { name: string, description: string, hint?: string }[]

---@return acp.Offer
local function offer()
  local view = views.current()
  return view and view.offer or { options = {}, commands = {} }
end

---@param id string
---@return acp.Setting?
local function option(id)
  for _, setting in ipairs(offer().options) do
    if setting.id == id then
      return setting
    end
  end
end

---@param setting? acp.Setting
---@return string[]
local function values_of(setting)
  return vim.tbl_map(function(item)
    return item.value
  end, setting and setting.values or {})
end

--- Sends a change of the current session; errors go to the user unless `cb` takes them.
---@param event 'set_mode'|'set_model'|'set_config'
---@param payload table
---@param cb? fun(err?: string)
function M.set(event, payload, cb)
  local view = views.current_id()
  if not view then
    if cb then
      cb(views.NONE)
    else
      notify.show('info', views.NONE)
    end
    return
  end
  host.notify(event, vim.tbl_extend('force', { view = view }, payload), cb)
end

--- Lets the user pick a value; the host knows what there is to pick.
---@param what 'mode'|'model'|'config'
---@param id? string of an option
local function pick(what, id)
  local view = views.needed()
  if view then
    host.notify('pick_setting', { view = view, what = what, id = id })
  end
end

--- `:Acp mode` and `:Acp model`.
---@param what 'mode'|'model'
---@param id string empty: pick one
function M.choose(what, id)
  if id ~= '' then
    M.set('set_' .. what, { id = id })
  else
    pick(what)
  end
end

--- `:Acp config [id [value]]`
---@param id? string
---@param value string empty: pick one
function M.config(id, value)
  if id and value ~= '' then
    M.set('set_config', { id = id, value = value })
  else
    pick('config', id)
  end
end

---@return string[]
function M.modes()
  return values_of(offer().mode)
end

---@return string[]
function M.models()
  return values_of(offer().model)
end

--- Ids, or the values of the option that is named already.
---@param words string[] arguments so far, the last one being completed
---@return string[]
function M.config_words(words)
  if #words == 1 then
    return vim.tbl_map(function(setting)
      return setting.id
    end, offer().options)
  end
  return #words == 2 and values_of(option(words[1])) or {}
end

return M
