--- Makes the user's choices at conflicts.
local edit = require('acp.conflict.edit')
local regions = require('acp.conflict.regions')

local M = {}

---@param region acp.Region
---@return acp.Hunk
local function hunk_of(region, choice)
  if choice == 'both' then
    return { row = region.to, del = 0, lines = region.theirs }
  end
  return { row = region.from, del = region.to - region.from, lines = region.theirs }
end

--- Keeps the user's text.
---@param chosen acp.Region[]
local function choose_mine(bufnr, chosen)
  for _, region in ipairs(chosen) do
    regions.report(region, 'mine')
  end
  regions.remove(bufnr, chosen)
  regions.show(bufnr)
end

--- How the text ends when these are chosen; nil: as it does.
---@param chosen acp.Region[] in order
local function ending_of(bufnr, chosen)
  local last = chosen[#chosen]
  if last.to == vim.api.nvim_buf_line_count(bufnr) then
    return last.endofline
  end
end

--- What a choice does, and what undo is known by.
---@param chosen acp.Region[] in order
---@return acp.Hunk[]
---@return acp.Closing[]
local function plan(bufnr, chosen, choice)
  local hunks, closings, shift = {}, {}, 0
  for index, region in ipairs(chosen) do
    local hunk = hunk_of(region, choice)
    local before = regions.lines(bufnr, region.from, region.to)
    local kept = choice == 'both' and vim.list_slice(before) or {}
    hunks[index] = hunk
    closings[index] = {
      choice = choice,
      before = before,
      after = vim.list_extend(kept, region.theirs),
      from = region.from + shift,
      -- Until it is known which undo step it is, nothing undoes it.
      seq = -1,
    }
    shift = shift + #hunk.lines - hunk.del
  end
  return hunks, closings
end

--- Changes the text, as one undo step.
---@param chosen acp.Region[] in order
---@return string? problem
local function choose_theirs(bufnr, chosen, choice)
  local hunks, closings = plan(bufnr, chosen, choice)
  local ending = ending_of(bufnr, chosen)
  closings[#closings].endofline = ending
  for index, region in ipairs(chosen) do
    region.closed = closings[index]
  end
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  local options = { save = false, endofline = ending }
  local result = edit.apply_now(bufnr, tick, hunks, options)
  if not result.ok then
    for _, region in ipairs(chosen) do
      region.closed = nil
    end
    return result.text
  end
  local seq = regions.undo_seq(bufnr)
  for index, region in ipairs(chosen) do
    local closing = closings[index]
    closing.seq, region.undone = seq, nil
    regions.place(bufnr, region, closing.from, closing.from + #closing.after)
    regions.report(region, choice)
  end
  regions.show(bufnr)
end

--- Chooses at some regions of a buffer.
---@param bufnr integer
---@param chosen acp.Region[] in order
---@param choice acp.ConflictChoice
---@return string? problem
function M.choose(bufnr, chosen, choice)
  if choice == 'mine' then
    choose_mine(bufnr, chosen)
  else
    return choose_theirs(bufnr, chosen, choice)
  end
end

return M
