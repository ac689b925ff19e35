--- Keeps regions where their lines are. They follow the text by extmarks, and what the user types in them belongs to
--- them. Undoing a choice opens a region again.
local draw = require('acp.conflict.draw')
local regions = require('acp.conflict.regions')

local M = {}

--- Finds lines that are there once.
---@return integer? row
local function find_once(bufnr, wanted)
  local lines = regions.lines(bufnr, 0, -1)
  local found
  for row = 0, #lines - #wanted do
    local same = true
    for index = 1, #wanted do
      if lines[row + index] ~= wanted[index] then
        same = false
        break
      end
    end
    if same and found then
      return nil
    end
    found = same and row or found
  end
  return found
end

--- Whether the region's lines were replaced along with others (a filter, a formatter, |:move|), so that its extmark
--- does not tell any more where they are.
---@param region acp.Region
---@param from integer?
---@param to integer?
local function is_lost(region, from, to)
  if not from or to < from then
    return true
  end
  local change = region.touched
  if not change or change.last - change.first <= region.to - region.from then
    return false
  end
  if change.first > region.from or change.last < region.to then
    return false
  end
  local collapsed = from == to and region.from < region.to
  return collapsed or (from == change.first and to == change.new)
end

--- A replacement of the line below is none of the region, though its extmark takes it in.
local function clamped(region, to)
  local change = region.touched
  local is_below = change and change.count == 1 and change.first == region.to
  if is_below and change.last > change.first then
    return math.min(to, region.to)
  end
  return to
end

--- The user has made the agent's lines of them, by hand or with |do|: nothing is left to choose.
---@param before string[]?
local function close_equal(bufnr, region, before)
  if not before or not vim.deep_equal(region.mine, region.theirs) then
    return
  end
  local seq = regions.undo_seq(bufnr)
  region.closed = { choice = 'theirs', before = before, after = region.theirs, seq = seq }
  regions.place(bufnr, region, region.from, region.to)
  regions.report(region, 'theirs')
end

local function follow(bufnr, region)
  local from, to = draw.marked(bufnr, region)
  local before = region.mine
  if is_lost(region, from, to) then
    local row = before and #before > 0 and find_once(bufnr, before) or nil
    if not row then
      region.closed = { choice = 'lost', before = before or {}, seq = regions.undo_seq(bufnr) }
      regions.place(bufnr, region, from or region.from, to or region.from)
      return
    end
    from, to = row, row + #before
  end
  regions.place(bufnr, region, from, clamped(region, to))
  close_equal(bufnr, region, before)
end

---@param from integer?
---@param to integer?
---@param lines string[]?
local function holds(bufnr, from, to, lines)
  return lines ~= nil
    and from ~= nil
    and to - from == #lines
    and vim.deep_equal(regions.lines(bufnr, from, to), lines)
end

local function is_free(bufnr, from, to)
  for _, other in ipairs(regions.open(bufnr)) do
    if from < other.to and other.from < to then
      return false
    end
  end
  return true
end

--- Undo brings back lines, but not how the text ends.
---@param closing acp.Closing
local function set_end(bufnr, closing, is_chosen)
  if closing.endofline ~= nil then
    vim.bo[bufnr].endofline = closing.endofline == is_chosen
  end
end

--- An undone choice must be made again.
---@param closed acp.Closing
local function reopen(bufnr, region, closed)
  local from, to = draw.marked(bufnr, region)
  local is_back = holds(bufnr, from, to, closed.before) and regions.undo_seq(bufnr) < closed.seq
  if is_back and is_free(bufnr, from, to) then
    region.closed, region.undone = nil, closed
    set_end(bufnr, closed, false)
    regions.place(bufnr, region, from, to)
    regions.report(region, 'open')
  end
end

--- A choice that is made again by redo.
---@param undone acp.Closing
local function close_again(bufnr, region, undone)
  local from, to = draw.marked(bufnr, region)
  if not holds(bufnr, from, to, undone.after) or regions.undo_seq(bufnr) < undone.seq then
    return false
  end
  region.closed, region.undone = undone, nil
  set_end(bufnr, undone, true)
  regions.place(bufnr, region, from, to)
  regions.report(region, undone.choice)
  return true
end

local function refresh(bufnr)
  local state = regions.of(bufnr)
  if not state or not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  state.due = false
  for _, region in ipairs(state.regions) do
    if region.closed then
      reopen(bufnr, region, region.closed)
    elseif not (region.undone and close_again(bufnr, region, region.undone)) then
      follow(bufnr, region)
    end
    region.touched = nil
  end
  regions.show(bufnr)
end

---@param state acp.RegionBuffer
local function note(state, first, last, new)
  for _, region in ipairs(state.regions) do
    local before = region.touched
    local count = before and before.count + 1 or 1
    local is_wider = last > first and first <= region.from and last >= region.to
    if not before or is_wider then
      region.touched = { first = first, last = last, new = new, count = count }
    else
      before.count = count
    end
  end
end

--- Follows a buffer's text until it is unloaded or loaded anew.
---@param bufnr integer
function M.attach(bufnr)
  local state = { regions = {}, due = false, busy = false }
  regions.add(bufnr, state)
  local function ended()
    if regions.of(bufnr) == state then
      regions.forget(bufnr)
    end
  end
  vim.api.nvim_buf_attach(bufnr, false, {
    on_lines = function(_, _, _, first, last, new)
      if regions.of(bufnr) ~= state then
        return true
      end
      if not state.busy then
        note(state, first, last, new)
      end
      if not state.due then
        state.due = true
        vim.schedule(function()
          refresh(bufnr)
        end)
      end
    end,
    on_reload = ended,
    on_detach = ended,
  })
end

--- Before anything is done with rows: what was typed a moment ago counts.
---@param bufnr integer
function M.settle(bufnr)
  local state = regions.of(bufnr)
  if state and state.due then
    refresh(bufnr)
  end
end

return M
