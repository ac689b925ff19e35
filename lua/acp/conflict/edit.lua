--- Brings agents' edits and the conflicts in a buffer together.
local buffers = require('acp.buffers')
local command = require('acp.buffers.command')
local draw = require('acp.conflict.draw')
local follow = require('acp.conflict.follow')
local regions = require('acp.conflict.regions')

local M = {}

---@param others acp.Region[]
local function overlaps_any(others, from, to)
  return vim.iter(others):any(function(region)
    local is_same = region.from == from and region.to == to
    return is_same or (region.from < to and from < region.to)
  end)
end

---@param old acp.Region[]
---@param new acp.Region
local function is_known(old, new)
  return vim.iter(old):any(function(region)
    local same_place = region.from == new.from and region.to == new.to
    return same_place and vim.deep_equal(region.theirs, new.theirs)
  end)
end

--- Shows what stands open now between the user and this owner, instead of what did before.
---@param conflicts { owner: string, regions: acp.ConflictRegion[] }
---@return integer fresh how many were not on show
local function put(bufnr, conflicts)
  if not regions.of(bufnr) then
    if #conflicts.regions == 0 then
      return 0
    end
    follow.attach(bufnr)
  end
  local state = regions.of(bufnr)
  local old, new, fresh = regions.open(bufnr), {}, 0
  for _, given in ipairs(conflicts.regions) do
    local region = vim.tbl_extend('error', given, { owner = conflicts.owner })
    regions.place(bufnr, region, given.row, given.row + given.count)
    fresh = fresh + (is_known(old, region) and 0 or 1)
    table.insert(new, region)
  end
  for _, region in ipairs(state.regions) do
    local is_out = region.owner == conflicts.owner or overlaps_any(new, region.from, region.to)
    if regions.is_open(region) and is_out then
      draw.remove(bufnr, region)
    else
      table.insert(new, region)
    end
  end
  state.regions = new
  regions.show(bufnr)
  return fresh
end

--- Where rows are after the hunks; nil when the hunks change some of them.
---@return integer? by
local function shift_of(hunks, from, to)
  local by = 0
  for _, hunk in ipairs(hunks) do
    if hunk.row + hunk.del <= from then
      by = by + #hunk.lines - hunk.del
    elseif hunk.row < to or hunk.row < from then
      return nil
    end
  end
  return by
end

--- Regions whose lines were not changed stay on them; an agent that changes the others has read them.
---@param before table<acp.Region, { [1]: integer, [2]: integer }> where they were
local function keep(bufnr, hunks, before)
  local state = regions.of(bufnr)
  if not state then
    return
  end
  state.regions = vim.tbl_filter(function(region)
    local from, to = unpack(before[region])
    local by = shift_of(hunks, from, to)
    if by then
      regions.place(bufnr, region, from + by, to + by)
    elseif regions.is_open(region) then
      draw.remove(bufnr, region)
      return false
    end
    return true
  end, state.regions)
  regions.show(bufnr)
end

--- Makes an edit, and keeps the regions that it does not change. `conflicts` says what stands open then.
---@param conflicts? { owner: string, regions: acp.ConflictRegion[] }
---@return integer fresh how many conflicts were not on show
local function around(bufnr, hunks, conflicts, edit)
  follow.settle(bufnr)
  local state = regions.of(bufnr) or { regions = {} }
  local before = {}
  for _, region in ipairs(state.regions) do
    before[region] = { region.from, region.to }
  end
  state.busy = true
  local ok, message = pcall(edit)
  state.busy = false
  if not ok then
    error(message, 0)
  end
  keep(bufnr, hunks, before)
  return conflicts and put(bufnr, conflicts) or 0
end

---@param make fun(edit: fun())
---@return acp.ApplyResult
local function run(bufnr, changedtick, hunks, options, make)
  return buffers.apply_now(bufnr, changedtick, hunks, options, function(edit)
    return around(bufnr, hunks, options.conflicts, function()
      make(edit)
    end)
  end)
end

--- An agent's edit: not in the middle of a command of the user.
---@param bufnr integer
---@param changedtick integer
---@param hunks acp.Hunk[]|acp.StagedHunk[]
---@param options acp.ApplyOptions
---@return acp.ApplyResult
function M.apply(bufnr, changedtick, hunks, options)
  local whole = buffers.complete(hunks, options)
  if command.holds(bufnr) then
    return { ok = false, why = 'pending', text = 'the user is in the middle of a command' }
  end
  return run(bufnr, changedtick, whole, options, function(edit)
    buffers.by_agent(bufnr, edit)
  end)
end

--- The user's own edit.
---@param bufnr integer
---@param changedtick integer
---@param hunks acp.Hunk[]
---@param options acp.ApplyOptions
---@return acp.ApplyResult
function M.apply_now(bufnr, changedtick, hunks, options)
  return run(bufnr, changedtick, hunks, options, function(edit)
    edit()
  end)
end

return M
