--- The one way from Lua to the host, and the owner of its process. Starting never blocks: the job starts at once and
--- what is sent meanwhile waits in the pipe.
local config = require('acp.config')
local notify = require('acp.notify')

local M = {}

local EVENT = 'acp.event'
local REQUEST = 'acp.request'
--- A host that dies this often in this time is not started again by itself.
local MAX_DEATHS, DEATHS_WITHIN_MS = 3, 30000
local STDERR_LINES = 20

---@type integer? RPC channel of the host, ours or adopted
local channel
---@type boolean true while the host lives in the shared Node host
local adopted = false
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
    return 'the plugin is not built: run `npm ci && npm run build` in ' .. M.root(), 'build'
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

local function died(code)
  channel = nil
  adopted = false
  local now = vim.uv.now()
  table.insert(deaths, now)
  deaths = vim.tbl_filter(function(at)
    return now - at < DEATHS_WITHIN_MS
  end, deaths)
  for _, cb in pairs(callbacks) do
    pcall(cb, 'the host ended')
  end
  callbacks = {}
  require('acp.status').reset()
  local tail = stderr[#stderr]
  local why = ('the host ended (exit code %d)'):format(code)
  if tail and tail ~= '' then
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
      if channel and not adopted then
        pcall(vim.fn.chanclose, channel)
      end
    end,
  })
  attach()
end

local function start_rplugin()
  if vim.fn.exists('*AcpHostEvent') == 0 then
    return 'the remote plugin is not registered: run :UpdateRemotePlugins and restart, or use vim.g.acp_host = "own"'
  end
  attach()
end

--- Starts the host unless it runs. Returns at once.
---@return string? problem nothing was started
function M.ensure()
  if channel or adopted then
    return
  end
  local problem = M.obstacle()
  if problem then
    return problem
  end
  if #deaths >= MAX_DEATHS then
    local tail = stderr[#stderr]
    deaths = {}
    return ('the host ended %d times in a row%s; see :Acp log and :checkhealth acp, then try again'):format(
      MAX_DEATHS,
      tail and (' (' .. tail .. ')') or ''
    )
  end
  if vim.g.acp_host == 'rplugin' then
    return start_rplugin()
  end
  return start_own()
end

--- The remote-plugin door asks to become the host; false when there is one already.
---@param chan integer
---@return boolean
function M.adopt(chan)
  if channel and channel ~= chan then
    return false
  end
  channel = chan
  adopted = true
  return true
end

--- Sends an event to a running host; see src/host/events.ts.
---@param name string
---@param payload table
function M.send(name, payload)
  if next(payload) == nil then
    payload = vim.empty_dict()
  end
  if vim.g.acp_host == 'rplugin' then
    vim.fn.AcpHostEvent(name, payload)
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
    if cb then
      cb(problem)
    else
      notify.show('error', problem)
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
  if vim.g.acp_host == 'rplugin' then
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
  local shell = 'npm ci --no-audit --no-fund && npm run build'
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
