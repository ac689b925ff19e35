--- The one way from Lua to the host, and the owner of its process. Starting never blocks: the job starts at once and
--- what is sent meanwhile waits in the pipe.
local config = require('acp.config')
local notify = require('acp.notify')

local M = {}

--- What callbacks are told when nobody will answer them any more.
M.ENDED = 'the host ended'

local EVENT = 'acp.event'
local REQUEST = 'acp.request'
--- A host that dies this often in this time is not started again by itself.
local MAX_DEATHS, DEATHS_WITHIN_MS = 3, 30000
local STDERR_LINES = 20
local WATCH_SHARED_MS = 1000
--- See src/host/main.ts.
local NODE_TOO_OLD = 3

---@type integer? RPC channel of the host, ours or adopted
local channel
---@type boolean true while the host lives in the shared Node host
local shared = false
---@type boolean the shared Node host has ended: Neovim never starts it again
local shared_lost = false
---@type integer[] when hosts died, in milliseconds
local deaths = {}
---@type string[]
local stderr = {}
local callbacks, last_callback = {}, 0
local leaving = false

--- Folder of the plugin.
---@return string
function M.root()
  local file = debug.getinfo(1, 'S').source:sub(2)
  return vim.fs.normalize(vim.fn.fnamemodify(file, ':p:h:h:h'))
end

--- The host's channel while it runs.
---@return integer?
function M.channel()
  return channel
end

--- What the last host wrote to stderr.
---@return string[]
function M.stderr()
  return vim.deepcopy(stderr)
end

---@return string
function M.node()
  return config.get().node or 'node'
end

--- Why a host cannot be started, in words; nil when nothing is in the way.
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

local function attach()
  M.send('attach', {
    config = config.for_host(),
    root = M.root(),
    log_dir = vim.fn.stdpath('log'),
    state_dir = vim.fs.joinpath(vim.fn.stdpath('state'), 'acp-host'),
    nvim_version = tostring(vim.version()),
  })
end

--- The line of stderr that says most: the error, not the stack below it.
---@return string?
local function last_words()
  for index = #stderr, 1, -1 do
    if stderr[index]:find('^%w*Error') then
      return stderr[index]
    end
  end
  return stderr[#stderr]
end

--- How often the host died of late.
---@return integer
local function recent_deaths()
  local now = vim.uv.now()
  deaths = vim.tbl_filter(function(at)
    return now - at < DEATHS_WITHIN_MS
  end, deaths)
  return #deaths
end

--- Nobody will answer them any more; oldest first.
local function end_callbacks()
  local left = callbacks
  callbacks = {}
  for _, id in ipairs(vim.fn.sort(vim.tbl_keys(left), 'n')) do
    pcall(left[id], M.ENDED)
  end
end

local function died(code)
  channel = nil
  table.insert(deaths, vim.uv.now())
  end_callbacks()
  require('acp.status').reset()
  require('acp.follow').set(false)
  require('acp.guard').release()
  local tail = last_words()
  if code == NODE_TOO_OLD and tail then
    require('acp.chat').host_gone(tail)
    notify.show('error', tail .. ': install a newer one, or set the option `node`')
    return
  end
  local why = ('the host ended (exit code %d)'):format(code)
  if tail then
    why = why .. ': ' .. tail
  end
  require('acp.chat').host_gone(why)
  notify.show('error', why .. '; the next use starts it again (:Acp log tells more)')
end

local function on_stderr(_, data)
  for _, line in ipairs(data) do
    line = line:gsub('%c', '')
    if line ~= '' then
      table.insert(stderr, line)
    end
  end
  while #stderr > STDERR_LINES do
    table.remove(stderr, 1)
  end
end

local function start_own()
  stderr = {}
  local job
  job = vim.fn.jobstart({ M.node(), M.root() .. '/dist/host.js' }, {
    rpc = true,
    on_stderr = on_stderr,
    on_exit = function(id, code)
      if leaving or channel ~= id then
        return
      end
      died(code)
    end,
  })
  if job <= 0 then
    return ('the host could not be started with "%s"'):format(M.node())
  end
  channel = job
  vim.api.nvim_create_autocmd('VimLeavePre', {
    group = vim.api.nvim_create_augroup('acp.host', {}),
    callback = function()
      leaving = true
      if channel and not shared then
        pcall(vim.fn.chanclose, channel)
      end
    end,
  })
  attach()
end

--- An error in the event that also starts insert mode would hold up the editor for four seconds.
local function show_soon(text)
  vim.schedule(function()
    notify.show('error', text)
  end)
end

--- The shared Node host is not there, and Neovim will not start it again: what was going on is over.
local function lose_shared()
  local was_running = channel ~= nil
  shared, shared_lost, channel = false, true, nil
  end_callbacks()
  require('acp.status').reset()
  require('acp.follow').set(false)
  require('acp.guard').release()
  if was_running then
    require('acp.chat').host_gone('the shared Node host ended')
  end
  show_soon(
    'the shared Node host is gone: a host of our own takes its place (:checkhealth provider)'
  )
end

---@return boolean
local function shared_gone()
  return channel ~= nil and vim.fn.jobwait({ channel }, 0)[1] ~= -1
end

--- Neovim says nothing when the shared host ends: look now and then.
local function watch_shared()
  if shared and shared_gone() then
    lose_shared()
  end
  if shared then
    vim.defer_fn(watch_shared, WATCH_SHARED_MS)
  end
end

local function start_shared()
  -- The manifest defines the function at its first use.
  if vim.fn.exists('#FuncUndefined#AcpHostEvent') + vim.fn.exists('*AcpHostEvent') == 0 then
    return 'the remote plugin is not registered: run :UpdateRemotePlugins and restart, or use vim.g.acp_host = "own"'
  end
  shared = true
  attach()
  if not shared then
    return start_own()
  end
  watch_shared()
end

--- Starts the host unless it runs. Returns at once.
---@return string? problem nothing was started
function M.ensure()
  if channel or shared then
    return
  end
  local problem = M.obstacle()
  if problem then
    return problem
  end
  if recent_deaths() >= MAX_DEATHS then
    local tail = last_words()
    deaths = {}
    return ('the host ended %d times in a row%s; see :Acp log and :checkhealth acp, then try again'):format(
      MAX_DEATHS,
      tail and (' (' .. tail .. ')') or ''
    )
  end
  if vim.g.acp_host == 'rplugin' and not shared_lost then
    return start_shared()
  end
  return start_own()
end

--- The remote-plugin door asks to become the host; false when it is not wanted, because there is one or will be.
---@param chan integer
---@return boolean
function M.adopt(chan)
  if shared then
    channel = chan
  end
  return shared
end

--- Sends an event to a running host; see src/host/events.ts.
---@param name string
---@param payload table
function M.send(name, payload)
  if next(payload) == nil then
    payload = vim.empty_dict()
  end
  if shared then
    if shared_gone() or not pcall(vim.fn.AcpHostEvent, name, payload) then
      lose_shared()
    end
  elseif channel and not pcall(vim.rpcnotify, channel, EVENT, name, payload) then
    channel = nil
  end
end

--- Sends an event, starting the host first when needed.
---@param name string
---@param payload table
---@param cb? fun(err?: string, result?: any)
function M.notify(name, payload, cb)
  local problem = M.ensure()
  if problem then
    require('acp.chat').host_gone(problem)
    if cb then
      cb(problem)
    else
      show_soon(problem)
    end
    return
  end
  if cb then
    last_callback = last_callback + 1
    callbacks[last_callback] = cb
    payload = vim.tbl_extend('force', payload, { cb = last_callback })
  end
  M.send(name, payload)
end

--- The host answers a callback.
---@param id integer
---@param err? string
---@param result? any
function M.reply(id, err, result)
  local cb = callbacks[id]
  callbacks[id] = nil
  if not cb then
    return
  end
  local ok, problem = pcall(cb, err, result)
  if not ok then
    notify.show('error', 'a callback failed: ' .. tostring(problem))
  end
end

--- Asks the host and waits: one round trip. Nil when no host runs.
---@param name string
---@param payload? table
---@return any
function M.request(name, payload)
  if not channel then
    return nil
  end
  payload = (payload and next(payload)) and payload or vim.empty_dict()
  local ok, answer
  if shared then
    ok, answer = pcall(vim.fn.AcpHostRequest, name, payload)
    answer = ok and type(answer) == 'table' and answer.value or answer
  else
    ok, answer = pcall(vim.rpcrequest, channel, REQUEST, name, payload)
  end
  if not ok then
    notify.show('error', tostring(answer))
    return nil
  end
  return answer ~= vim.NIL and answer or nil
end

--- Builds the plugin, after a yes. Progress goes to `on_line`.
---@param on_line fun(line: string)
---@param done fun(ok: boolean)
function M.build(on_line, done)
  local shell = 'npm ci --omit=dev --no-audit --no-fund && npm run build'
  local command = vim.fn.has('win32') == 1 and { 'cmd.exe', '/c', shell } or { 'sh', '-c', shell }
  local function tell(_, data)
    for _, line in ipairs(data) do
      line = line:gsub('%c', '')
      if line ~= '' then
        on_line(line)
      end
    end
  end
  local job = vim.fn.jobstart(command, {
    cwd = M.root(),
    on_stdout = tell,
    on_stderr = tell,
    on_exit = function(_, code)
      done(code == 0)
    end,
  })
  if job <= 0 then
    on_line('npm could not be started')
    done(false)
  end
end

return M
