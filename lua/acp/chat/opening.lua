--- Makes views, has the host open sessions in them, and ends them.
local buffers = require('acp.chat.buffers')
local frame = require('acp.chat.frame')
local host = require('acp.host')
local keys = require('acp.chat.keys')
local mentions = require('acp.prompt.mentions')
local prompt = require('acp.prompt')
local recovery = require('acp.chat.recovery')
local slash = require('acp.prompt.slash')
local trust = require('acp.trust')
local unloaded = require('acp.chat.unloaded')
local views = require('acp.chat.views')
local windows = require('acp.chat.windows')

local M = {}

---@param view acp.View
local function show(view)
  windows.show(M.ensure(view))
end

--- Shows a view whose buffers are to be made anew as it was shown.
---@param view acp.View
local function show_anew(view)
  local kind = (windows.get() or {}).kind
  windows.close()
  buffers.wipe(view)
  windows.show(M.ensure(view), kind)
end

---@param view acp.View
---@param bufnr integer
local function watch(view, bufnr)
  unloaded.watch(view, bufnr, function()
    show_anew(view)
  end)
end

--- Makes the buffers of a view that are missing.
---@param view acp.View
---@return acp.View
function M.ensure(view)
  return buffers.ensure(view, {
    chat = function()
      keys.attach_chat(view, show)
      watch(view, view.chat)
      -- The host looks for it then, and draws what was said.
      vim.schedule(windows.report_width)
    end,
    prompt = function()
      keys.attach_prompt(view, function()
        M.view_for()
      end, show)
      slash.offer(view.prompt, view.completions and view.completions.commands or {})
      watch(view, view.prompt)
      if view.draft then
        prompt.offer(view.prompt, view.draft)
        view.draft = nil
      end
    end,
  })
end

---@param opts? acp.OpenOpts
---@return acp.View
function M.make(opts)
  return M.ensure(views.make(opts))
end

--- Has the host open a session in a view. With `stored`, it is one that the agent has stored.
---@param view acp.View
---@param cb? fun(err?: string, result?: table)
---@param stored? table
function M.send(view, cb, stored)
  stored = stored or recovery.lost_session(view) or {}
  trust.load_project(view.cwd, view.ended ~= nil)
  view.opened = true
  local payload = { view = view.id, agent = view.agent, cwd = view.cwd }
  host.notify('open', vim.tbl_extend('force', payload, stored), cb)
  mentions.changed(view.prompt)
  windows.report_width()
  frame.refresh()
end

---@param view acp.View
---@return boolean # the host knows it
function M.is_opened(view)
  return view.opened and host.channel() ~= nil
end

--- The view of a session; without an id the current one, made when there is none.
---@param session? string
---@param existing? boolean make none
---@return integer? view
---@return string? problem
function M.view_for(session, existing)
  if session then
    local known = views.of_session(session)
    return known and known.id, not known and ('there is no session "%s"'):format(session) or nil
  end
  local view = views.current()
  if existing then
    return view and view.id, not view and views.NONE or nil
  end
  if not view then
    view = M.make()
    views.set_current(view)
  end
  if not M.is_opened(view) then
    M.send(view)
  end
  return view.id
end

---@param id integer
function M.drop(id)
  local view = views.get(id)
  if not view then
    return
  end
  if views.current() == view then
    windows.close()
  end
  views.remove(id)
  buffers.wipe(view)
end

--- Ends a chat and its session.
---@param id integer
function M.close(id)
  host.send('close', { view = id })
  M.drop(id)
end

return M
