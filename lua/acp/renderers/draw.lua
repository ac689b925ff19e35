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

--- As much of one line as the host may show of it.
local MAX_BYTES = 16000
--- More would take the editor longer to draw than anything is worth.
local MAX_MARKS = 20000
--- Neovim maps no longer ones.
local MAX_KEY = 50

---@return boolean
local function holds(list, kind)
  for _, one in ipairs(list) do
    if type(one) ~= kind then
      return false
    end
  end
  return true
end

---@return string? problem
local function action_problem(given)
  local seen = {}
  for _, action in ipairs(given) do
    if
      type(action.key) ~= 'string'
      or type(action.label) ~= 'string'
      or type(action.run) ~= 'function'
    then
      return 'returned an action without `key`, `label` and `run`'
    end
    local key = vim.keycode(action.key)
    if key == '' or #key > MAX_KEY then
      return ('returned an action with the key "%s", which cannot be mapped'):format(action.key)
    elseif seen[key] then
      return ('returned two actions with the key "%s"'):format(action.key)
    end
    seen[key] = true
  end
end

---@return string? problem
local function problem_of(drawn)
  if type(drawn) ~= 'table' or type(drawn.lines) ~= 'table' then
    return 'returned no table with `lines`'
  end
  if not vim.islist(drawn.lines) then
    return 'returned lines that are no list'
  elseif not holds(drawn.lines, 'string') then
    return 'returned a line that is no text'
  end
  for _, field in ipairs({ 'marks', 'actions' }) do
    local list = drawn[field] or {}
    if type(list) ~= 'table' or not (vim.islist(list) and holds(list, 'table')) then
      return ('returned %s that are no list of tables'):format(field)
    end
  end
  local fold = drawn.fold
  if fold and not (type(fold) == 'table' and tonumber(fold.from) and tonumber(fold.to)) then
    return 'returned a fold without `from` and `to`'
  end
  return action_problem(drawn.actions or {})
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
    -- One spelling of each key: "<cr>" is "<CR>".
    local key = vim.fn.keytrans(vim.keycode(action.key))
    runs[key] = action.run
    table.insert(keys, { key = key, label = action.label })
  end
  local marks = {}
  for _, mark in ipairs(vim.list_slice(drawn.marks or {}, 1, MAX_MARKS)) do
    table.insert(marks, plain_mark(mark))
  end
  local lines = {}
  for place, line in ipairs(vim.list_slice(drawn.lines, 1, MAX_LINES)) do
    lines[place] = line:sub(1, MAX_BYTES)
  end
  local fold = drawn.fold
  return {
    lines = lines,
    omitted = math.max(0, #drawn.lines - MAX_LINES),
    marks = marks,
    fold = fold
      and { from = tonumber(fold.from), to = tonumber(fold.to), open = fold.open == true },
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

--- What one renderer makes of an item; what it returns may throw when it is looked at. Nil: it leaves it to the next;
--- false: it is no drawing.
---@param request acp.DrawRequest
---@param ctx acp.RenderContext
local function drawing(render, request, ctx)
  local drawn = render(vim.deepcopy(request.item), ctx)
  if drawn == nil then
    return nil
  end
  local problem = problem_of(drawn)
  if problem then
    user_code.blame(render, 'renderer', problem)
  end
  return not problem and answer(request.card, drawn)
end

--- False: the built-in renderer draws it.
---@param request acp.DrawRequest
local function draw(request)
  local ctx = context(request)
  for _, id in ipairs(request.candidates) do
    local renderer = renderers.get(id)
    if renderer and renderers.matches(renderer, request.part, request.item) then
      local ok, drawn, is_slow = user_code.call(renderer.render, 'renderer', function()
        return drawing(renderer.render, request, ctx)
      end)
      if is_slow then
        renderers.remove(renderer)
      end
      if not ok or is_slow then
        return false
      end
      if drawn ~= nil then
        return drawn
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
