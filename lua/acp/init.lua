--- The public Lua API. Every function works without `setup()`, from any buffer, window and mode.
local M = {}

local function chat()
  return require('acp.chat')
end

local function windows()
  return require('acp.chat.windows')
end

local function views()
  return require('acp.chat.views')
end

local function host()
  return require('acp.host')
end

--- Without a callback an error is shown to the user.
---@param cb? acp.Callback
---@return acp.Callback
local function or_notify(cb)
  return cb
    or function(err)
      if err then
        require('acp.ui.notify').show('error', err)
      end
    end
end

--- The real path of a file that is named in any way.
---@param opts? { path?: string }
---@return string?
local function real_path(opts)
  local path = (opts or {}).path
  return path and require('acp.paths').real(vim.fn.fnamemodify(path, ':p'))
end

---@class acp.OpenOpts
---@field agent? string
---@field new? boolean always a new session
---@field cwd? string
---@field layout? acp.LayoutConfig|string

--- Merges options; may be called again. Unknown keys and wrong types are reported by name.
---@param opts? acp.Config
function M.setup(opts)
  if require('acp.config').setup(opts) and host().channel() then
    host().send('configure', { config = require('acp.config').for_host() })
  end
end

--- Opens the chat, or focuses it.
---@param opts? acp.OpenOpts
function M.open(opts)
  chat().open(opts)
end

--- Closes the chat's windows; the session goes on.
function M.close()
  windows().close()
end

---@param opts? acp.OpenOpts
function M.toggle(opts)
  if windows().is_open() then
    windows().close()
  else
    chat().open(opts)
  end
end

--- Starts a session without showing it.
---@param opts? acp.OpenOpts
---@param cb? fun(err?: string, result?: { id: string, agent: string })
function M.new(opts, cb)
  chat().new(opts, or_notify(cb))
end

--- Sends a prompt, or queues it while a turn runs.
---@param content string|table[] text, or a list of ACP content blocks
---@param opts? { session?: string, context?: string[] } `context`: what goes along, as it is mentioned behind an "@"
---@param cb? fun(err?: string, result?: { stopReason: string }) called when that turn has ended
function M.prompt(content, opts, cb)
  opts = opts or {}
  local view, problem = chat().view_for(opts.session)
  if not view then
    or_notify(cb)(problem)
    return
  end
  require('acp.prompt').submit(view, content, { context = opts.context }, cb)
end

--- Cancels the running turn.
---@param opts? { session?: string }
function M.cancel(opts)
  local view, problem = chat().view_for((opts or {}).session, true)
  if not view then
    require('acp.ui.notify').show('info', problem)
    return
  end
  host().notify('cancel', { view = view })
end

---@class acp.ListedSession: acp.OpenSession without its `view`
---@field current boolean

---@return acp.ListedSession[]
function M.sessions()
  local list = host().request('sessions') or {}
  for _, session in ipairs(list) do
    session.current = session.view == views().current_id()
    session.view = nil
  end
  return list
end

--- A snapshot of a session as plain tables; the current one by default. Empty when there is none.
---@param session_id? string
---@return acp.StateSnapshot
function M.state(session_id)
  local payload = session_id and { session = session_id } or { view = views().current_id() }
  return host().request('state', payload) or {}
end

--- Open permissions, oldest first.
---@return acp.PermissionSnapshot[]
function M.permissions()
  return host().request('permissions') or {}
end

--- Answers one permission; without an option: "cancelled". The reason of a rejection goes as the next prompt.
---@param id string
---@param option_id? string
---@param opts? { reason?: string }|fun(err?: string) may be left out
---@param cb? fun(err?: string)
function M.respond(id, option_id, opts, cb)
  if type(opts) == 'function' then
    opts, cb = nil, opts
  end
  cb = or_notify(cb)
  local obstacle = require('acp.surface.keys').obstacle(id, option_id)
  if obstacle then
    cb(obstacle)
    return
  end
  local answer = { id = id, optionId = option_id, reason = (opts or {}).reason }
  host().notify('respond', answer, cb)
end

--- Sets the mode of the current session, by its id.
---@param id string
---@param cb? fun(err?: string)
function M.set_mode(id, cb)
  local view = views().needed(cb)
  if view then
    host().notify('set_mode', { view = view, id = id }, cb)
  end
end

--- Sets a config option of the current session.
---@param id string
---@param value string|boolean
---@param cb? fun(err?: string)
function M.set_config(id, value, cb)
  local view = views().needed(cb)
  if view then
    host().notify('set_config', { view = view, id = id, value = value }, cb)
  end
end

--- Gets follow mode, or sets it.
---@param on? boolean
---@return boolean
function M.follow(on)
  if on ~= nil then
    host().notify('follow', { on = on })
    return on
  end
  return require('acp.status').get().follow ~= 'off'
end

--- Lists what agents have changed, to keep or undo it; `path`: with the cursor on that file.
---@param opts? { path?: string }
function M.review(opts)
  if not require('acp.review.stored').may_exist() then
    require('acp.ui.notify').show('info', 'there is nothing to review')
    return
  end
  host().notify(
    'review',
    { cwd = vim.fn.getcwd(), view = views().current_id(), path = real_path(opts) }
  )
end

--- Keeps changes of agents: the one under the cursor, those of the file, of the last turn, or all.
---@param scope 'hunk'|'file'|'turn'|'all'
---@param cb? fun(err?: string)
function M.keep(scope, cb)
  require('acp.review.decide').run('keep', scope, views().current_id(), or_notify(cb))
end

--- Undoes changes of agents; see `keep`.
---@param scope 'hunk'|'file'|'turn'|'all'
---@param cb? fun(err?: string)
function M.undo(scope, cb)
  require('acp.review.decide').run('undo', scope, views().current_id(), or_notify(cb))
end

---@class acp.ListedHunk: acp.PendingHunk
---@field bufnr? integer

--- What is neither kept nor undone, file by file; of one file with `path`.
---@param opts? { path?: string }
---@return acp.ListedHunk[]
function M.hunks(opts)
  if require('acp.review.stored').may_exist() then
    host().ensure()
  end
  local list = host().request('hunks', { cwd = vim.fn.getcwd(), path = real_path(opts) }) or {}
  for _, hunk in ipairs(list) do
    hunk.bufnr = require('acp.buffers.info').loaded(hunk.path)
  end
  return list
end

--- Subscribes to an event of |acp-events|; returns a function that unsubscribes.
---@param event string
---@param fn fun(data: table, event: string)
---@return fun()
function M.on(event, fn)
  return require('acp.events').on(event, fn)
end

--- Called with every change of a tool call; see |acp-tool-calls|.
---@param fn fun(call: acp.AnyToolCall)
---@return fun() unsubscribe
function M.on_tool_call(fn)
  return require('acp.events').on('AcpToolCall', fn)
end

--- Has tool calls, or other parts of the transcript, drawn by a function of yours; see |acp-renderers|.
---@param spec acp.RendererSpec
---@return fun() unregister
function M.register_renderer(spec)
  return require('acp.renderers').register(spec)
end

--- Says which renderer draws a tool call, or another part of the transcript.
---@param item acp.RenderedItem
---@return acp.RendererInfo?
function M.renderer_for(item)
  return require('acp.renderers').renderer_for(item)
end

--- Offers a function of yours to agents as a tool; see |acp-tools|. Throws where it is none.
---@param spec acp.ToolSpec
---@return fun() unregister
function M.register_tool(spec)
  return require('acp.tools.registered').register(spec)
end

--- What goes on, without asking the host: cheap enough for every redraw.
---@return acp.Status
function M.status()
  return require('acp.status').get()
end

--- The same as a ready string; empty while there is no session.
---@return string
function M.statusline()
  return require('acp.status').line()
end

return M
