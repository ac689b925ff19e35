-- Options: defaults, `vim.g.acp`, `setup()`. A wrong value is reported by name and left out, never thrown.
local M = {}

---@class acp.AgentConfig
---@field command string
---@field args? string[]
---@field env? table<string, string>
---@field cwd? string
---@field title? string

---@class acp.McpServer
---@field name string
---@field type? 'stdio'|'http'|'sse' nil: by whether there is a `url`
---@field command? string stdio: program, looked up on PATH
---@field args? string[]
---@field env? table<string, string>
---@field url? string http and sse
---@field headers? table<string, string>

---@class acp.LayoutConfig
---@field kind? 'float'|'right'|'left'|'bottom'|'top'|'tab'
---@field width? number cells, or a part of the editor up to 1
---@field height? number lines, or a part of the editor up to 1
---@field prompt_min? integer least lines of the prompt
---@field prompt_max? integer most lines of the prompt
---@field border? 'rounded'|'single'|'double'|'bold'|'solid'|'none' nil: 'winborder', else rounded
---@field insert? boolean start in insert mode

--- A rule holds for what fits all of its conditions; exactly one of allow, ask and deny is true.
---@class acp.Rule
---@field allow? boolean
---@field ask? boolean
---@field deny? boolean
---@field tool? string name of the tool, `*` stands for any characters
---@field kind? string kind of the tool
---@field path? string glob; relative to the session's folder
---@field command? string first words of a command
---@field agent? string name of the agent

---@class acp.PermissionsConfig
---@field rules? acp.Rule[] what answers in your place, see |acp-rules|
---@field allow_reads? boolean allow reading and searching below the session's folder
---@field decide? fun(request: table): 'allow'|'deny'|nil answers what no rule does, see |acp-rules|

---@class acp.Config
---@field agent? string name of the agent; nil: the first one found installed
---@field agents? table<string, acp.AgentConfig>
---@field mcp_servers? acp.McpServer[] passed to agents
---@field layout? acp.LayoutConfig
---@field follow? boolean
---@field follow_close? boolean close the files that only follow mode opened when it ends
---@field node? string Node executable
---@field keys? table<string, string|string[]|false>
---@field permissions? acp.PermissionsConfig
---@field log? { level?: 'trace'|'debug'|'info'|'warn'|'error' }
---@field deny? string[] patterns of files that no agent may read or write through the editor
---@field outside? 'ask'|'allow'|'reject' what happens to files outside the session's folder
---@field save_dirty? boolean save a buffer with unsaved changes after an agent's change was merged into it
---@field highlight_edits? boolean show for a moment which lines an agent has changed
---@field start_timeout? integer milliseconds an agent may take to answer first
---@field additional_directories? string[] folders that agents may use beside the session's own
---@field watchdog? number seconds an agent may be silent in a turn before the frame of its chat says so

---@type acp.Config
M.defaults = {
  agent = nil,
  agents = {},
  mcp_servers = {},
  layout = {
    kind = 'float',
    width = nil,
    height = nil,
    prompt_min = 3,
    prompt_max = 10,
    border = nil,
    insert = true,
  },
  follow = false,
  follow_close = false,
  node = nil,
  keys = {},
  permissions = { rules = {}, allow_reads = false, decide = nil },
  log = { level = 'warn' },
  deny = {
    '.env*',
    '*.pem',
    '*.key',
    '*.p12',
    '*.pfx',
    'id_rsa',
    'id_dsa',
    'id_ecdsa',
    'id_ed25519',
    '.ssh/**',
    '.gnupg/**',
    '.git/**',
  },
  outside = 'ask',
  save_dirty = false,
  highlight_edits = true,
  start_timeout = 120000,
  watchdog = 60,
  additional_directories = {},
}

local function is(wanted)
  return function(value)
    return type(value) == wanted, wanted
  end
end

local function one_of(...)
  local values = { ... }
  return function(value)
    return vim.tbl_contains(values, value), 'one of ' .. table.concat(values, ', ')
  end
end

local function positive(value)
  return type(value) == 'number' and value > 0, 'number above 0'
end

local function list_of(wanted)
  return function(value)
    local fits = type(value) == 'table' and vim.islist(value)
    for _, item in ipairs(fits and value or {}) do
      fits = fits and type(item) == wanted
    end
    return fits, 'list of ' .. wanted .. 's'
  end
end

local function strings_by_name(value)
  local fits = type(value) == 'table'
  for name, item in pairs(fits and value or {}) do
    fits = fits and type(name) == 'string' and type(item) == 'string'
  end
  return fits, 'table of strings'
end

local function key(value)
  local fits = value == false or type(value) == 'string' or (list_of('string')(value))
  return fits, 'string, list of strings or false'
end

local AGENT = {
  command = is('string'),
  args = list_of('string'),
  env = strings_by_name,
  cwd = is('string'),
  title = is('string'),
}

local MCP_SERVER = {
  name = is('string'),
  type = one_of('stdio', 'http', 'sse'),
  command = is('string'),
  args = list_of('string'),
  env = strings_by_name,
  url = is('string'),
  headers = strings_by_name,
}

local EFFECTS = { 'allow', 'ask', 'deny' }
local RULE = { tool = true, kind = true, path = true, command = true, agent = true }

local function is_rule(rule)
  if type(rule) ~= 'table' then
    return false
  end
  local effects = 0
  for name, value in pairs(rule) do
    if vim.tbl_contains(EFFECTS, name) then
      effects = effects + 1
      if value ~= true then
        return false
      end
    elseif not RULE[name] or type(value) ~= 'string' or vim.trim(value) == '' then
      return false
    end
  end
  -- A path says nothing about the other words of a command.
  return effects == 1 and not (rule.allow and rule.path and rule.command)
end

local function rules(value)
  local wanted = 'list of rules { allow|ask|deny = true, tool|kind|path|command|agent = "…" }'
  local fits = type(value) == 'table' and vim.islist(value)
  for index, rule in ipairs(fits and value or {}) do
    if not is_rule(rule) then
      local got = vim.inspect(rule, { newline = ' ', indent = '' })
      return false, wanted .. (' (rule %d is %s)'):format(index, got)
    end
  end
  return fits, wanted
end

-- A function checks a value; a table checks a table's fields; `each` checks all fields of any name, `list` all
-- items of a list.
local SCHEMA = {
  agent = is('string'),
  agents = { each = AGENT },
  mcp_servers = { list = MCP_SERVER },
  layout = {
    kind = one_of('float', 'right', 'left', 'bottom', 'top', 'tab'),
    width = positive,
    height = positive,
    prompt_min = positive,
    prompt_max = positive,
    border = one_of('rounded', 'single', 'double', 'bold', 'solid', 'none'),
    insert = is('boolean'),
  },
  follow = is('boolean'),
  follow_close = is('boolean'),
  node = is('string'),
  keys = { each = key },
  permissions = { rules = rules, allow_reads = is('boolean'), decide = is('function') },
  log = { level = one_of('trace', 'debug', 'info', 'warn', 'error') },
  deny = list_of('string'),
  outside = one_of('ask', 'allow', 'reject'),
  save_dirty = is('boolean'),
  highlight_edits = is('boolean'),
  start_timeout = positive,
  watchdog = positive,
  additional_directories = list_of('string'),
}

local check

local function check_list(value, schema, path, problems)
  if type(value) ~= 'table' or not vim.islist(value) then
    problems[#problems + 1] = ('%s: expected a list'):format(path)
    return nil
  end
  local good = {}
  for index, item in ipairs(value) do
    table.insert(good, check(item, schema, ('%s[%d]'):format(path, index), problems))
  end
  return good
end

local function check_table(value, schema, path, problems)
  if type(value) ~= 'table' then
    problems[#problems + 1] = ('%s: expected a table, got %s'):format(path, type(value))
    return nil
  end
  local good = {}
  for name, item in pairs(value) do
    local at = path == '' and tostring(name) or path .. '.' .. tostring(name)
    local inner = schema.each or schema[name]
    if not inner then
      problems[#problems + 1] = ('unknown option "%s"'):format(at)
    else
      good[name] = check(item, inner, at, problems)
    end
  end
  return good
end

--- The part of `value` that is right; what is wrong is told in `problems`.
check = function(value, schema, path, problems)
  if type(schema) == 'table' and schema.list then
    return check_list(value, schema.list, path, problems)
  elseif type(schema) == 'table' then
    return check_table(value, schema, path, problems)
  end
  local fits, wanted = schema(value)
  if fits then
    return value
  end
  local got = type(value) == 'string' and ('"%s"'):format(value) or type(value)
  problems[#problems + 1] = ('%s: expected %s, got %s'):format(path, wanted, got)
  return nil
end

local function unknown_keys(options, problems)
  local known = {}
  for _, key_of in ipairs(require('acp.keys').list) do
    known[key_of.name] = true
  end
  for name in pairs(options.keys or {}) do
    if not known[name] then
      problems[#problems + 1] = ('unknown option "keys.%s"'):format(name)
      options.keys[name] = nil
    end
  end
end

local function incomplete_agents(options, problems)
  for name, agent in pairs(options.agents or {}) do
    if not agent.command then
      problems[#problems + 1] = ('agents.%s.command: expected a string'):format(name)
      options.agents[name] = nil
    end
  end
end

local function incomplete_servers(options, problems)
  options.mcp_servers = options.mcp_servers
    and vim.tbl_filter(function(server)
      if server.name and (server.command or server.url) then
        return true
      end
      problems[#problems + 1] = ('mcp_servers: "%s" needs a name, and a command or a url'):format(
        server.name or server.command or server.url or '?'
      )
      return false
    end, options.mcp_servers)
end

--- The rules of a list when all of them are right, else none.
---@param raw any
---@param problems string[] gets a line for the mistake
---@return acp.Rule[]
function M.check_rules(raw, problems)
  return check(raw, rules, 'permissions.rules', problems) or {}
end

---@param raw any
---@param problems string[] gets a line for every mistake
---@return acp.Config
function M.check(raw, problems)
  local options = check_table(raw, SCHEMA, '', problems) or {}
  unknown_keys(options, problems)
  incomplete_agents(options, problems)
  incomplete_servers(options, problems)
  return options
end

---@type acp.Config?
local resolved
---@type acp.Config
local given = {}

local function report(source, problems)
  if #problems == 0 then
    return
  end
  table.sort(problems)
  require('acp.notify').error(source .. ': ' .. table.concat(problems, '; '))
end

local function resolve()
  local problems = {}
  local global = vim.g.acp == nil and {} or M.check(vim.g.acp, problems)
  report('vim.g.acp', problems)
  return vim.tbl_deep_extend('force', M.defaults, global, given)
end

--- Merges more options; each call adds to the ones before.
---@param raw? acp.Config
---@return boolean # always true: what was wrong is reported and left out
function M.setup(raw)
  local problems = {}
  given = vim.tbl_deep_extend('force', given, M.check(raw == nil and {} or raw, problems))
  report('setup', problems)
  resolved = nil
  return true
end

---@return acp.Config
function M.get()
  resolved = resolved or resolve()
  return resolved
end

local function absolute(path)
  return (vim.fs.normalize(vim.fn.fnamemodify(path, ':p')):gsub('(.)/$', '%1'))
end

local function as_dict(value)
  return next(value) == nil and vim.empty_dict() or value
end

--- What the host needs of the options.
---@return table
function M.for_host()
  local config = M.get()
  local agents = {}
  for name, agent in pairs(config.agents) do
    agents[name] = vim.tbl_extend('force', agent, agent.env and { env = as_dict(agent.env) } or {})
  end
  return {
    agent = config.agent,
    agents = as_dict(agents),
    mcp_servers = vim.tbl_map(function(server)
      return vim.tbl_extend('force', server, {
        env = server.env and as_dict(server.env),
        headers = server.headers and as_dict(server.headers),
      })
    end, config.mcp_servers),
    follow = config.follow,
    start_timeout = config.start_timeout,
    deny = config.deny,
    outside = config.outside,
    save_dirty = config.save_dirty,
    watchdog = config.watchdog,
    additional_directories = vim.tbl_map(absolute, config.additional_directories),
    permissions = {
      rules = config.permissions.rules,
      allow_reads = config.permissions.allow_reads,
      decide = config.permissions.decide ~= nil,
    },
    log = config.log,
  }
end

return M
