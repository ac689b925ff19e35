--- Places where a buffer holds the user's text and an agent wants another: which there are, and where.
local draw = require('acp.conflict.draw')
local emitter = require('acp.ui.emitter')
local host = require('acp.host')
local status = require('acp.status')

local M = {}

--- Of longer ones nobody compares the lines at every key.
local MAX_COMPARED = 1000
--- Choices that undo can take back.
local MAX_CLOSED = 50

---@alias acp.ConflictChoice 'mine'|'theirs'|'both'

---@class acp.Closing why a region is closed, and how to see that this was undone
---@field choice acp.ConflictChoice|'lost'
---@field before string[] the user's lines
---@field after? string[] what took their place
---@field seq integer the undo step
---@field from? integer where it went
---@field endofline? boolean how the text ends since then

---@class acp.Region: acp.ConflictRegion
---@field owner string
---@field mark? integer
---@field visible? boolean
---@field from integer 0-based first row, as last seen
---@field to integer row after the last one
---@field mine? string[] the lines, as last seen; nil: too many
---@field touched? { first: integer, last: integer, new: integer, count: integer } since last seen
---@field closed? acp.Closing
---@field undone? acp.Closing

---@class acp.RegionBuffer
---@field regions acp.Region[]
---@field due boolean a refresh is on its way
---@field busy boolean an agent's edit, or a choice, is being made

---@type table<integer, acp.RegionBuffer>
local buffers = {}
local following = false
local changes = emitter.new()

--- Calls a listener whenever other regions may be open than before.
M.on_change = changes.on

--- What is known of a buffer.
---@param bufnr integer
---@return acp.RegionBuffer?
function M.of(bufnr)
  return buffers[bufnr]
end

---@param bufnr integer
---@param state acp.RegionBuffer
function M.add(bufnr, state)
  buffers[bufnr] = state
end

---@param bufnr integer
---@param from integer
---@param to integer
---@return string[]
function M.lines(bufnr, from, to)
  return vim.api.nvim_buf_get_lines(bufnr, from, to, false)
end

---@param bufnr integer
---@return integer # the undo step that the buffer is at
function M.undo_seq(bufnr)
  return vim.api.nvim_buf_call(bufnr, vim.fn.undotree).seq_cur
end

---@param region acp.Region
---@return boolean
function M.is_open(region)
  return region.closed == nil
end

--- Open regions of a buffer, in order.
---@param bufnr integer
---@return acp.Region[]
function M.open(bufnr)
  local state = buffers[bufnr]
  local open = vim.tbl_filter(M.is_open, state and state.regions or {})
  table.sort(open, function(a, b)
    return a.from < b.from or (a.from == b.from and a.id < b.id)
  end)
  return open
end

--- Buffers with open regions, in order.
---@return integer[]
function M.buffers()
  local list = vim.tbl_filter(function(bufnr)
    return #M.open(bufnr) > 0
  end, vim.tbl_keys(buffers))
  table.sort(list)
  return list
end

local function redraw()
  for _, bufnr in ipairs(M.buffers()) do
    draw.labels(bufnr, M.open(bufnr))
  end
end

--- Long lines of agents are wrapped as the windows are wide.
local function follow_windows(is_wanted)
  if is_wanted == following then
    return
  end
  following = is_wanted
  local group = vim.api.nvim_create_augroup('acp.conflict', {})
  if is_wanted then
    local events = { 'WinResized', 'VimResized', 'BufWinEnter' }
    vim.api.nvim_create_autocmd(events, { group = group, callback = vim.schedule_wrap(redraw) })
  end
end

local function report_count()
  local count = 0
  for bufnr in pairs(buffers) do
    count = count + #M.open(bufnr)
  end
  follow_windows(count > 0)
  status.set_conflicts(count)
  changes.fire()
end

--- Puts a region where it belongs.
---@param bufnr integer
---@param region acp.Region
---@param from integer
---@param to integer
function M.place(bufnr, region, from, to)
  local count = vim.api.nvim_buf_line_count(bufnr)
  region.from = math.min(from, count)
  region.to = math.min(math.max(to, from), count)
  draw.range(bufnr, region, M.is_open(region) and region.to > region.from)
  local is_small = region.to - region.from <= MAX_COMPARED
  region.mine = is_small and M.lines(bufnr, region.from, region.to) or nil
end

--- Takes regions out of those that are known.
---@param bufnr integer
---@param gone acp.Region[]
function M.remove(bufnr, gone)
  local state = buffers[bufnr]
  for _, region in ipairs(gone) do
    draw.remove(bufnr, region)
  end
  state.regions = vim.tbl_filter(function(region)
    return not vim.tbl_contains(gone, region)
  end, state.regions)
end

--- Closed regions are kept for undo; the oldest go.
local function prune(bufnr)
  local closed = vim.tbl_filter(function(region)
    return not M.is_open(region)
  end, buffers[bufnr].regions)
  -- Below 0: a choice that is just being made.
  local function age(region)
    return region.closed.seq < 0 and math.huge or region.closed.seq
  end
  table.sort(closed, function(a, b)
    return age(a) < age(b)
  end)
  M.remove(bufnr, vim.list_slice(closed, 1, #closed - MAX_CLOSED))
end

--- Draws what is open now.
---@param bufnr integer
function M.show(bufnr)
  if buffers[bufnr] then
    prune(bufnr)
  end
  draw.labels(bufnr, M.open(bufnr))
  report_count()
end

---@param bufnr integer
function M.forget(bufnr)
  buffers[bufnr] = nil
  draw.clear(bufnr)
  report_count()
end

--- The host has to know what was chosen, or that a choice was undone.
---@param region acp.Region
---@param choice string
function M.report(region, choice)
  host.send('conflict_choice', { id = region.id, choice = choice })
end

return M
