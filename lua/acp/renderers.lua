--- Renderers of the user's: which there are, which one draws what, and what they draw. The host asks for the cards
--- that one of them may draw; until they answer it shows its own.
local actions = require('acp.surface.actions')
local host = require('acp.host')
local notify = require('acp.ui.notify')
local requests = require('acp.host.requests')
local user_code = require('acp.ui.user_code')

local M = {}

---@alias acp.RenderedItem acp.ToolCallSnapshot|acp.MessageSnapshot|acp.PlanSnapshot|table

---@class acp.RenderContext
---@field session string
---@field cwd string
---@field turn integer
---@field index integer its place in the transcript
---@field width integer text cells
---@field default fun(): acp.Rendering what the plugin draws itself

---@class acp.RenderMark
---@field row integer 0-based
---@field from? integer byte, 0-based; 0 when absent
---@field to? integer byte behind the last; absent: the whole line
---@field group string

---@class acp.RenderAction
---@field key string
---@field label string
---@field run fun()

---@class acp.Rendering
---@field lines string[]
---@field marks? acp.RenderMark[]
---@field fold? { from: integer, to: integer, open?: boolean } 0-based rows
---@field actions? acp.RenderAction[]

---@class acp.RendererSpec
---@field part? 'tool'|'agent'|'user'|'thought'|'plan'|'content' "tool" when absent
---@field match? string|fun(item: acp.RenderedItem): boolean kind, name or pattern of names; all when absent
---@field priority? number 0 when absent
---@field name? string for |acp.renderer_for()|
---@field render fun(item: acp.RenderedItem, ctx: acp.RenderContext): acp.Rendering?

---@class acp.Renderer: acp.RendererSpec
---@field id integer
---@field part string
---@field priority number

---@class acp.RendererInfo
---@field name string
---@field part string
---@field builtin boolean
---@field priority? number
---@field match? string|fun(item: acp.RenderedItem): boolean

local PARTS = { 'tool', 'agent', 'user', 'thought', 'plan', 'content' }
local FIELDS = { part = 'string', priority = 'number', name = 'string', render = 'function' }
--- What one call of the host may take, in milliseconds: the rest is drawn in another frame.
local MAX_MS = 20
--- More is counted, not sent.
local MAX_LINES = 2000

---@type acp.Renderer[] in the order of registration
local registered = {}
---@type table<integer, acp.Renderer>
local by_id = {}
local made = 0
local is_watching = false

--- A word, not a pattern.
---@param match any
local function is_plain(match)
  return type(match) == 'string' and not match:find('[%^%$%(%)%%%.%[%]%*%+%?]')
end

local function send()
  local list = {}
  for _, one in ipairs(registered) do
    local match = is_plain(one.match) and one.match or nil
    table.insert(list, { id = one.id, part = one.part, priority = one.priority, match = match })
  end
  host.send('renderers', { list = list })
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

---@param spec any
---@return string? problem
local function problem_in(spec)
  if type(spec) ~= 'table' or type(spec.render) ~= 'function' then
    return 'expected a table with a function `render`'
  end
  for field, value in pairs(spec) do
    local wanted = FIELDS[field]
    if field ~= 'match' and not wanted then
      return ('unknown field "%s"'):format(tostring(field))
    elseif wanted and type(value) ~= wanted then
      return ('%s must be a %s'):format(field, wanted)
    end
  end
  if spec.part and not vim.list_contains(PARTS, spec.part) then
    return ('part: got "%s", expected one of %s'):format(spec.part, table.concat(PARTS, ', '))
  end
  local match = spec.match
  if match ~= nil and type(match) ~= 'string' and type(match) ~= 'function' then
    return 'match must be a string or a function'
  end
  if type(match) == 'string' and not pcall(string.find, '', match) then
    return ('match: "%s" is no Lua pattern'):format(match)
  end
end

---@param renderer acp.Renderer
local function remove(renderer)
  if by_id[renderer.id] then
    by_id[renderer.id] = nil
    registered = vim.tbl_filter(function(one)
      return one ~= renderer
    end, registered)
    changed()
  end
end

---@param spec acp.RendererSpec
---@return fun() unregister
function M.register(spec)
  local problem = problem_in(spec)
  if problem then
    notify.show('error', 'register_renderer: ' .. problem)
    return function() end
  end
  made = made + 1
  local renderer = vim.tbl_extend('force', { part = 'tool', priority = 0 }, spec, { id = made })
  table.insert(registered, renderer)
  by_id[made] = renderer
  changed()
  return function()
    remove(renderer)
  end
end

--- What a string may match, and what a pattern looks at.
---@return string[] names
local function names_of(part, item)
  if part == 'tool' then
    return { item.kind, item.name }
  end
  return part == 'content' and { item.type } or {}
end

---@param renderer acp.Renderer
---@return boolean
local function matches(renderer, part, item)
  local match = renderer.match
  if renderer.part ~= part then
    return false
  elseif match == nil then
    return true
  elseif type(match) == 'function' then
    local ok, fits = user_code.call(match, 'match of a renderer', function()
      return match(item)
    end)
    return ok and fits and true or false
  elseif is_plain(match) then
    return vim.list_contains(names_of(part, item), match)
  end
  local name = part == 'tool' and item.name or item.type
  return name ~= nil and name:find(match) ~= nil
end

---@param item table
---@return string?
local function part_of(item)
  return item.part or (item.toolCallId and 'tool') or (item.type and 'content') or nil
end

--- Which renderer draws an item. What it draws may still be nil, and then the next one does.
---@param item acp.RenderedItem
---@return acp.RendererInfo?
function M.renderer_for(item)
  local part = part_of(item)
  local first
  for _, one in ipairs(registered) do
    -- The newest of those with the same priority.
    if (not first or one.priority >= first.priority) and matches(one, part, item) then
      first = one
    end
  end
  if first then
    local name = first.name or user_code.source(first.render)
    local info = { name = name, part = part, builtin = false }
    return vim.tbl_extend('error', info, { priority = first.priority, match = first.match })
  end
  return part and { name = names_of(part, item)[1] or part, part = part, builtin = true }
end

---@return string? problem
local function problem_of(drawn)
  if type(drawn) ~= 'table' or type(drawn.lines) ~= 'table' then
    return 'returned no table with `lines`'
  end
  for _, line in ipairs(drawn.lines) do
    if type(line) ~= 'string' then
      return 'returned a line that is no text'
    end
  end
  local fold = drawn.fold
  if fold and (type(fold) ~= 'table' or not (tonumber(fold.from) and tonumber(fold.to))) then
    return 'returned a fold without `from` and `to`'
  end
  for _, action in ipairs(drawn.actions or {}) do
    if
      type(action) ~= 'table'
      or type(action.key) ~= 'string'
      or type(action.label) ~= 'string'
      or type(action.run) ~= 'function'
    then
      return 'returned an action without `key`, `label` and `run`'
    end
  end
end

local function plain_mark(mark)
  local row, group = tonumber(mark.row), mark.group
  if row and type(group) == 'string' then
    return { row, tonumber(mark.from) or 0, tonumber(mark.to) or -1, group }
  end
end

---@param card string
---@param drawn acp.Rendering
local function answer(card, drawn)
  local runs, keys = {}, {}
  for _, action in ipairs(drawn.actions or {}) do
    runs[action.key] = action.run
    table.insert(keys, { key = action.key, label = action.label })
  end
  local marks = {}
  for _, mark in ipairs(drawn.marks or {}) do
    table.insert(marks, plain_mark(mark))
  end
  local fold = drawn.fold
  return {
    lines = vim.list_slice(drawn.lines, 1, MAX_LINES),
    omitted = math.max(0, #drawn.lines - MAX_LINES),
    marks = marks,
    fold = fold and { from = fold.from, to = fold.to, open = fold.open == true },
    actions = keys,
    token = actions.keep(card, runs),
  }
end

---@param plain acp.PlainDrawing
---@return acp.Rendering
local function rendering(plain)
  local marks = {}
  for _, mark in ipairs(plain.marks) do
    local row, from, to, group = unpack(mark)
    table.insert(marks, { row = row, from = from, to = to ~= -1 and to or nil, group = group })
  end
  return { lines = vim.deepcopy(plain.lines), marks = marks, fold = vim.deepcopy(plain.fold) }
end

---@param request acp.DrawRequest
---@return acp.RenderContext
local function context(request)
  return {
    session = request.session,
    cwd = request.cwd,
    turn = request.turn,
    index = request.index,
    width = request.width,
    default = function()
      return rendering(request.builtIn)
    end,
  }
end

--- False: the built-in renderer draws it.
---@param request acp.DrawRequest
local function draw(request)
  local ctx = context(request)
  for _, id in ipairs(request.candidates) do
    local renderer = by_id[id]
    if renderer and matches(renderer, request.part, request.item) then
      local render = renderer.render
      local ok, drawn, is_slow = user_code.call(render, 'renderer', function()
        return render(vim.deepcopy(request.item), ctx)
      end)
      if is_slow then
        remove(renderer)
      end
      if not ok or is_slow then
        return false
      end
      if drawn ~= nil then
        local problem = problem_of(drawn)
        if problem then
          user_code.blame(render, 'renderer', problem)
        end
        return not problem and answer(request.card, drawn)
      end
    end
  end
  return false
end

--- Draws cards for the host; what it has no time for, or not now, is answered "later".
---@param batch acp.DrawRequest[]
---@return table
function M.draw(batch)
  local began = vim.uv.hrtime()
  local drawn = {}
  for place, request in ipairs(batch) do
    local is_late = (vim.uv.hrtime() - began) / 1e6 > MAX_MS
    -- A renderer may ask the host something itself.
    drawn[place] = (is_late or requests.is_waiting()) and 'later' or draw(request)
  end
  return drawn
end

return M
