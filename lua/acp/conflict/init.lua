--- What the user does about conflicts: choose, go from one to another, compare.
local choices = require('acp.conflict.choice')
local follow = require('acp.conflict.follow')
local notify = require('acp.ui.notify')
local regions = require('acp.conflict.regions')
local theirs_buffer = require('acp.conflict.theirs_buffer')

local M = {}

M.keep = theirs_buffer.keep
M.drop = theirs_buffer.drop

--- Where the cursor is in the current buffer.
---@return integer bufnr
---@return integer row
local function here()
  return vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1] - 1
end

--- The region that holds the row. One without lines of the user hangs between two lines: both count.
---@return acp.Region?
local function region_at(bufnr, row)
  for _, region in ipairs(regions.open(bufnr)) do
    local is_empty = region.from == region.to
    local first = is_empty and region.from - 1 or region.from
    local last = is_empty and region.from or region.to - 1
    if row >= first and row <= last then
      return region
    end
  end
end

--- Chooses at the conflict of the cursor, or at all of the file.
---@param choice acp.ConflictChoice
---@param all? boolean
local function choose(choice, all)
  local bufnr, row = here()
  follow.settle(bufnr)
  local open = regions.open(bufnr)
  if #open == 0 then
    notify.show('info', 'there is no conflict in this file')
    return
  end
  local chosen = all and open or { region_at(bufnr, row) }
  if #chosen == 0 then
    notify.show('info', 'the cursor is at no conflict; :Acp conflict next goes to one')
    return
  end
  local problem = choices.choose(bufnr, chosen, choice)
  if problem then
    notify.show('error', problem)
  end
end

--- The row to go to; a region without lines may stand below the last one.
---@param region acp.Region
local function row_of(bufnr, region)
  return math.min(region.from, vim.api.nvim_buf_line_count(bufnr) - 1)
end

local function go_to(bufnr, region)
  if bufnr == vim.api.nvim_get_current_buf() then
    vim.cmd("normal! m'")
  elseif not require('acp.ui.open').buffer(bufnr) then
    return
  end
  vim.api.nvim_win_set_cursor(0, { row_of(bufnr, region) + 1, 0 })
  vim.cmd('silent! normal! zv')
end

--- All open regions: those behind the cursor first, then those of the other files, then those before it.
---@param step 1|-1
---@return { [1]: integer, [2]: acp.Region }?
local function neighbour(step)
  local current, row = here()
  local all, at = {}, nil
  for _, bufnr in ipairs(regions.buffers()) do
    follow.settle(bufnr)
    for _, region in ipairs(regions.open(bufnr)) do
      table.insert(all, { bufnr, region })
      local own = row_of(bufnr, region)
      local is_passed = bufnr < current or (bufnr == current and own < row)
      local is_here = bufnr == current and own == row
      if is_passed or (is_here and step == 1) then
        at = #all
      end
    end
  end
  local first = step == 1 and (at or 0) + 1 or (at or 0)
  return all[(first - 1) % math.max(#all, 1) + 1]
end

local function go(step)
  local found = neighbour(step)
  if found then
    go_to(found[1], found[2])
  else
    notify.show('info', 'there is no conflict')
  end
end

local function diff()
  local bufnr = here()
  local path = require('acp.paths').real(vim.api.nvim_buf_get_name(bufnr))
  if not path or not theirs_buffer.diff(path) then
    notify.show('info', 'there is no other version of this file')
  end
end

---@type table<string, { [1]: function, [2]?: any, [3]?: boolean }> what `:Acp conflict` calls, and with what
local ACTIONS = {
  mine = { choose, 'mine' },
  theirs = { choose, 'theirs' },
  both = { choose, 'both' },
  next = { go, 1 },
  prev = { go, -1 },
  diff = { diff },
  ['all-mine'] = { choose, 'mine', true },
  ['all-theirs'] = { choose, 'theirs', true },
}

---@param name string
function M.run(name)
  local action = ACTIONS[name]
  action[1](action[2], action[3])
end

return M
