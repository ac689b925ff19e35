--- Sessions that agents have stored: the picker, and opening and deleting them by id.
local host = require('acp.host')
local notify = require('acp.ui.notify')

local M = {}

---@class acp.StoredSession see StoredSession in src/host/stored-sessions/session-list.ts
---@field id string
---@field agent string
---@field by string title of the agent
---@field title? string
---@field updatedAt? string
---@field view? integer

local UNITS = { { 86400, 'd' }, { 3600, 'h' }, { 60, 'min' } }

--- "3 h ago"; nothing for what is no time.
---@param time? string ISO 8601
---@return string?
function M.age(time)
  local year, month, day, hour, minute, second = (time or ''):match(
    '^(%d+)-(%d+)-(%d+)T(%d+):(%d+):(%d+)'
  )
  if not year then
    return nil
  end
  -- Both as if they were local time, so that the zone does not matter.
  local at = os.time({
    year = tonumber(year) --[[@as integer]],
    month = tonumber(month) --[[@as integer]],
    day = tonumber(day) --[[@as integer]],
    hour = tonumber(hour) --[[@as integer]],
    min = tonumber(minute) --[[@as integer]],
    sec = tonumber(second) --[[@as integer]],
  })
  local ago = os.time(os.date('!*t') --[[@as osdateparam]]) - at
  for _, unit in ipairs(UNITS) do
    if ago >= unit[1] then
      return ('%d %s ago'):format(math.floor(ago / unit[1]), unit[2])
    end
  end
  return 'just now'
end

--- What an open session is at: which one needs the user is why the list is looked at.
---@param view_id integer
---@return string
local function doing(view_id)
  local views = require('acp.chat.views')
  local view = views.get(view_id)
  local status = view and views.status(view) or {}
  if (status.pending or 0) > 0 then
    return 'asks'
  elseif status.phase == 'running' or status.phase == 'cancelling' then
    return 'working'
  end
  return views.current_id() == view_id and 'this one' or 'open'
end

---@param session acp.StoredSession
local function label(session)
  local name = session.title or (session.view and 'nothing said yet') or session.id
  local parts = { notify.one_line(name), session.by }
  table.insert(parts, M.age(session.updatedAt))
  if session.view then
    table.insert(parts, doing(session.view))
  end
  return table.concat(parts, ' · ')
end

---@param session acp.StoredSession
---@param how? string
local function open(session, how)
  local chat = require('acp.chat')
  if session.view then
    chat.show(session.view)
    return
  end
  chat.open_stored({
    agent = session.agent,
    cwd = chat.scope().cwd,
    session = session.id,
    how = how,
    title = session.title,
  })
end

--- Asks the agents; `agent` limits it to one.
---@param agent? string
---@param use fun(sessions: acp.StoredSession[])
local function list(agent, use)
  local payload = { cwd = require('acp.chat').scope().cwd, agent = agent }
  host.notify('list_sessions', payload, function(err, found)
    if err then
      notify.show('error', err)
      return
    end
    if #found.problems > 0 then
      notify.show('warn', table.concat(found.problems, '; '))
    end
    -- Not inside the host's request: a picker may wait for a key.
    vim.schedule(function()
      use(found.sessions)
    end)
  end)
end

---@param prompt string
---@param sessions acp.StoredSession[]
---@param use fun(session: acp.StoredSession)
local function choose(prompt, sessions, use)
  if #sessions == 0 then
    notify.show('info', 'the agents know no session of this folder')
    return
  end
  require('acp.ui.select').one(
    sessions,
    { prompt = prompt, kind = 'acp_session', format_item = label },
    function(session)
      if session then
        use(session)
        -- The list that Neovim itself shows would stay on the screen until something else happens.
        vim.cmd.redraw()
      end
    end
  )
end

--- `:Acp sessions`
function M.pick()
  list(nil, function(sessions)
    choose('Sessions of this folder:', sessions, open)
  end)
end

--- `:Acp load`, `:Acp resume`. Without an id: the last session of the folder, else the picker.
---@param how 'load'|'resume'
---@param id? string
function M.open(how, id)
  local scope = require('acp.chat').scope()
  local problem = host.ensure()
  if problem then
    notify.show('error', problem)
    return
  end
  local found = host.request('find_session', { cwd = scope.cwd, agent = scope.agent, session = id })
  if found then
    open(found, how == 'load' and 'continue' or how)
    return
  end
  list(nil, function(sessions)
    local stored = vim.tbl_filter(function(session)
      return not session.view
    end, sessions)
    choose(('Session to %s:'):format(how), stored, function(session)
      open(session, how == 'load' and 'continue' or how)
    end)
  end)
end

--- `:Acp fork`
function M.fork()
  local scope = require('acp.chat').scope()
  if not scope.view then
    notify.show('info', require('acp.chat.views').NONE)
    return
  end
  local source = host.request('fork_source', { view = scope.view })
  if not source or source.problem then
    notify.show('error', source and source.problem or 'there is no session to fork')
    return
  end
  require('acp.chat').open_stored({
    agent = source.agent,
    cwd = scope.cwd,
    session = source.session,
    how = 'fork',
  })
end

---@param session acp.StoredSession
local function delete(session)
  require('acp.ui.select').one({ 'Keep it', 'Delete it' }, {
    prompt = ('Delete the session "%s" of %s?'):format(
      notify.one_line(session.title or session.id),
      session.by
    ),
  }, function(choice)
    vim.cmd.redraw()
    if choice ~= 'Delete it' then
      return
    end
    local payload = { agent = session.agent, session = session.id }
    host.notify('delete_session', payload, function(err)
      if err then
        require('acp.chat').tell_problem(err)
      else
        notify.show('info', 'the session was deleted')
      end
    end)
  end)
end

--- `:Acp delete`
---@param id? string
function M.delete(id)
  local scope = require('acp.chat').scope()
  list(id and scope.agent, function(sessions)
    if not id then
      choose('Session to delete:', sessions, delete)
      return
    end
    for _, session in ipairs(sessions) do
      if session.id == id then
        delete(session)
        return
      end
    end
    notify.show('error', ('the agents know no session "%s" of this folder'):format(id))
  end)
end

return M
