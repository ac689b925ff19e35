--- Renderers of the user's: which there are, and which one draws what. The host knows of each as much as it needs to
--- ask only for what one of them may draw (`draw.lua`).
local fields = require('acp.ui.fields')
local host = require('acp.host')
local notify = require('acp.ui.notify')
local user_code = require('acp.ui.user_code')

local M = {}

---@alias acp.RenderedItem acp.ToolCallSnapshot|acp.MessageSnapshot|acp.PlanSnapshot|table

---@class acp.RenderContext
---@field session string
---@field cwd string
---@field turn integer
---@field index integer its place in the transcript
---@field width integer text cells
---@field folded boolean its fold is closed while `render` runs
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

--- Bytes of a name that a pattern sees: agents give what they like, and some patterns take very long over long texts.
local MAX_NAME = 200

local PARTS = { 'tool', 'agent', 'user', 'thought', 'plan', 'content' }
local FIELDS = {
  part = 'string',
  match = 'any',
  priority = 'number',
  name = 'string',
  render = 'function',
}

---@type acp.Renderer[] in the order of registration
local registered = {}
---@type table<integer, acp.Renderer>
local by_id = {}
local made = 0
local is_watching = false
local group = vim.api.nvim_create_augroup('acp.renderers', {})

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
    local function again()
      if #registered > 0 and host.channel() then
        send()
      end
    end
    host.on_attach(again)
    -- Groups and colours of what they draw may depend on those of the editor.
    vim.api.nvim_create_autocmd('ColorScheme', { group = group, callback = again })
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
  local problem = fields.problem(spec, FIELDS)
  if problem then
    return problem
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
    local ok, fits, is_slow = user_code.call(match, 'match of a renderer', function()
      return match(item)
    end)
    if is_slow then
      remove(renderer)
    end
    return ok and not is_slow and fits and true or false
  elseif is_plain(match) then
    return vim.list_contains(names_of(part, item), match)
  end
  local name = part == 'tool' and item.name or item.type
  -- What is wrong with a pattern may only show with the name that gets so far.
  local ok, found = pcall(string.find, (name or ''):sub(1, MAX_NAME), match)
  if not ok then
    user_code.blame(renderer.render, 'renderer', ('has a broken pattern, "%s"'):format(match))
  end
  return ok and name ~= nil and found ~= nil
end

---@param item any
---@return string?
local function part_of(item)
  if type(item) ~= 'table' then
    return nil
  end
  local part = item.part or (item.toolCallId and 'tool') or (item.type and 'content') or item.kind
  return vim.list_contains(PARTS, part) and part or nil
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

---@param id integer
---@return acp.Renderer? # nil when it was taken back
function M.get(id)
  return by_id[id]
end

M.matches = matches
M.remove = remove

return M
