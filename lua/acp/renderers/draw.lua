--- What renderers of the user's draw. The host shows its own drawing until they answer.
local actions = require('acp.surface.actions')
local kept_folds = require('acp.surface.kept_folds')
local renderers = require('acp.renderers')
local requests = require('acp.host.requests')
local user_code = require('acp.ui.user_code')

local M = {}

--- What one call of the host may take, in milliseconds: the rest is drawn in another frame.
local MAX_MS = 20
--- More is counted, not sent.
local MAX_LINES = 2000

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
  for _, field in ipairs({ 'marks', 'actions' }) do
    for _, one in ipairs(type(drawn[field]) == 'table' and drawn[field] or { drawn[field] }) do
      if type(one) ~= 'table' then
        return ('returned %s that are no list of tables'):format(field)
      end
    end
  end
  local fold = drawn.fold
  if fold and (type(fold) ~= 'table' or not (tonumber(fold.from) and tonumber(fold.to))) then
    return 'returned a fold without `from` and `to`'
  end
  for _, action in ipairs(drawn.actions or {}) do
    if
      type(action.key) ~= 'string'
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

--- As a window shows it now, else as the next one will.
---@param request acp.DrawRequest
---@return boolean
local function is_folded(request)
  local shown, fold = request.shown, request.builtIn.fold
  local closed = shown and kept_folds.is_closed(shown.bufnr, shown.key)
  if closed == nil then
    return fold ~= nil and not fold.open
  end
  return closed
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
    folded = is_folded(request),
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
    local renderer = renderers.get(id)
    if renderer and renderers.matches(renderer, request.part, request.item) then
      local render = renderer.render
      local ok, drawn, is_slow = user_code.call(render, 'renderer', function()
        return render(vim.deepcopy(request.item), ctx)
      end)
      if is_slow then
        renderers.remove(renderer)
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
function M.cards(batch)
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
