--- Tools of the user's own that agents may call. The host offers them, checks arguments and results and asks for
--- consent (src/host/mcp/registered-tools.ts); here they are kept, and run.
local fields = require('acp.ui.fields')
local host = require('acp.host')
local user_code = require('acp.ui.user_code')

local M = {}

---@class acp.ToolAnnotations hints for agents; a question is asked whatever they say
---@field title? string
---@field readOnlyHint? boolean
---@field destructiveHint? boolean
---@field idempotentHint? boolean
---@field openWorldHint? boolean

---@alias acp.ToolContent { type: 'text'|'image'|'audio'|'resource_link'|'resource', [string]: any }

---@class acp.ToolResult what a handler answers when it is more than text or data
---@field content? acp.ToolContent[] blocks as MCP has them
---@field structuredContent? table
---@field isError? boolean

---@alias acp.ToolDone fun(result?: string|table|acp.ToolResult, err?: string)

---@class acp.ToolSpec
---@field name string letters, digits, "_" and "-", 64 at most; not that of another tool
---@field title? string for people
---@field description string for the model: what it does, and when to use it
---@field input_schema table JSON Schema of an object
---@field output_schema? table JSON Schema of an object, which every result must fit
---@field annotations? acp.ToolAnnotations
---@field timeout? integer milliseconds; 30000 when absent
---@field handler fun(args: table, done: acp.ToolDone): any, string? answers at once by its result, or later by `done`

local FIELDS = {
  name = 'string',
  title = 'string',
  description = 'string',
  input_schema = 'table',
  output_schema = 'table',
  annotations = 'table',
  timeout = 'number',
  handler = 'function',
}
local NEEDED = { 'name', 'description', 'input_schema', 'handler' }
local HINTS = {
  title = 'string',
  readOnlyHint = 'boolean',
  destructiveHint = 'boolean',
  idempotentHint = 'boolean',
  openWorldHint = 'boolean',
}

---@type { id: integer, spec: acp.ToolSpec, sent: string }[] in the order of registration
local registered = {}
local last_id = 0
local is_watching = false

---@param fits fun(one: { id: integer, spec: acp.ToolSpec }): boolean
local function find(fits)
  return vim.iter(registered):find(fits)
end

---@param name string
local function find_by_name(name)
  return find(function(one)
    return one.spec.name == name
  end)
end

local function send()
  local list = {}
  for _, one in ipairs(registered) do
    table.insert(list, one.sent)
  end
  host.send('registered_tools', { list = list })
end

local function changed()
  if not is_watching then
    is_watching = true
    host.on_attach(function()
      if #registered > 0 then
        send()
      end
    end)
  end
  if host.channel() then
    send()
  end
end

---@param spec acp.ToolSpec
---@param field 'input_schema'|'output_schema'
---@return string? problem
local function wrong_schema(spec, field)
  local schema = spec[field]
  if schema and schema.type ~= 'object' then
    return field .. ': its `type` must be "object"'
  end
end

---@param spec any
---@return string? problem
local function problem_in(spec)
  if type(spec) ~= 'table' then
    return 'expected a table'
  end
  local problem = fields.problem(spec, FIELDS)
    or fields.problem(spec.annotations or {}, HINTS, 'annotations.')
  if problem then
    return problem
  end
  for _, field in ipairs(NEEDED) do
    if spec[field] == nil or spec[field] == '' then
      return field .. ' is missing'
    end
  end
  if #spec.name > 64 or not spec.name:find('^[%w_-]+$') then
    return ('name: got "%s", expected 1 to 64 letters, digits, "_" or "-"'):format(spec.name)
  elseif spec.timeout and not (spec.timeout > 0 and spec.timeout < math.huge) then
    return 'timeout must be a number of milliseconds above 0'
  elseif vim.list_contains(require('acp.tools.names'), spec.name:lower()) then
    return ('name: "%s" is a tool of the editor'):format(spec.name)
  elseif find_by_name(spec.name) then
    return ('name: there is a tool "%s" already; unregister it first'):format(spec.name)
  end
  return wrong_schema(spec, 'input_schema') or wrong_schema(spec, 'output_schema')
end

--- As JSON: a value that a message cannot hold is found here, and not on its way.
---@param id integer
---@param spec acp.ToolSpec
---@return boolean ok
---@return string json, or what is wrong
local function encoded(id, spec)
  local plain = { id = id }
  for field, value in pairs(spec) do
    plain[field] = field ~= 'handler' and value or nil
  end
  return pcall(vim.json.encode, plain)
end

--- Throws, at the line of the caller (which has called it as a tail call), where the tool is no tool.
---@param spec acp.ToolSpec
---@return fun() unregister
function M.register(spec)
  local problem = problem_in(spec)
  local ok, sent = true, ''
  if not problem then
    last_id = last_id + 1
    ok, sent = encoded(last_id, spec)
  end
  if problem or not ok then
    error('register_tool: ' .. (problem or sent), 2)
  end
  local one = { id = last_id, spec = vim.deepcopy(spec), sent = sent }
  table.insert(registered, one)
  changed()
  return function()
    local left = vim.tbl_filter(function(other)
      return other ~= one
    end, registered)
    if #left < #registered then
      registered = left
      changed()
    end
  end
end

local function answer_of(result, err)
  return err == nil and { result = result } or { error = user_code.text_of(err) }
end

--- Answers the host that has asked, once: a handler may answer in both ways, or twice, or when that host is gone.
---@param ask integer
---@param spec acp.ToolSpec
---@return acp.ToolDone
local function answer_to(ask, spec)
  local asked_by = host.channel()
  return function(result, err)
    if not asked_by or host.channel() ~= asked_by then
      return
    end
    asked_by = nil
    local ok, answer = pcall(vim.json.encode, answer_of(result, err))
    if not ok then
      local problem = 'returned what is no data: ' .. tostring(answer)
      user_code.blame(spec.handler, 'handler of the tool ' .. spec.name, problem)
      answer = vim.json.encode({ error = 'the tool ' .. problem })
    end
    host.send('ui_answer', { ask = ask, answer = answer })
  end
end

--- Whether a handler has no way to answer later.
---@param handler function
local function takes_no_done(handler)
  local info = debug.getinfo(handler, 'u')
  return info.nparams < 2 and not info.isvararg
end

--- Runs a tool for the host; what it answers is JSON, `{ result }` or `{ error }`.
---@param ask integer
---@param id integer not its name: another tool of that name is not what the user has agreed to
---@param args table
function M.run(ask, id, args)
  local one = find(function(other)
    return other.id == id
  end)
  if not one then
    local answer = vim.json.encode({ error = 'this tool is not there any more' })
    host.send('ui_answer', { ask = ask, answer = answer })
    return
  end
  local spec = one.spec
  local done = answer_to(ask, spec)
  local result, err
  local ok, thrown = user_code.call(spec.handler, 'handler of the tool ' .. spec.name, function()
    result, err = spec.handler(args, done)
  end)
  if not ok then
    -- It may have thrown nil, which is no answer.
    done(nil, user_code.text_of(thrown))
  elseif result ~= nil or err ~= nil or takes_no_done(spec.handler) then
    done(result, err)
  end
end

return M
