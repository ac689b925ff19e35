--- What the user could have seen of a surface: since when it is on the screen, and whether the end of its text was.
--- Keys typed before it could be read are no answer to it.
local M = {}

---@class acp.Seen
---@field arrived integer milliseconds
---@field awaited? boolean it is on its way to the screen
---@field since? integer when it was first drawn where it stands now
---@field all? boolean the end of all there is was on the screen

local function now()
  -- The loop's own clock stands still while something takes long.
  vim.uv.update_time()
  return vim.uv.now()
end

---@return acp.Seen
function M.new()
  return { arrived = now() }
end

--- Where there is no screen, programs answer.
local function has_screen()
  return #vim.api.nvim_list_uis() > 0
end

--- It comes up where something else, or nothing, was.
---@param seen acp.Seen
function M.appears(seen)
  seen.awaited = true
end

--- It has been drawn.
---@param seen acp.Seen
function M.drawn(seen)
  if seen.awaited then
    seen.awaited, seen.since = nil, now()
  end
end

--- It cannot have been read yet.
---@param seen acp.Seen
---@param ms integer
---@return boolean
function M.is_fresh(seen, ms)
  if seen.awaited and has_screen() then
    return true
  end
  return now() - (seen.since or seen.arrived) < ms
end

---@param seen acp.Seen
---@return boolean
function M.is_read(seen)
  return seen.all == true or not has_screen()
end

return M
