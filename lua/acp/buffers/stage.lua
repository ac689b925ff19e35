--- Lines that were sent ahead of an edit that will be made with them (src/files/buffers/apply.ts).
local M = {}

---@type table<integer, string[]>
local staged = {}

--- Whoever would have taken more than these has ended.
local MOST = 16

local last = 0

---@param id? integer absent: the first ones
---@param lines string[]
---@return integer id
function M.add(id, lines)
  if not id then
    last = last + 1
    staged[last], staged[last - MOST] = {}, nil
    id = last
  end
  vim.list_extend(staged[id], lines)
  return id
end

--- The hunks with their lines, which are not kept any longer.
---@param id integer
---@param hunks acp.StagedHunk[]
---@return acp.Hunk[]
function M.take(id, hunks)
  local lines, at = staged[id], 0
  staged[id] = nil
  return vim.tbl_map(function(hunk)
    local own = hunk.count == #lines and lines or vim.list_slice(lines, at + 1, at + hunk.count)
    at = at + hunk.count
    return { row = hunk.row, del = hunk.del, lines = own }
  end, hunks)
end

return M
