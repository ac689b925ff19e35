--- Keyed ranges of a buffer that the host fills: which rows are Markdown, which fold, which are hunks of a diff. Only
--- groups, folds around several blocks, may lie in each other. All
--- changes of the buffer come through `patch.lua`, so rows are counted here; extmarks would leave their place when a
--- line is replaced. They are kept in the order of their rows, so that what is added at the end costs the same in a
--- long text as in a short one.
local M = {}

---@class acp.Range
---@field key string
---@field kind acp.RangeKind
---@field from integer 0-based row
---@field to integer last row
---@field verbatim? boolean Markdown of which nothing is hidden
---@field open? boolean a fold that is open when first shown
---@field closed? [string, string][] what a closed fold shows
---@field layout? acp.DiffLayout of a diff
---@field keys? string[] of actions
---@field token? integer of actions

---@class acp.RangeList
---@field by_key table<string, acp.Range>
---@field ordered acp.Range[] by `from`

---@alias acp.RangeKind 'markdown'|'fold'|'group'|'actions'|'diff'|string what motions stop at (src/view/motions.ts)
---@alias acp.BufferRanges table<acp.RangeKind, acp.RangeList>

---@type table<integer, acp.BufferRanges>
local of_buffer = {}

---@return acp.BufferRanges
local function of(bufnr)
  if not of_buffer[bufnr] then
    of_buffer[bufnr] = setmetatable({}, {
      __index = function(lists, kind)
        lists[kind] = { by_key = {}, ordered = {} }
        return lists[kind]
      end,
    })
  end
  return of_buffer[bufnr]
end

--- The first place in `ordered` for which `is_behind` holds, as it does for all places after it.
---@param ordered acp.Range[]
---@param is_behind fun(range: acp.Range): boolean
local function first_where(ordered, is_behind)
  local low, high = 1, #ordered + 1
  while low < high do
    local middle = math.floor((low + high) / 2)
    if is_behind(ordered[middle]) then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end

---@param list acp.RangeList
---@param range acp.Range
local function remove(list, range)
  list.by_key[range.key] = nil
  local first = first_where(list.ordered, function(other)
    return other.from >= range.from
  end)
  for place = first, #list.ordered do
    if list.ordered[place] == range then
      table.remove(list.ordered, place)
      return
    end
  end
end

local function insert(list, range)
  list.by_key[range.key] = range
  local place = first_where(list.ordered, function(other)
    return other.from > range.from
  end)
  table.insert(list.ordered, place, range)
end

---@param bufnr integer
---@param key string
---@return acp.Range?
function M.fold(bufnr, key)
  return of(bufnr).fold.by_key[key] or of(bufnr).group.by_key[key]
end

--- The range that begins in a row.
---@param list acp.RangeList
---@param row integer
---@return acp.Range?
local function range_from(list, row)
  local range = list.ordered[first_where(list.ordered, function(other)
    return other.from >= row
  end)]
  return range and range.from == row and range or nil
end

--- The group that begins in a row.
---@param bufnr integer
---@param row integer
---@return acp.Range?
function M.group_from(bufnr, row)
  return range_from(of(bufnr).group, row)
end

--- The fold or group of exactly these rows.
---@param bufnr integer
---@param from integer
---@param to integer
---@return acp.Range?
function M.fold_between(bufnr, from, to)
  for _, kind in ipairs({ 'fold', 'group' }) do
    local range = range_from(of(bufnr)[kind], from)
    if range and range.to == to then
      return range
    end
  end
end

--- The fold of what begins in a row: motions stop there.
---@param bufnr integer
---@param row integer
---@return acp.Range?
function M.fold_of(bufnr, row)
  for _, kind in ipairs({ 'tool', 'message' }) do
    local start = M.beside(bufnr, kind, row - 1, 1)
    if start and start.from == row then
      return M.fold(bufnr, start.key) or M.fold(bufnr, start.key .. ' context')
    end
  end
end

--- All folds, in the order of their rows.
---@param bufnr integer
---@return acp.Range[]
function M.folds(bufnr)
  return of(bufnr).fold.ordered
end

--- All groups; what lies in one comes after it.
---@param bufnr integer
---@return acp.Range[]
function M.groups(bufnr)
  return of(bufnr).group.ordered
end

--- Forgets the ranges that begin at `row` or below; without it, all.
---@param bufnr integer
---@param row? integer
function M.forget(bufnr, row)
  if not row or row == 0 then
    of_buffer[bufnr] = nil
    return
  end
  for _, list in pairs(of(bufnr)) do
    local ordered = list.ordered
    while #ordered > 0 and ordered[#ordered].from >= row do
      list.by_key[table.remove(ordered).key] = nil
    end
  end
end

--- Gives all ranges other keys.
---@param bufnr integer
---@param new_key fun(key: string): string
function M.rename(bufnr, new_key)
  for _, list in pairs(of(bufnr)) do
    list.by_key = {}
    for _, range in ipairs(list.ordered) do
      range.key = new_key(range.key)
      list.by_key[range.key] = range
    end
  end
end

--- Moves what stands below `count` rows that took the place of `del` rows at `row`.
---@param bufnr integer
---@param row integer
---@param del integer
---@param count integer
function M.shift(bufnr, row, del, count)
  local by, below = count - del, row + del
  if by == 0 then
    return
  end
  for kind, list in pairs(of(bufnr)) do
    local ordered = list.ordered
    for place = #ordered, 1, -1 do
      local range = ordered[place]
      -- Above a group that ends further up, one may be that it lies in.
      if kind ~= 'group' and range.to < row then
        break
      end
      -- What began in rows that are gone must not come to stand behind what came up.
      range.from = range.from >= below and range.from + by or math.min(range.from, row)
      range.to = range.to >= below and range.to + by or range.to
    end
  end
end

--- Takes over what a patch says of a range.
---@param bufnr integer
---@param new acp.PatchRange
function M.set(bufnr, new)
  local list = of(bufnr)[new.kind]
  local old = list.by_key[new.key]
  if old then
    remove(list, old)
  end
  if new.from then
    insert(list, vim.deepcopy(new))
  end
end

---@param bufnr integer
---@return boolean
function M.has_diffs(bufnr)
  return of_buffer[bufnr] ~= nil and #of_buffer[bufnr].diff.ordered > 0
end

---@param list acp.RangeList
---@param row integer
---@return acp.Range?
local function range_at(list, row)
  local ordered = list.ordered
  local range = ordered[first_where(ordered, function(other)
    return other.to >= row
  end)]
  return range and range.from <= row and range or nil
end

--- The hunk of a diff that a row is in.
---@param bufnr integer
---@param row integer
---@return acp.Range?
function M.diff_at(bufnr, row)
  return range_at(of(bufnr).diff, row)
end

---@param bufnr integer
---@param key string
---@return acp.Range?
function M.actions(bufnr, key)
  return of(bufnr).actions.by_key[key]
end

--- The card with actions of its own that a row is in.
---@param bufnr integer
---@param row integer
---@return acp.Range?
function M.actions_at(bufnr, row)
  return range_at(of(bufnr).actions, row)
end

--- The nth range of a kind that begins below a row, or above it; the last there is where there are not as many.
---@param bufnr integer
---@param kind acp.RangeKind
---@param row integer
---@param by integer negative: upwards
---@return acp.Range?
function M.beside(bufnr, kind, row, by)
  local ordered = of(bufnr)[kind].ordered
  local behind = by > 0 and row + 1 or row
  local place = first_where(ordered, function(range)
    return range.from >= behind
  end)
  if by > 0 then
    return place <= #ordered and ordered[math.min(place + by - 1, #ordered)] or nil
  end
  return place > 1 and ordered[math.max(place + by, 1)] or nil
end

--- Markdown ranges that share a row with `top`..`bot`.
---@param bufnr integer
---@param top integer
---@param bot integer
---@return acp.Range[]
function M.markdown_within(bufnr, top, bot)
  local ordered, found = of(bufnr).markdown.ordered, {}
  local place = first_where(ordered, function(range)
    return range.to >= top
  end)
  while ordered[place] and ordered[place].from <= bot do
    table.insert(found, ordered[place])
    place = place + 1
  end
  return found
end

return M
