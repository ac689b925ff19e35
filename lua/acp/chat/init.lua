--- What the user and the host do with chats: open, show, end. The list of them is in `views.lua`, their windows are in
--- `windows.lua`.
local buffers = require('acp.chat.buffers')
local drafts = require('acp.prompt.drafts')
local frame = require('acp.chat.frame')
local host = require('acp.host')
local keys = require('acp.chat.keys')
local notify = require('acp.ui.notify')
local prompt = require('acp.prompt')
local recovery = require('acp.chat.recovery')
local slash = require('acp.prompt.slash')
local trust = require('acp.trust')
local views = require('acp.chat.views')
local windows = require('acp.chat.windows')

local M = {}

--- Makes the buffers of a view that are missing.
---@param view acp.View
---@return acp.View
local function ensure(view)
  return buffers.ensure(view, {
    chat = keys.attach_chat,
    prompt = function()
      keys.attach_prompt(view, function()
        M.view_for()
      end)
      slash.offer(view.prompt, view.completions and view.completions.commands or {})
    end,
  })
end

---@param opts? acp.OpenOpts
---@return acp.View
local function make(opts)
  return ensure(views.make(opts))
end

--- Has the host open a session in a view. With `stored`, it is one that the agent has stored.
---@param cb? fun(err?: string, result?: table)
---@param stored? table
local function request_open(view, cb, stored)
  stored = stored or recovery.lost_session(view) or {}
  trust.load_project(view.cwd, view.ended ~= nil)
  view.opened = true
  local payload = { view = view.id, agent = view.agent, cwd = view.cwd }
  host.notify('open', vim.tbl_extend('force', payload, stored), cb)
  windows.report_width()
  frame.refresh()
end

local function is_opened(view)
  return view.opened and host.channel() ~= nil
end

--- The view that an opening means: the current one, one with the wanted agent, or a new one.
---@return acp.View
local function wanted_view(opts)
  local view = views.current()
  if view and not opts.new and (opts.agent == nil or views.agent(view) == opts.agent) then
    return view
  end
  if opts.agent and not opts.new then
    for _, other in pairs(views.all()) do
      if views.agent(other) == opts.agent then
        return other
      end
    end
  end
  return make(opts)
end

--- Opens the chat, or focuses it. The windows are there when this returns.
---@param opts? acp.OpenOpts
function M.open(opts)
  opts = opts or {}
  if vim.fn.getcmdwintype() ~= '' then
    notify.show('warn', 'the chat cannot be opened from the command-line window')
    return
  end
  local view = wanted_view(opts)
  windows.show(ensure(view), opts.layout)
  if is_opened(view) then
    return
  end
  local _, kind = host.obstacle()
  if kind == 'build' then
    require('acp.chat.build').offer(view, function()
      request_open(view)
    end)
    return
  end
  view.status = nil
  request_open(view)
end

--- Shows an open session.
---@param id integer
function M.show(id)
  local view = views.get(id)
  if view then
    windows.show(ensure(view))
  end
end

--- Starts a session without showing it.
---@param opts? acp.OpenOpts
---@param cb fun(err?: string, result?: table)
function M.new(opts, cb)
  local view = make(opts)
  if not views.current() then
    views.set_current(view)
  end
  request_open(view, cb)
end

--- Nothing is written in its prompt, and it does not wait to go on in another host.
---@param view? acp.View
local function may_go(view)
  return view ~= nil
    and views.get(view.id) == view
    and not view.ended
    and table.concat(vim.api.nvim_buf_get_lines(view.prompt, 0, -1, false)) == ''
end

--- Ends a chat and its session.
local function close(id)
  host.send('close', { view = id })
  M.drop(id)
end

--- The agent does not open the session: the chat before is there again, and says why. Where there was none, the one
--- without a session stays, which says it too.
---@param before? acp.View
local function take_back(view, before, why)
  if not before or not views.get(before.id) then
    notify.show('error', why)
    return
  end
  local focused = vim.tbl_contains({ view.chat, view.prompt }, vim.api.nvim_get_current_buf())
  close(view.id)
  if not windows.is_open() then
    views.set_current(before)
    if focused then
      windows.show(ensure(before))
    end
  end
  notify.show('error', why)
end

---@param opts { agent?: string, cwd: string, session: string, how: string, title?: string }
local function open_stored(opts)
  local before = views.current()
  local view = make({ agent = opts.agent, cwd = opts.cwd })
  windows.show(view)
  local stored = { session = opts.session, how = opts.how, title = opts.title }
  stored.before = before and before.id
  local function opened(err, result)
    local ended = err == require('acp.host.callbacks').ENDED
    local refused = err and not ended and (result == nil or result.refused)
    if refused and views.get(view.id) then
      take_back(view, before, err)
    elseif not err and result.replaces and may_go(before) then
      close(before.id)
    end
  end
  -- Not inside the host's request, which would wait for its own answer.
  request_open(view, vim.schedule_wrap(opened), stored)
end

--- Shows the session of this id; opens it when it is in no chat.
---@param id string
---@param how 'load'|'resume'
function M.load(id, how)
  local view, scope = views.of_session(id), M.scope()
  if view then
    windows.show(ensure(view))
    return
  end
  how = how == 'load' and 'continue' or how
  open_stored({ agent = scope.agent, cwd = scope.cwd, session = id, how = how })
end

--- The folder and agent that sessions are looked for with.
---@return { cwd: string, agent?: string, view?: integer }
function M.scope()
  local view = views.current()
  if view then
    return { cwd = view.cwd, agent = view.agent, view = view.id }
  end
  return { cwd = vim.fs.normalize(vim.fn.getcwd()) }
end

--- Whether the host knows the current chat.
---@return boolean
function M.is_opened()
  local view = views.current()
  return view ~= nil and is_opened(view)
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
    view = make()
    views.set_current(view)
  end
  if not is_opened(view) then
    request_open(view)
  end
  return view.id
end

--- Ends the current session and its chat.
function M.drop_current()
  local id = views.needed()
  if id then
    close(id)
  end
end

-- What the host calls -------------------------------------------------------------------------------------------------

--- Opens a session that an agent has stored, in a chat of its own. It takes the place of one that was not used yet.
M.open_stored = vim.schedule_wrap(open_stored)

---@param id integer
---@return integer? bufnr nil: the chat was closed, which the host does not know yet
function M.buffer(id)
  local view = views.get(id)
  return view and ensure(view).chat
end

---@param id integer
---@param status acp.ChatStatus
function M.set_status(id, status)
  local view = views.get(id)
  if view then
    view.status, view.ended = status, nil
    local session = status.session
    view.session = session and session.lasting and session or nil
    frame.refresh()
  end
end

---@param id integer
---@param completions acp.Completions
function M.set_completions(id, completions)
  local view = views.get(id)
  if view then
    view.completions = completions
    slash.offer(view.prompt, completions.commands)
  end
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

--- Another host takes over the chats that were going on.
local function recover()
  for _, view in ipairs(recovery.lost()) do
    view.status = { agent = views.status(view).agent, phase = 'starting' }
    request_open(view)
  end
end

-- What is on screen stays, and the next use goes on with the same sessions.
host.on_exit(function(exit)
  local served = recovery.was_served()
  recovery.lose_all(exit.why, exit.how)
  for _, view in pairs(views.all()) do
    slash.offer(view.prompt, {})
  end
  frame.refresh()
  return served and { go_on = recover } or nil
end)

drafts.on_return(function(id, text)
  local view = views.get(id)
  if not view then
    return false
  end
  prompt.give_back(ensure(view).prompt, text)
  return true
end)

return M
