--- The chats of this Neovim. Each is a view: a number with a transcript buffer and a prompt buffer, which stay until
--- the view is dropped. Windows come and go (`windows.lua`).
local config = require('acp.config')
local notify = require('acp.ui.notify')
local paths = require('acp.paths')

local M = {}

M.NONE = 'there is no chat; :AcpChat opens one'

---@class acp.View
---@field id integer
---@field chat integer transcript buffer
---@field prompt integer prompt buffer
---@field agent? string as asked for
---@field cwd string
---@field draft? string what was written in a prompt that the user has unloaded
---@field status? acp.ChatStatus what the host last said; without `frame` while none has
---@field opened boolean the host knows it
---@field session? { agent: string, id: string, title?: string } what the next host goes on with, should this one die
---@field ended? string how the host ended that had opened it
---@field rests? boolean its agent had ended before
---@field completions? acp.Completions what its session offers to choose from

---@type table<integer, acp.View>
local views = {}
local last = 0
---@type integer?
local current

--- A new one, without buffers.
---@param opts? acp.OpenOpts
---@return acp.View
function M.make(opts)
  opts = opts or {}
  last = last + 1
  local view = {
    id = last,
    agent = opts.agent,
    cwd = paths.absolute(opts.cwd or vim.fn.getcwd()),
    opened = false,
  }
  views[view.id] = view
  return view
end

---@param id integer
---@return acp.View?
function M.get(id)
  return views[id]
end

---@return table<integer, acp.View>
function M.all()
  return views
end

--- The view in which a session is open.
---@param session string
---@return acp.View?
function M.of_session(session)
  for _, view in pairs(views) do
    local known = view.status and view.status.session
    if known and known.id == session then
      return view
    end
  end
end

--- The chat that commands without a session mean: the one shown, or shown last.
---@return acp.View?
function M.current()
  return current and views[current]
end

--- The view so many steps after the current one, in the order in which they were made.
---@param by integer
---@return acp.View? # nil: there is no other
function M.beside(by)
  local ids = vim.tbl_keys(views)
  table.sort(ids)
  for index, id in ipairs(ids) do
    if id == current and #ids > 1 then
      return views[ids[(index - 1 + by) % #ids + 1]]
    end
  end
end

--- What can be completed in the current chat.
---@param what 'mode'|'model'|'config'|'login'
---@return table[]|string[]
function M.completions(what)
  local view = M.current()
  return view and view.completions and view.completions[what] or {}
end

---@return integer?
function M.current_id()
  return current
end

--- The current view, for what needs one. That there is none goes to the callback, else to the user.
---@param cb? acp.Callback
---@return integer? view
function M.needed(cb)
  if not current and cb then
    cb(M.NONE)
  elseif not current then
    notify.show('info', M.NONE)
  end
  return current
end

---@param view acp.View
function M.set_current(view)
  current = view.id
end

--- Takes a view out of the list; when it was the current one, the newest one left is.
---@param id integer
function M.remove(id)
  views[id] = nil
  if current == id then
    local left = vim.tbl_keys(views)
    current = #left > 0 and math.max(unpack(left)) or nil
  end
end

--- Name of the agent that a view's session has, or will have; nil: the one the host chooses.
---@param view acp.View
---@return string?
function M.agent(view)
  return view.agent or config.get().agent
end

---@param view acp.View
---@return acp.ChatStatus
function M.status(view)
  local name = M.agent(view)
  return view.status
    or { phase = 'starting', agent = name and require('acp.host.agents').title(name) or 'agent' }
end

local BUSY = { installing = true, starting = true, running = true, cancelling = true }

---@param phase string
---@return boolean
function M.is_busy_phase(phase)
  return BUSY[phase] == true
end

--- Whether something goes on in the current chat that can be cancelled.
---@return boolean
function M.is_busy()
  local view = M.current()
  return view ~= nil and view.opened and M.is_busy_phase(M.status(view).phase)
end

return M
