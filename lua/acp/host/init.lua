--- The one way from Lua to the host, and the owner of its channel. Starting never blocks: the job starts at once and
--- what is sent meanwhile waits in the pipe.
local callbacks = require('acp.host.callbacks')
local config = require('acp.config')
local exit = require('acp.host.exit')
local notify = require('acp.ui.notify')
local job = require('acp.host.job')
local kept = require('acp.host.kept')
local paths = require('acp.paths')
local requests = require('acp.host.requests')
local rplugin = require('acp.host.rplugin')
local status = require('acp.status')

local M = {}

local EVENT = 'acp.event'
local REQUEST = 'acp.request'
--- See src/host/process/main.ts.
local NODE_TOO_OLD = 3

---@type integer? RPC channel of the host, ours or adopted
local channel

local file = debug.getinfo(1, 'S').source:sub(2)
local root = vim.fs.normalize(vim.fn.fnamemodify(file, ':p:h:h:h:h'))

--- Folder of the plugin.
---@return string
function M.root()
  return root
end

---@return string
function M.log_file()
  return vim.fs.joinpath(vim.fn.stdpath('log'), 'acp-host.log')
end

--- The host's channel while it runs.
---@return integer?
function M.channel()
  return channel
end

M.stderr = job.stderr
M.on_exit = exit.on_exit

---@return string
function M.node()
  return config.get().node or 'node'
end

--- The message why a host cannot be started; nil when nothing is in the way.
---@return string? problem
---@return 'nvim'|'node'|'build'? kind
function M.obstacle()
  if vim.fn.has('nvim-0.10') == 0 then
    return 'acp-host.nvim needs Neovim 0.10 or newer', 'nvim'
  end
  if vim.fn.executable(M.node()) == 0 then
    return ('"%s" was not found: install Node 20 or newer, or set the option `node`'):format(
      M.node()
    ),
      'node'
  end
  if not vim.uv.fs_stat(M.root() .. '/dist/host.js') then
    return 'the plugin is not built: run `npm ci --omit=dev && npm run build` in ' .. M.root(),
      'build'
  end
end

---@type (fun())[]
local when_attached = {}

--- Calls a function whenever a host has been started: what it sends is among the first that the host hears.
---@param fn fun()
function M.on_attach(fn)
  table.insert(when_attached, fn)
end

local function attach()
  M.send('attach', {
    config = config.for_host(),
    root = M.root(),
    log_dir = vim.fn.stdpath('log'),
    state_dir = paths.state_dir(),
    run_dir = vim.fn.stdpath('run'),
    editor_tools = kept.editor_tools(),
    follow = status.followed(),
  })
  for _, fn in ipairs(when_attached) do
    fn()
  end
end

local function died(chan, code)
  if channel ~= chan then
    return
  end
  channel = nil
  local tail = job.last_words()
  if code == NODE_TOO_OLD and tail then
    local message = tail .. ': install a newer one, or set the option `node`'
    exit.of({ how = tail, why = tail, message = message })
    return
  end
  local how = ('exit code %d'):format(code)
  local why = ('the host ended (%s)%s'):format(how, tail and (': ' .. tail) or '')
  exit.of({
    how = how,
    why = why,
    again = 'the host ended and starts again',
    message = why .. '; the next use starts it again (:Acp log tells more)',
  })
end

---@return string? problem
local function start_own()
  channel = job.start({ M.node(), M.root() .. '/dist/host.js' }, died)
  if not channel then
    return ('the host could not be started with "%s"'):format(M.node())
  end
  attach()
end

--- An error in the event that also starts insert mode would hold up the editor for four seconds.
local function show_soon(text)
  vim.schedule(function()
    notify.show('error', text)
  end)
end

--- What was going on in the shared host is over. Without a channel it was never ours.
local function lose_shared()
  local was_ours = channel ~= nil
  rplugin.lose()
  channel = nil
  local message =
    'the shared Node host is gone: a host of our own takes its place (:checkhealth provider)'
  if was_ours then
    local why = 'the shared Node host ended'
    exit.of({ how = 'the shared one', why = why, again = message, message = message })
  else
    callbacks.fail(callbacks.ENDED)
    show_soon(message)
  end
end

local function shared_is_gone()
  return channel ~= nil and vim.fn.jobwait({ channel }, 0)[1] ~= -1
end

---@return string? problem
local function start_shared()
  local problem = rplugin.use()
  if problem then
    return problem
  end
  attach()
  if not rplugin.is_used() then
    return start_own()
  end
  rplugin.watch(shared_is_gone, lose_shared)
end

--- Starts the host unless it runs. Returns at once.
---@return string? problem nothing was started
function M.ensure()
  if channel or rplugin.is_used() then
    return
  end
  -- Neovim would wait for ever for a job that is started while it ends the others.
  local problem = exit.of_neovim() and 'Neovim is ending'
    or M.obstacle()
    or exit.too_many(job.last_words())
  if problem then
    return problem
  end
  if rplugin.is_wanted() then
    return start_shared()
  end
  return start_own()
end

--- The remote-plugin door asks to become the host; false when it is not wanted, because there is one or will be.
---@param chan integer
---@return boolean
function M.adopt(chan)
  if rplugin.is_used() then
    channel = chan
  end
  return rplugin.is_used()
end

--- Sends an event to a running host; see src/host/lua-door/events.ts.
---@param name string
---@param payload table
function M.send(name, payload)
  if next(payload) == nil then
    payload = vim.empty_dict()
  end
  if rplugin.is_used() then
    if shared_is_gone() or not rplugin.send(name, payload) then
      lose_shared()
    end
  elseif channel and not pcall(vim.rpcnotify, channel, EVENT, name, payload) then
    -- It does not listen any more; its end tells the rest.
    pcall(vim.fn.jobstop, channel)
  end
end

--- Sends an event, starting the host first when needed.
---@param name string
---@param payload table
---@param cb? acp.Callback answered as `cb`; without one an error is told to the user
---@param more? table<string, acp.Callback> what else is answered, by field
function M.notify(name, payload, cb, more)
  local answered = vim.tbl_extend('force', { cb = cb }, more or {})
  local problem = M.ensure()
  if problem then
    exit.not_started(problem)
    for _, callback in pairs(answered) do
      callback(problem)
    end
    if not cb then
      show_soon(problem)
    end
    return
  end
  M.send(name, vim.tbl_extend('force', payload, vim.tbl_map(callbacks.add, answered)))
end

M.reply = callbacks.answer

--- Asks the host and waits: one round trip. Nil when no host runs.
---@param name string
---@param payload? table
---@return any
function M.request(name, payload)
  if not channel then
    return nil
  end
  payload = (payload and next(payload)) and payload or vim.empty_dict()
  local ok, answer = requests.wait(function()
    if rplugin.is_used() then
      return rplugin.request(name, payload)
    end
    return pcall(vim.rpcrequest, channel, REQUEST, name, payload)
  end)
  if not ok and vim.fn.jobwait({ channel }, 0)[1] == -1 then
    notify.show('error', tostring(answer))
  end
  -- The end of the host is told as such.
  return ok and answer ~= vim.NIL and answer or nil
end

return M
